/* report_label: how the files of a report are called: what report_file() tells. */
#ifndef ROOFTOP_REPORT_LABEL_H
#define ROOFTOP_REPORT_LABEL_H

#include "report.h"

/* Fills report->files. */
void report_label_files(struct report *report);
/* Releases it: the next call fills it anew. */
void report_label_forget(struct report *report);

#endif
