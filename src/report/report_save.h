/* report_save: a copy of a report file, whole or with some of its results.
 *
 * Entries are copied as they are and blocks with all their fields, those that are not known here
 * too; a block keeps its strings, process and session when its results are left out, and all
 * sources stay. Of a damaged report the whole entries are copied, so the copy is whole.
 *
 * Files in the making (report_begin_run()) are written with what they have so far.
 *
 * A report of several files becomes one, with the session of the first, unless they do not fit
 * together: see report_merge.h. */
#ifndef ROOFTOP_REPORT_SAVE_H
#define ROOFTOP_REPORT_SAVE_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "launch_filter.h"
#include "report.h"

/* Results that pass the filter; *saved: how many. An error if there are none. See report_writer.h
 * for how the file comes to its name. */
bool report_save(struct report *report, const struct launch_filter *filter, const char *path,
                 bool overwrite, size_t *saved, struct error *error);

/* Results for which rows[] is true, with the sources and the session of their files; and whether
 * those may be of one file. */
bool report_save_rows(struct report *report, const bool *rows, const char *path, bool overwrite,
                      struct error *error);
bool report_rows_fit(struct report *report, const bool *rows, struct error *error);

#endif
