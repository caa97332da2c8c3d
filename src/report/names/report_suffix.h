/* report_suffix: the endings of the names of reports, plain and packed.
 *
 *   .ncu-rep  .ncu-repz  .ncu-rep.zst  .ncu-rep.gz  .ncu-rep.zip
 *
 * Only what a name stands for depends on them, never how a file is read. */
#ifndef ROOFTOP_REPORT_NAMES_REPORT_SUFFIX_H
#define ROOFTOP_REPORT_NAMES_REPORT_SUFFIX_H

#include <stddef.h>

/* Returns the length of such an ending, or 0 if the name has none, or nothing before it. */
size_t report_suffix(const char *name);

#endif
