/* regex_make: compiles extended regular expressions from untrusted users.
 *
 * The C library repeats a part by copying it. Its time doubles with each optional part inside a
 * repeated part that may be empty. A few characters ("a++++++++", "((a{99}){99}){99}",
 * "^(a*+++++)$") would take all memory or minutes. Such expressions fail with REG_ESPACE. Under the
 * bounds chosen here, six million random expressions took at most some milliseconds each. Back
 * references ("(a)\1") fail with REG_ESUBREG: they would be just as slow on names of a few thousand
 * characters. Matches have no places (REG_NOSUB). */
#ifndef ROOFTOP_REPORT_BASE_REGEX_MAKE_H
#define ROOFTOP_REPORT_BASE_REGEX_MAKE_H

#include <regex.h>

/* Compiles the text. Returns what regcomp() returns; 0 is success. */
int regex_make(regex_t *regex, const char *text);

#endif
