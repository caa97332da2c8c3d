/* verdict: what limits a kernel, in a word or two, from its speed-of-light numbers.
 *
 * The busier of compute and memory limits it if it reaches 60 % of its peak; of memory, the part
 * that comes closest to its own peak is named. Below 60 % it is latency: the kernel waits more than
 * it works. */
#ifndef ROOFTOP_VERDICT_H
#define ROOFTOP_VERDICT_H

#include "report.h"

/* A constant text; "" if the numbers were not collected. */
const char *verdict_text(const struct result_summary *summary);

#endif
