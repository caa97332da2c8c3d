/* cxx_name: demangles a C++ name into the form in which reports store kernel names.
 *
 * libiberty parses the name into a tree. The text that libiberty itself makes differs from the
 * stored form, which keeps what the mangled name says about templates:
 *   - Literals have the cast of their type: f<(int)8, (bool)0>.
 *   - Parameters stay template parameters, counted from 1: (T1 *, T2, T3...).
 *   - const stands before a type, but behind a pointer: const float *, float *const *.
 *   - Unnamed namespaces are <unnamed>::, lambdas [lambda(float) (instance 1)]; operator ().
 *   - Template functions have their return type, also if they contain a lambda.
 *
 * Sources: the names in real reports and the names that ncu prints. */
#ifndef ROOFTOP_REPORT_NAMES_CXX_NAME_H
#define ROOFTOP_REPORT_NAMES_CXX_NAME_H

/* Returns a new string, or NULL if this is no mangled C++ name or one of an unknown kind. */
char *cxx_name(const char *mangled);

#endif
