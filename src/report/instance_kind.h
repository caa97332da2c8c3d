/* instance_kind: what the correlation ids of a metric's instances are.
 *
 *   "name"     a text: an opcode, a category of instructions, a link
 *   "address"  of an instruction, as the kernel was loaded
 *   "time"     Unix time in ns (0: the first sample of a series, which has none)
 *   "argument" the number for which the value holds: registers, a block size, bytes, barriers
 *   "index"    a number from 0: of a launch in a range or graph, a device, a pass group
 *   "number"   a number of unknown meaning
 *
 * Reports do not say; it follows from the metric's name, its category and the form of the ids. */
#ifndef ROOFTOP_INSTANCE_KIND_H
#define ROOFTOP_INSTANCE_KIND_H

#include "report.pb-c.h"

/* NULL: no instance has an id. */
const char *instance_kind(const char *metric, const Rep__ProfileMetricResult *result);

#endif
