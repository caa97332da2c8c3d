/* metric_help: all that is known of a metric: what it is, its value here, what it is made of, where
 * else it stands, and how it compares with the other results of the report.
 *
 * It is a list of lines in groups; some lead to another metric, a section or a result. It is made
 * anew for another metric or result; what all results have of it is looked up in steps
 * (metric_spread.h). */
#ifndef ROOFTOP_METRIC_HELP_H
#define ROOFTOP_METRIC_HELP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "details_view.h"
#include "metric_spread.h"
#include "page.h"
#include "rule_library.h"

enum help_target { HELP_NOWHERE, HELP_METRIC, HELP_SECTION, HELP_RESULT };

struct help_line {
    bool heading;
    char *label; /* NULL: none */
    char *text;  /* safe, like the label */
    enum help_target target;
    char *to;     /* metric, or identifier of a section */
    size_t index; /* of a result of the report */
};

struct metric_help {
    char *name; /* metric, or formula of metrics */
    struct help_line *lines;
    size_t count, capacity;
};

/* What is asked of a metric. */
struct metric_question {
    const char *name;                   /* metric or formula */
    const char *label;                  /* of a formula: what it is called; NULL: none */
    const struct details_view *details; /* with the result, which may be NULL */
    const struct rule_library *rules;   /* NULL: none */
    struct report *report;
    const struct metric_spread *spread;
    const char *description; /* what CUPTI says of it; NULL: nothing */
};

/* Replaces what was there. Initialise with {0}. */
void metric_help_make(struct metric_help *help, const struct metric_question *question);
void metric_help_free(struct metric_help *help);

/* Text or JSON. false: another form. */
bool metric_help_print(const struct metric_help *help, enum page_format format, FILE *out,
                       struct error *error);

#endif
