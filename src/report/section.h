/* section: what to collect and how to show it, from .section files.
 *
 * The library starts with the sections that are built in; folders add to it (section_sources.h),
 * and a section of the same identifier replaces the earlier one. A broken file never stops the
 * others: its error is kept beside its name. */
#ifndef ROOFTOP_SECTION_H
#define ROOFTOP_SECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "report.pb-c.h"

/* Title of the section that holds what was asked for by metric, here and in the reference's
 * reports: its header has the names. */
#define SECTION_OF_COMMAND_LINE "Command line profiler metrics"

struct section {
    const char *file;
    bool built_in;
    char *replaces; /* file of the section that it replaced, or "the built-in one"; or NULL */
    Rep__ProfilerSection *message; /* NULL: broken, see error */
    bool kept; /* the message is that of an earlier reading, the error that of the last one */
    struct error error; /* "": none; beside a message: a definition of a metric is wrong */
};

struct section_library {
    struct section *sections; /* in order of Order, then display name; broken ones last */
    size_t count, capacity;
};

void section_library_init(struct section_library *library); /* loads what is built in */
void section_library_free(struct section_library *library);

/* Adds every *.section file of a folder. false: the folder cannot be read. */
bool section_library_add_folder(struct section_library *library, const char *folder,
                                struct error *error);

/* Adds the user's own, user_path("sections"), if there is such a folder. */
bool section_library_add_user(struct section_library *library, struct error *error);

/* Whether there is such a folder. */
bool section_library_has_user(void);

/* What `old` had of files with errors is taken over from it, beside the errors. */
void section_library_keep(struct section_library *library, struct section_library *old);

const Rep__ProfilerSection *section_find(const struct section_library *library,
                                         const char *identifier);
bool section_in_set(const Rep__ProfilerSection *section, const char *set);

/* Distinct set names over all sections; calls use(context, set) for each. */
void section_sets(const struct section_library *library, void (*use)(void *, const char *),
                  void *context);

/* Where a filter is asked: a chip, a kind of result, a driver, a whole GPU or a virtual one. */
struct section_scope {
    unsigned arch; /* 90 = CC 9.0; 0 = unknown, passes every architecture limit */
    Rep__CollectionScope scope;
    float driver;    /* 0 = unknown */
    bool is_virtual; /* a virtual GPU; false also if unknown */
};

/* A missing filter passes. */
bool section_filter_passes(const Rep__MetricOptionFilter *filter,
                           const struct section_scope *scope);

/* The name under which a section's metric is collected and shown here: its own, or that of the
 * first option whose filter passes. NULL: not here. *label gets the label that goes with it. */
const char *section_metric_here(const Rep__ProfilerSectionMetric *metric,
                                const Rep__ProfilerSection *section,
                                const struct section_scope *scope, const char **label);

/* Whether any cell of the header applies, although the section's own filter may not. */
bool section_has_cells(const Rep__ProfilerSection *section, const struct section_scope *scope);

/* Whether the section says anything here: its own filter passes, or a cell applies all the same. */
bool section_applies(const Rep__ProfilerSection *section, const struct section_scope *scope);

#endif
