/* cxx_skip: finds the end of template arguments in a mangled name (Itanium C++ ABI), without
 * looking at what they mean. */
#ifndef ROOFTOP_CXX_SKIP_H
#define ROOFTOP_CXX_SKIP_H

/* `at` is at the "I" that opens the arguments. The place behind their "E", or NULL if they are not
 * well-formed or hold expressions. */
const char *cxx_skip_template_args(const char *at);

#endif
