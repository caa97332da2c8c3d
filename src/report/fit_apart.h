/* fit_apart: a long text cut so that it can still be told from others.
 *
 * What is left out shows as an ellipsis in the middle, as of safe_text_fit_middle(); where others
 * would read the same, it stands where they agree, or there are two around what differs. */
#ifndef ROOFTOP_FIT_APART_H
#define ROOFTOP_FIT_APART_H

#include <stddef.h>

#include "strbuf.h"

/* Appends a safe text in at most so many columns. others: safe texts; the text itself may be one of
 * them. If nothing tells them apart, it is cut in the middle. */
void fit_apart(struct strbuf *out, const char *text, size_t columns, const char *const *others,
               size_t count);

#endif
