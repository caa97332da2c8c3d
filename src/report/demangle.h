/* demangle: C++ kernel names for people.
 *
 * demangle_full() gives the whole signature as reports store it, demangle_function() the bare
 * function name ("f" of "void ns::f<(int)8>(float *)"). Both return new strings; free() them. What
 * lists show is a matter of all names of a report: kernel_names.h. */
#ifndef ROOFTOP_DEMANGLE_H
#define ROOFTOP_DEMANGLE_H

#include <stddef.h>

char *demangle_full(const char *mangled);
char *demangle_function(const char *full);

/* The name of a function of the host, as nm -C prints it ("f(int*, int)"). A new string. */
char *demangle_host(const char *mangled);

/* Length of "name::" at text, or 0. */
size_t demangle_scope(const char *text);

/* The name without "void ", which says nothing of a kernel; points into it. */
const char *demangle_brief(const char *name);

#endif
