/* roofline_sample: a report of results that differ in a roofline of two levels, "RoofLevels", and
 * in one of device memory alone in the same section: eight launches of five kernels, in turn. Of
 * these the third and the fourth are as good as alike, the sixth has done no such work, the seventh
 * ran on another GPU and the last lacks the metrics. */
#ifndef ROOFLINE_SAMPLE_H
#define ROOFLINE_SAMPLE_H

#include "build_report.h"

void build_rooflines(struct build *build, size_t count);

#endif
