/* natural_order: puts names in the order in which people count: "rank2" before "rank10". */
#ifndef ROOFTOP_REPORT_BASE_NATURAL_ORDER_H
#define ROOFTOP_REPORT_BASE_NATURAL_ORDER_H

/* Compares like strcmp(), but compares runs of digits by value; if values are equal, the one with
 * fewer leading zeros is less. '/' is less than any other byte, so that the files of a folder stay
 * together. Returns 0 only for identical names. */
int natural_order(const char *a, const char *b);

#endif
