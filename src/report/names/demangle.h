/* demangle: C++ kernel names for people.
 *
 * demangle_full() returns the whole signature as reports store it. demangle_function() returns the
 * bare function name, "f" for "void ns::f<(int)8>(float *)". Both return new strings; free() them.
 * The names in lists depend on all names of a report: see kernel_names.h. */
#ifndef ROOFTOP_REPORT_NAMES_DEMANGLE_H
#define ROOFTOP_REPORT_NAMES_DEMANGLE_H

#include <stddef.h>

char *demangle_full(const char *mangled);
char *demangle_function(const char *full);

/* Returns the name of a host function as nm -C prints it, "f(int*, int)", as a new string. */
char *demangle_host(const char *mangled);

/* Returns the length of "name::" at the start of the text, or 0. */
size_t demangle_scope(const char *text);

/* Returns the name without "void ", which says nothing about a kernel. The result points into the
 * name. */
const char *demangle_brief(const char *name);

#endif
