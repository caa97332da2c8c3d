/* kernel_names: the short names of a report's kernels, as the reference prints them.
 *
 * Casts of template arguments go ("f<8>" of "f<(int)8>"). Of each chain of namespaces one stays,
 * the one that says most: that which stands in the fewest names of the report, of several the
 * outermost. A namespace that stands in every name says nothing and goes. So the short name of a
 * kernel depends on the others: "ns::f()" is "f()" in a report of its own, and "ns::f()" beside
 * "g()". <unnamed> is no namespace in this sense and stays.
 *
 * The rule was found by comparing 220 names of two reports with what the reference made of them
 * (tests/unit/test_kernel_names.c has those that decide). */
#ifndef ROOFTOP_KERNEL_NAMES_H
#define ROOFTOP_KERNEL_NAMES_H

#include <stddef.h>

struct kernel_names;

struct kernel_names *kernel_names_new(void);
void kernel_names_free(struct kernel_names *names);

/* Takes a full signature into the count; a second time it changes nothing. */
void kernel_names_add(struct kernel_names *names, const char *full);

/* How many signatures there are: while that stays, so do the short names. */
size_t kernel_names_count(const struct kernel_names *names);

/* The signature itself, added if it was not; it lives as long as `names`. */
const char *kernel_names_full(struct kernel_names *names, const char *full);

/* The short name of a signature, added if it was not; it lives as long as `names`. The same
 * signature may get another short name after more were added. */
const char *kernel_names_short(struct kernel_names *names, const char *full);

#endif
