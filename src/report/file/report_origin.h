/* report_origin: says which profiler wrote a report, from the versions in its session. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_ORIGIN_H
#define ROOFTOP_REPORT_FILE_REPORT_ORIGIN_H

#include <stdbool.h>

#include "report.pb-c.h"

/* The name of this program among the versions of a session. */
#define REPORT_ORIGIN "rooftop"

/* Whose version it is: another program's, rooftop's or ncu's. */
enum report_origin { ORIGIN_NO_PROFILER, ORIGIN_OURS, ORIGIN_NCU };
enum report_origin report_origin_of(const Rep__VersionInfo *version);

/* Returns whether rooftop measured everything in the report. If ncu contributed to the file, too,
 * nobody can tell which result is whose, so the answer is false. It is also false for NULL. */
bool report_is_ours(const Rep__ReportSessionDetails *session);

#endif
