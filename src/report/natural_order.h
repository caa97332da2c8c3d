/* natural_order: names in the order in which people count: "rank2" before "rank10". */
#ifndef ROOFTOP_NATURAL_ORDER_H
#define ROOFTOP_NATURAL_ORDER_H

/* Compares as strcmp() does, but runs of digits by their value; of equal values the one with fewer
 * zeros before it is the less. What is in a folder stands together: '/' is less than any other
 * byte. 0 only for the same names. */
int natural_order(const char *a, const char *b);

#endif
