/* report_origin: which profiler wrote a report, as its session tells. */
#ifndef ROOFTOP_REPORT_ORIGIN_H
#define ROOFTOP_REPORT_ORIGIN_H

#include <stdbool.h>

#include "report.pb-c.h"

/* Our name among the versions of a session. */
#define REPORT_ORIGIN "rooftop"

/* Whose version it is. */
enum report_origin { ORIGIN_NO_PROFILER, ORIGIN_OURS, ORIGIN_REFERENCE };
enum report_origin report_origin_of(const Rep__VersionInfo *version);

/* Whether everything in it was measured by rooftop. A file that reports of both were put into is
 * not ours: of each of its results nobody can tell. NULL: no session, not ours. */
bool report_is_ours(const Rep__ReportSessionDetails *session);

#endif
