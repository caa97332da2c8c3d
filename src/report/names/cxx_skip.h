/* cxx_skip: finds the end of template arguments in a mangled name (Itanium C++ ABI) without
 * interpreting them. */
#ifndef ROOFTOP_REPORT_NAMES_CXX_SKIP_H
#define ROOFTOP_REPORT_NAMES_CXX_SKIP_H

/* Returns the place behind the "E" of the arguments that "I" opens at `at`, or NULL if they are
 * malformed or contain expressions. */
const char *cxx_skip_template_args(const char *at);

#endif
