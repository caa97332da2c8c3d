/* name_pattern: a name to look for, as options give it.
 *
 * A plain word matches the whole name. "regex:" starts a regular expression, which may match
 * anywhere in the name. Initialise with {0}: an unset pattern matches every name. */
#ifndef ROOFTOP_REPORT_BASE_NAME_PATTERN_H
#define ROOFTOP_REPORT_BASE_NAME_PATTERN_H

#include <stdbool.h>

#include "report/base/error.h"
#include "report/base/regex.h"

struct name_pattern {
    char *text;          /* owned; NULL: unset */
    struct regex *regex; /* owned; NULL: a plain word */
};

/* Replaces the pattern. Returns false with the error, and leaves it unset, if the text is not a
 * regular expression. */
bool name_pattern_set(struct name_pattern *pattern, const char *text, struct error *error);
bool name_pattern_matches(const struct name_pattern *pattern, const char *name);
void name_pattern_free(struct name_pattern *pattern);

#endif
