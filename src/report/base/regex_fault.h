/* regex_fault: says what regcomp() found wrong with an extended regular expression, and where. */
#ifndef ROOFTOP_REPORT_BASE_REGEX_FAULT_H
#define ROOFTOP_REPORT_BASE_REGEX_FAULT_H

#include <regex.h>
#include <stddef.h>

enum { REGEX_FAULT = 192 /* enough bytes for the text */ };

/* Writes a text like "Unmatched ( or \( at character 3". `problem` is what regcomp() returned, not
 * 0. The place is the first character without which the text before it would not have this fault;
 * characters count from 1. A very long text gets no place. */
void regex_fault(char out[REGEX_FAULT], int problem, const regex_t *regex, const char *text);

#endif
