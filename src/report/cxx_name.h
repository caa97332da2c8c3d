/* cxx_name: a mangled C++ name in the form in which reports store kernel names.
 *
 * The tree comes from libiberty; its own text differs from the stored form, which keeps what the
 * mangled name says of templates:
 *
 *   - literals have the cast of their type: f<(int)8, (bool)0>
 *   - parameters stay template parameters, counted from 1: (T1 *, T2, T3...)
 *   - const stands before the type, a pointer after a blank: const float *, float *const *
 *   - <unnamed>:: for unnamed namespaces, [lambda(float) (instance 1)], operator ()
 *   - template functions have their return type, also those around a lambda
 *
 * Facts: the names of real reports, and what the reference prints in public. */
#ifndef ROOFTOP_CXX_NAME_H
#define ROOFTOP_CXX_NAME_H

/* A new string; NULL if it is no mangled C++ name, or one of a kind that is not known here. */
char *cxx_name(const char *mangled);

#endif
