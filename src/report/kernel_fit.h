/* kernel_fit: names of kernels cut to a column, what tells least first.
 *
 * The list of arguments goes first; then what lambdas and functions among the template arguments
 * take; then all template arguments but the one that says most, a functor before other classes
 * before lists, types and numbers; then the name is cut, down to a third of the column, then the
 * argument. A name without such an argument is cut so that it differs from the others
 * (fit_apart.h). */
#ifndef ROOFTOP_KERNEL_FIT_H
#define ROOFTOP_KERNEL_FIT_H

#include <stddef.h>

#include "strbuf.h"

/* Appends a safe name in at most so many columns. others: names that stand near it, safe; itself
 * may be one of them. */
void kernel_fit(struct strbuf *out, const char *name, size_t columns, const char *const *others,
                size_t count);

/* Bytes of a name before its list of arguments. */
size_t kernel_bare(const char *name);

#endif
