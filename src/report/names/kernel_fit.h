/* kernel_fit: shortens names of kernels to a column; what says least goes first.
 *
 * It leaves out, in this order:
 *   - the list of arguments;
 *   - what lambdas and functions take, among the template arguments;
 *   - all template arguments except the one that says most: a functor, or else another class, or
 *     else a list, a type or a number;
 *   - the end of the name, down to a third of the column;
 *   - the middle of that argument.
 *
 * A name without such an argument is cut so that it differs from the others (fit_apart.h), and so
 * is one of which another begins in the same way. */
#ifndef ROOFTOP_REPORT_NAMES_KERNEL_FIT_H
#define ROOFTOP_REPORT_NAMES_KERNEL_FIT_H

#include <stddef.h>

#include "report/base/strbuf.h"

/* Appends a safe name in at most `columns` columns. `others` are the safe names that stand near it;
 * they may include the name itself. */
void kernel_fit(struct strbuf *out, const char *name, size_t columns, const char *const *others,
                size_t count);

/* Returns the bytes of a name before its list of arguments. */
size_t kernel_bare(const char *name);

#endif
