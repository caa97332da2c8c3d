/* short_number: numbers in few columns, for axes and figures. */
#ifndef ROOFTOP_SHORT_NUMBER_H
#define ROOFTOP_SHORT_NUMBER_H

#include "strbuf.h"

/* Three digits and a prefix of 1000: "16.8M", "950", "0.25", "1.2e-7"; "n/a" for NAN. At most 7
 * columns. */
void short_number(struct strbuf *out, double number);

/* A round number, 1, 2 or 5 times a power of 10: the least one that is not below. */
double short_number_round(double number);

#endif
