/* section_choice: the sections of a result that are shown: the report's own, those of files, or of
 * both only what was asked for. Initialise with {0}: all of the report's own. */
#ifndef ROOFTOP_SECTION_CHOICE_H
#define ROOFTOP_SECTION_CHOICE_H

#include "name_pattern.h"
#include "result.h"
#include "section.h"

struct section_choice {
    struct name_pattern *names; /* identifiers; owned */
    size_t name_count;
    const char *const *sets;
    size_t set_count; /* without names and sets: all */
    /* NULL, or what the report's sections come from too: those of folders stand in place of stored
     * ones, or beside them where the result has a metric that they name. A built-in one is added if
     * its whole identifier is among the names. */
    const struct section_library *library;
    size_t found; /* by section_choice_of() so far */
};

/* Takes copies of the names, the sets stay the caller's. false: a name is no regular expression. */
bool section_choice_set(struct section_choice *choice, char *const *names, size_t name_count,
                        char *const *sets, size_t set_count, struct error *error);
void section_choice_free(struct section_choice *choice);

/* Whether some are asked for. */
bool section_choice_is_limited(const struct section_choice *choice);

/* Whether it was asked for, or nothing was. */
bool section_chosen(const struct section_choice *choice, const Rep__ProfilerSection *section);

/* The result's sections that are shown, in order of their Order, then display name; free() the
 * array. choice: NULL for all of its own. */
const Rep__ProfilerSection **section_choice_of(struct section_choice *choice,
                                               const struct result *result, size_t *count);

/* Metrics that sections of folders define, for a result that was just decoded. */
void section_choice_define(const struct section_choice *choice, struct result *result);

/* false: a name or a set is neither in the library, which there must be, nor in the report. */
bool section_choice_known(const struct section_choice *choice, struct report *report,
                          struct error *error);

/* An error that says that nothing was found, and what the report has. */
bool section_choice_none(struct report *report, struct error *error);

#endif
