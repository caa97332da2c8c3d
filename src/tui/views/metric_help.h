/* metric_help: explains a metric: what it means, its value in this result, what it is computed
 * from, where else it is shown, and how it compares with the other results of the report.
 *
 * The help is a list of lines in groups. Some lines lead to another metric, a section or a result.
 * It is made again for each metric and result; the values in all results are read in steps
 * (metric_spread.h). */
#ifndef ROOFTOP_TUI_VIEWS_METRIC_HELP_H
#define ROOFTOP_TUI_VIEWS_METRIC_HELP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/content/label_meaning.h"
#include "report/pages/page.h"
#include "report/rules/rule_library.h"
#include "tui/details/details_view.h"
#include "tui/views/metric_spread.h"

enum help_target { HELP_NOWHERE, HELP_METRIC, HELP_SECTION, HELP_RESULT };

struct help_line {
    bool heading;
    char *label; /* NULL: none */
    char *text;  /* safe, like the label */
    enum help_target target;
    char *to;     /* a metric, or the identifier of a section */
    size_t index; /* a result of the report */
};

struct metric_help {
    char *name; /* a metric, a formula of metrics, a term or a label */
    struct help_line *lines;
    size_t count, capacity;
};

/* What the help is made from. */
struct metric_question {
    const char *name;                   /* metric or formula */
    const char *label;                  /* a formula's label; NULL: none */
    const struct details_view *details; /* has the result, which may be NULL */
    const struct rule_library *rules;   /* NULL: none */
    const struct label_list *labels;    /* what is known besides terms and metrics; NULL: nothing */
    struct report *report;
    const struct metric_spread *spread;
    const char *description; /* CUPTI's description; NULL: none */
};

/* Makes the help and replaces the one that was there. Initialise with {0}. */
void metric_help_make(struct metric_help *help, const struct metric_question *question);
void metric_help_free(struct metric_help *help);

/* Prints the help as text or JSON. Returns false with the error for other formats. */
bool metric_help_print(const struct metric_help *help, enum page_format format, FILE *out,
                       struct error *error);

#endif
