/* report_save_run: writes the results of a run (report_begin_run()) into another file. */
#ifndef ROOFTOP_REPORT_FILTER_REPORT_SAVE_RUN_H
#define ROOFTOP_REPORT_FILTER_REPORT_SAVE_RUN_H

#include "report/file/merge_processes.h"
#include "report/file/report_writer.h"

/* Writes the results for which rows[] is true, and everything that the run has beside its results.
 * `session` is what to say about it; NULL: nothing. `merge` has other ids of processes; NULL: they
 * stay. report_writer_finish() reports write errors. */
void report_save_run(struct report_writer *writer, const struct report *report, size_t file,
                     const bool *rows, const struct merge_processes *merge,
                     const Rep__ReportSessionDetails *session);

#endif
