/* list_filter: selects the rows of the results list by name.
 *
 * A text is found anywhere in the name, in any case. After "regex:" it is a regular expression.
 * After "nvtx:" it selects results in a range, as --nvtx-include names it. Initialise
 * with {0}, which takes all. */
#ifndef ROOFTOP_TUI_LIST_LIST_FILTER_H
#define ROOFTOP_TUI_LIST_LIST_FILTER_H

#include <stdbool.h>

#include "report/base/error.h"
#include "report/file/report.h"
#include "report/filter/launch_filter.h"

#define LIST_FILTER_NVTX "nvtx:"

struct list_filter {
    char *text; /* as typed; NULL: none */
    struct name_pattern pattern;
    struct launch_filter ranges;
    struct list_filter_verdict *verdicts; /* for expressions on names; NULL: none */
};

/* Sets the filter. Returns false with the error, and keeps the old filter, if the expression is
 * wrong or unfinished. */
bool list_filter_set(struct list_filter *filter, const char *text, struct error *error);
/* Returns whether a name passes. */
bool list_filter_takes(const struct list_filter *filter, const char *name);
/* Returns whether a result passes. Its NVTX ranges are read from its wire bytes. */
bool list_filter_takes_result(const struct list_filter *filter, struct report *report, size_t i);
void list_filter_free(struct list_filter *filter);

#endif
