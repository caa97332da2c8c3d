/* section: what to collect and how to show it, read from .section files.
 *
 * The library starts with the built-in sections. Folders add to it (section_sources.h); a section
 * replaces an earlier one with the same identifier. A broken file does not stop the others: the
 * library keeps the file's name with its error. The built-in ones take about 10 ms to read. One of
 * them, the rooflines of tensor cores, is made at build time from a table
 * (tools/tensor_roofline.sh). */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_H
#define ROOFTOP_REPORT_SECTION_SECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"
#include "report/base/embedded.h"
#include "report/base/error.h"

/* Title of the section for metrics that were asked for by name, in reports of rooftop and ncu. The
 * names are in its header. */
#define SECTION_OF_COMMAND_LINE "Command line profiler metrics"

struct section {
    const char *file;
    bool built_in;
    char *replaces; /* the file of the section that it replaced, or "the built-in one"; or NULL;
                       owned */
    Rep__ProfilerSection *message; /* NULL: broken, see `error` */
    bool kept;          /* the message comes from an earlier reading, the error from the last one */
    struct error error; /* "": none; with a message: of metrics that are left out */
};

struct section_library {
    struct section *sections; /* by Order, then display name; broken ones last */
    size_t count, capacity;
};

void section_library_init(struct section_library *library); /* loads the built-in sections */

/* Loads the built-in sections whose files wants() takes. */
void section_library_init_some(struct section_library *library,
                               bool (*wants)(const void *context, const struct embedded_file *file),
                               const void *context);
void section_library_free(struct section_library *library);

/* Adds every *.section file of a folder. Returns false with the error if the folder cannot be
 * read. */
bool section_library_add_folder(struct section_library *library, const char *folder,
                                struct error *error);

/* Adds the user's own sections in user_path("sections"). The folder may be missing. */
bool section_library_add_user(struct section_library *library, struct error *error);

/* Returns whether the folder exists. */
bool section_library_has_user(void);

/* Moves the good sections of files that have errors now from `old` to `library`, where the errors
 * stay beside them. */
void section_library_keep(struct section_library *library, struct section_library *old);

/* Returns the section with that identifier, or NULL. */
const Rep__ProfilerSection *section_find(const struct section_library *library,
                                         const char *identifier);
bool section_in_set(const Rep__ProfilerSection *section, const char *set);

/* Calls use(context, set) once for each name of a set in any section. */
void section_sets(const struct section_library *library, void (*use)(void *, const char *),
                  void *context);

#endif
