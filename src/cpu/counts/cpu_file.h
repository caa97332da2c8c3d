/* cpu_file: reads what rooftop cpu -o wrote, JSON of the schema rooftop-cpu. */
#ifndef ROOFTOP_CPU_COUNTS_CPU_FILE_H
#define ROOFTOP_CPU_COUNTS_CPU_FILE_H

#include "cpu/counts/cpu_run.h"

/* Whether the text begins like such a file. */
bool cpu_file_is(const char *text, size_t length);

/* Adds the counts of the file; values that are broken go into the gaps of the run. false: see
 * error, which names the place. */
bool cpu_file_read(struct cpu_run *run, const char *file, const char *text, size_t length,
                   struct error *error);

/* Reads a file of that kind or of perf stat. */
bool cpu_file_open(struct cpu_run *run, const char *path, struct error *error);

#endif
