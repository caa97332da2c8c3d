/* section_choice: selects the sections of a result that are shown: those of the report, those of
 * section files, or only what was asked for.
 *
 * Initialise with {0}, which selects all sections of the report. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_CHOICE_H
#define ROOFTOP_REPORT_SECTION_SECTION_CHOICE_H

#include "report/base/name_pattern.h"
#include "report/file/result.h"
#include "report/section/metric_choice.h"
#include "report/section/section.h"

struct section_choice {
    struct name_pattern *names; /* identifiers; owned */
    size_t name_count;
    const char **sets; /* owned, but not their names */
    size_t set_count;  /* without names and sets, all sections are shown */
    /* A further source of sections, or NULL: see section_choice_define(). */
    const struct section_library *library;
    Rep__ProfilerSection *asked; /* of metrics that were asked for by name; owned; NULL: none */
    size_t found;                /* sections that section_choice_of() has returned so far */
};

/* Copies the names; those of the sets stay the caller's. Returns false with the error if a name is
 * a wrong regular expression. */
bool section_choice_set(struct section_choice *choice, char *const *names, size_t name_count,
                        char *const *sets, size_t set_count, struct error *error);
void section_choice_free(struct section_choice *choice);

/* Adds a section of these metrics, chosen among those of the report, to those that are asked
 * for. */
void section_choice_add_metrics(struct section_choice *choice, const struct metric_choice *metrics,
                                const struct report *report);

/* Returns whether certain sections are asked for. */
bool section_choice_is_limited(const struct section_choice *choice);

/* Returns whether only metrics are asked for, which have no rules. */
bool section_choice_is_of_metrics(const struct section_choice *choice);

/* Returns whether the section is asked for, or nothing certain is. */
bool section_chosen(const struct section_choice *choice, const Rep__ProfilerSection *section);

/* Returns the result's sections that are shown, by Order, then display name; free() the array. A
 * choice of NULL selects all of the result's own. */
const Rep__ProfilerSection **section_choice_of(struct section_choice *choice,
                                               const struct result *result, size_t *count);

/* Adds the library's sections to a result that was just decoded, and the metrics that sections from
 * folders define. Sections from folders replace those in the report with the same identifier. They
 * are added if they are asked for and the result has one of their metrics. A built-in section is
 * added if `names` has its whole identifier. The library must outlive the result. */
void section_choice_define(const struct section_choice *choice, struct result *result);

/* Returns false with the error if a name or a set is neither in the library, which must not be
 * NULL, nor in the report. Beside metrics that are asked for, such a set is left out instead, as
 * while profiling: then returns true, and the first one is in the error, which is "" otherwise. */
bool section_choice_known(struct section_choice *choice, struct report *report,
                          struct error *error);

/* Stores the error that nothing was found, with the sections of the report. Returns false. */
bool section_choice_none(struct report *report, struct error *error);

#endif
