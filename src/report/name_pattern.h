/* name_pattern: a name to look for, as options give it: a word that is the whole name, or after
 * "regex:" an extended regular expression that is found anywhere in it. Initialise with {0}: an
 * unset pattern matches every name. */
#ifndef ROOFTOP_NAME_PATTERN_H
#define ROOFTOP_NAME_PATTERN_H

#include <regex.h>
#include <stdbool.h>

#include "error.h"

struct name_pattern {
    char *text; /* owned; NULL: unset */
    bool is_regex;
    regex_t regex;
};

/* Sets the pattern in place of the one before. false: the expression is none, nothing is set. */
bool name_pattern_set(struct name_pattern *pattern, const char *text, struct error *error);
bool name_pattern_matches(const struct name_pattern *pattern, const char *name);
void name_pattern_free(struct name_pattern *pattern);

#endif
