/* metric_spelling: names of metrics as people type or paste them.
 *
 * Names are letters, digits, "_", "." and ":" of ASCII. A blank, a character that looks like a
 * letter or one that cannot be seen at all makes another name, and a search for it finds nothing.
 */
#ifndef ROOFTOP_METRIC_SPELLING_H
#define ROOFTOP_METRIC_SPELLING_H

#include <stdbool.h>

bool metric_spelling_is_good(const char *name);

/* The name with every character that no name has made visible: "sm__<U+200B>cycles"; free(). */
char *metric_spelling_shown(const char *name);

/* The name without such characters; free(). */
char *metric_spelling_cleaned(const char *name);

#endif
