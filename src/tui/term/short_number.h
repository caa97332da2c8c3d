/* short_number: formats numbers in few columns, for axes and figures. */
#ifndef ROOFTOP_TUI_TERM_SHORT_NUMBER_H
#define ROOFTOP_TUI_TERM_SHORT_NUMBER_H

#include <stddef.h>

#include "report/base/strbuf.h"

/* Appends three digits and a prefix of 1000: "16.8M", "950", "0.25", "1.2e-7"; "n/a" for NAN. It
 * takes at most 7 columns. */
void short_number(struct strbuf *out, double number);

/* Returns how many digits a whole number has. */
int short_number_digits(size_t number);

/* Returns the least round number (1, 2 or 5 times a power of 10) that is not below `number`. */
double short_number_round(double number);

#endif
