/* perf_output: reads what perf stat printed: text, -x with any of , ; : | and tab, and -j; also
 * with -I, -A, --per-socket and -r. What is no count is passed over: the document's own lines,
 * comments, the program's output. Lines that are meant as counts but are broken, and events that no
 * formula has, go into the gaps of the run.
 *
 * Numbers of text may have separators between thousands, by any locale. The time is duration_time
 * or the line "seconds time elapsed". */
#ifndef ROOFTOP_CPU_COUNTS_PERF_OUTPUT_H
#define ROOFTOP_CPU_COUNTS_PERF_OUTPUT_H

#include "cpu/counts/cpu_run.h"

/* Adds the counts of a text; cpu_run_settle() comes after the last one. `file` names it in errors.
 * false: it has no count, or is no text. */
bool perf_output_read(struct cpu_run *run, const char *file, const char *text, size_t length,
                      struct error *error);

#endif
