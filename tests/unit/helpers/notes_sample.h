/* notes_sample: a report whose results have comments, NVTX ranges and call stacks, some with
 * escapes in their texts. Result 0 has all of them, result 1 has none; both launch on thread 7. */
#ifndef NOTES_SAMPLE_H
#define NOTES_SAMPLE_H

#include "build_report.h"

void build_notes(struct build *build);

#endif
