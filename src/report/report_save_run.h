/* report_save_run: results of a run (report_begin_run()) for another file. */
#ifndef ROOFTOP_REPORT_SAVE_RUN_H
#define ROOFTOP_REPORT_SAVE_RUN_H

#include "report_writer.h"

/* Writes what the run has beside its results, and those for which rows[] is true. session: what is
 * said of it; NULL: nothing. What fails to be written is told by report_writer_finish(). */
void report_save_run(struct report_writer *writer, const struct report *report, size_t file,
                     const bool *rows, const Rep__ReportSessionDetails *session);

#endif
