/* regex_make: regcomp() of an extended regular expression without places of matches, for
 * expressions of anybody.
 *
 * The C library repeats what is repeated by copying it, so that a few characters ("a++++++++",
 * "((a{99}){99}){99}") would take all memory: an expression of more than 100,000 copies in all is
 * refused with REG_ESPACE. */
#ifndef ROOFTOP_REGEX_MAKE_H
#define ROOFTOP_REGEX_MAKE_H

#include <regex.h>

/* What regcomp() returns. */
int regex_make(regex_t *regex, const char *text);

#endif
