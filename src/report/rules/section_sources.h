/* section_sources: the folders of sections and rules, in the order in which they are read: the
 * built-in ones, the user's own folder, those of the command line. */
#ifndef ROOFTOP_REPORT_RULES_SECTION_SOURCES_H
#define ROOFTOP_REPORT_RULES_SECTION_SOURCES_H

#include "report/rules/rule_library.h"
#include "report/section/section.h"

struct section_sources {
    struct section_folder {
        char *path;
        bool recursive; /* with the folders below, except hidden ones and links */
    } * folders;
    size_t count, capacity;
};

void section_sources_add(struct section_sources *sources, const char *path, bool recursive);
void section_sources_free(struct section_sources *sources);

/* Load a new library from all sources. They return false with the error if a folder cannot be read;
 * the other folders are in the library. */
bool section_sources_load(const struct section_sources *sources, struct section_library *library,
                          struct error *error);
bool section_sources_load_rules(const struct section_sources *sources, struct rule_library *library,
                                struct error *error);

#endif
