/* regex_fault: what regcomp() found wrong with an extended regular expression, and where. */
#ifndef ROOFTOP_REGEX_FAULT_H
#define ROOFTOP_REGEX_FAULT_H

#include <regex.h>
#include <stddef.h>

enum { REGEX_FAULT = 192 /* bytes that are enough */ };

/* problem: what regcomp() of the text returned, not 0. "Unmatched ( or \( at character 3": the
 * first one without which what stands before it would not have this fault; characters count from 1.
 * Of a text that is very long no place is told. */
void regex_fault(char out[REGEX_FAULT], int problem, const regex_t *regex, const char *text);

#endif
