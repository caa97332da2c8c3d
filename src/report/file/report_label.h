/* report_label: makes the names, labels and hosts of a report's files, which report_file()
 * returns. Ranks come from rank.h, short names from short_path.h. The environment that tells a rank
 * stands in ReportSessionDetails.ExecutableSettings.Environment, which ncu leaves empty. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_LABEL_H
#define ROOFTOP_REPORT_FILE_REPORT_LABEL_H

#include "report/file/report.h"

/* Fills report->files. */
void report_label_files(struct report *report);
/* Frees report->files. The next call of report_file() fills it again. */
void report_label_forget(struct report *report);

#endif
