/* demangle: C++ kernel names for people.
 *
 * demangle_full() gives the whole signature as reports store it. demangle_short() is what lists
 * show: namespaces of qualified names and casts of template arguments dropped ("f<8, T>(T *)" of
 * "ns::f<(int)8, ns::T>(ns::T *)"). demangle_function() keeps the bare function name ("f"). All
 * return new strings; free() them. */
#ifndef ROOFTOP_DEMANGLE_H
#define ROOFTOP_DEMANGLE_H

char *demangle_full(const char *mangled);
char *demangle_short(const char *full);
char *demangle_function(const char *full);

/* The name without "void ", which says nothing of a kernel; points into it. */
const char *demangle_brief(const char *name);

#endif
