/* pattern_name: a name in an expression of --nvtx-include, --native-include and their like, and the
 * gap between two names.
 *
 * The injection library contains this file: it allocates nothing and never ends the process.
 * pattern_reader.h reads names from expressions. */
#ifndef ROOFTOP_REPORT_FILTER_PATTERN_NAME_H
#define ROOFTOP_REPORT_FILTER_PATTERN_NAME_H

#include <stdbool.h>

#include "report/base/regex.h"

struct pattern_name {
    char *text;          /* the name, or the source of the expression */
    struct regex *regex; /* NULL: a plain name */
};

/* How many ranges or frames lie between a part of a pattern and the next part; for the last part,
 * how many lie above it. */
enum pattern_gap { PATTERN_GAP_NONE, PATTERN_GAP_ONE, PATTERN_GAP_ANY };

/* Returns whether the text is the name, or the regular expression is found anywhere in it. An empty
 * text fits no name. */
bool pattern_name_fits(const struct pattern_name *name, const char *text);

#endif
