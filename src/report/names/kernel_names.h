/* kernel_names: the short names of a report's kernels, as ncu prints them.
 *
 * A short name has no casts in template arguments: "f<8>" for "f<(int)8>". Of each chain of
 * namespaces it keeps the one that says most: the one in the fewest names of the report, and the
 * outermost if several are equal. A namespace in every name says nothing and goes. So a short name
 * depends on the other names: "ns::f()" is "f()" in a report of its own, but "ns::f()" beside
 * "g()". <unnamed> does not count as a namespace and stays.
 *
 * The rule was found by comparing 220 names in two reports with what ncu makes of them.
 * tests/unit/report/test_kernel_names.c has the decisive ones. */
#ifndef ROOFTOP_REPORT_NAMES_KERNEL_NAMES_H
#define ROOFTOP_REPORT_NAMES_KERNEL_NAMES_H

#include <stddef.h>

/* The forms of a kernel's name, for --print-kernel-base and --kernel-name-base. */
enum kernel_name_form {
    KERNEL_NAME_DEMANGLED, /* on pages shortened, except on the source page */
    KERNEL_NAME_FUNCTION,  /* without namespaces and template arguments */
    KERNEL_NAME_MANGLED    /* as the compiler wrote it */
};

struct kernel_names;

struct kernel_names *kernel_names_new(void);
void kernel_names_free(struct kernel_names *names);

/* Counts a full signature. Adding it again changes nothing. */
void kernel_names_add(struct kernel_names *names, const char *full);

/* Returns the number of signatures. Short names stay valid while it does not change. */
size_t kernel_names_count(const struct kernel_names *names);

/* Returns the signature, and adds it if it is new. The result lives as long as `names`. */
const char *kernel_names_full(struct kernel_names *names, const char *full);

/* Returns the short name of a signature, and adds the signature if it is new. The result lives as
 * long as `names`. The short name of a signature may change when more signatures are added. */
const char *kernel_names_short(struct kernel_names *names, const char *full);

#endif
