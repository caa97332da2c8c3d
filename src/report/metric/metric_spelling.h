/* metric_spelling: finds characters that do not belong in the name of a metric.
 *
 * Names consist of letters, digits, "_", "." and ":" in ASCII. People also type or paste blanks,
 * characters that look like a letter, and invisible ones; a search for such a name finds nothing.
 * metric_spelling_is_good() returns whether a name has none of them. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_SPELLING_H
#define ROOFTOP_REPORT_METRIC_METRIC_SPELLING_H

#include <stdbool.h>

bool metric_spelling_is_good(const char *name);

/* Returns the name with such characters made visible, "sm__<U+200B>cycles"; free() it. */
char *metric_spelling_shown(const char *name);

/* Returns the name without such characters; free() it. */
char *metric_spelling_cleaned(const char *name);

#endif
