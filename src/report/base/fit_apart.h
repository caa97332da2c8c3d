/* fit_apart: cuts a long text so that it can still be told from other texts.
 *
 * An ellipsis in the middle stands for what is left out, as with safe_text_fit_middle(). If other
 * texts would then read the same, the ellipsis moves to where they agree, or there are two of them,
 * around what differs. */
#ifndef ROOFTOP_REPORT_BASE_FIT_APART_H
#define ROOFTOP_REPORT_BASE_FIT_APART_H

#include <stddef.h>

#include "report/base/strbuf.h"

/* Appends a safe text in at most `columns` columns. `others` are safe texts; `text` may be one of
 * them. If no cut tells the texts apart, `text` is cut in the middle. */
void fit_apart(struct strbuf *out, const char *text, size_t columns, const char *const *others,
               size_t count);

#endif
