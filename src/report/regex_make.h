/* regex_make: regcomp() of an extended regular expression without places of matches, for
 * expressions of anybody.
 *
 * The C library repeats what is repeated by copying it, and doubles its time with each part that
 * may be left out of what is repeated although it may be empty: a few characters ("a++++++++",
 * "((a{99}){99}){99}", "^(a*+++++)$") would take all memory or minutes. Such expressions are
 * refused with REG_ESPACE; the bounds are those under which some six million random expressions
 * took at most some milliseconds each. Back references ("(a)\1"), which names of a few thousand
 * characters would be searched for just as long, are refused with REG_ESUBREG. */
#ifndef ROOFTOP_REGEX_MAKE_H
#define ROOFTOP_REGEX_MAKE_H

#include <regex.h>

/* What regcomp() returns. */
int regex_make(regex_t *regex, const char *text);

#endif
