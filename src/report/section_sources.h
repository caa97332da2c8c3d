/* section_sources: the folders that sections and rules come from, in the order in which they are
 * read: what is built in, the user's own folder, those of the command line. */
#ifndef ROOFTOP_SECTION_SOURCES_H
#define ROOFTOP_SECTION_SOURCES_H

#include "rule_library.h"
#include "section.h"

struct section_sources {
    struct section_folder {
        char *path;
        bool recursive; /* with the folders below, but for hidden ones and links */
    } * folders;
    size_t count, capacity;
};

void section_sources_add(struct section_sources *sources, const char *path, bool recursive);
void section_sources_free(struct section_sources *sources);

/* A new library of all of them. false: a folder cannot be read; the others are in the library. */
bool section_sources_load(const struct section_sources *sources, struct section_library *library,
                          struct error *error);
bool section_sources_load_rules(const struct section_sources *sources, struct rule_library *library,
                                struct error *error);

#endif
