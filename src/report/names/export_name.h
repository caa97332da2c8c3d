/* export_name: makes the path of a report to write from the value of --export.
 *
 *   %h         the name of this host
 *   %p         the id of this process
 *   %i         the lowest number from 1 for which no file of that name exists
 *   %r         the rank of this process in a parallel program (rank_here.h)
 *   %q{NAME}   the environment variable NAME
 *   %%         a % sign
 *
 * .ncu-rep is added if it is missing, and stands in the place of .ncu-repz: nothing is compressed.
 */
#ifndef ROOFTOP_REPORT_NAMES_EXPORT_NAME_H
#define ROOFTOP_REPORT_NAMES_EXPORT_NAME_H

#include "report/base/error.h"

/* Returns a new string, or NULL with the error: an unknown macro, a variable that is not set, no
 * rank, no free number, or a folder without the name of a file. */
char *export_name(const char *pattern, struct error *error);

/* The same for files with another ending. */
char *export_name_as(const char *pattern, const char *suffix, struct error *error);

#endif
