/* instance_kind: says what the correlation ids of a metric's instances are.
 *
 *   "name"      a text: an opcode, a category of instructions, a link
 *   "address"   an instruction's address, as the kernel was loaded
 *   "time"      Unix time in ns; 0 for the first sample of a series, which has none
 *   "argument"  the number that the value holds for: registers, a block size, bytes, barriers
 *   "index"     a number from 0: a launch in a range or graph, a device, a pass group
 *   "number"    a number of unknown meaning
 *
 * Reports do not say it. It follows from the metric's name, its category and the form of the
 * ids. */
#ifndef ROOFTOP_REPORT_METRIC_INSTANCE_KIND_H
#define ROOFTOP_REPORT_METRIC_INSTANCE_KIND_H

#include "report.pb-c.h"

/* Returns one of these words, or NULL if no instance has an id. */
const char *instance_kind(const char *metric, const Rep__ProfileMetricResult *result);

#endif
