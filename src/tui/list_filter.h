/* list_filter: which rows of the results list are shown: those whose name has a text, in capitals
 * or not, or after "regex:" an extended regular expression. Initialise with {0}: all are. */
#ifndef ROOFTOP_LIST_FILTER_H
#define ROOFTOP_LIST_FILTER_H

#include <stdbool.h>

#include "error.h"
#include "name_pattern.h"

struct list_filter {
    char *text; /* as typed; NULL: none */
    struct name_pattern pattern;
};

/* false: a regular expression that is none (yet): what was set before stays. */
bool list_filter_set(struct list_filter *filter, const char *text, struct error *error);
bool list_filter_takes(const struct list_filter *filter, const char *name);
void list_filter_free(struct list_filter *filter);

#endif
