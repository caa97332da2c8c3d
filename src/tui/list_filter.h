/* list_filter: which rows of the results list are shown: those whose name has a text, in capitals
 * or not; after "regex:" an extended regular expression; after "nvtx:" those in a range, as
 * --nvtx-include names it. Initialise with {0}: all are. */
#ifndef ROOFTOP_LIST_FILTER_H
#define ROOFTOP_LIST_FILTER_H

#include <stdbool.h>

#include "error.h"
#include "launch_filter.h"
#include "report.h"

#define LIST_FILTER_NVTX "nvtx:"

struct list_filter {
    char *text; /* as typed; NULL: none */
    struct name_pattern pattern;
    struct launch_filter ranges;
    struct list_filter_verdict *verdicts; /* of an expression on names; NULL: no expression */
};

/* false: an expression that is none (yet): what was set before stays. */
bool list_filter_set(struct list_filter *filter, const char *text, struct error *error);
bool list_filter_takes(const struct list_filter *filter, const char *name);
/* The same of a result; its ranges are read from the wire bytes. */
bool list_filter_takes_result(const struct list_filter *filter, struct report *report, size_t i);
void list_filter_free(struct list_filter *filter);

#endif
