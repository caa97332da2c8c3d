/* report_save: copies a report file as a whole or with some of its results.
 *
 * Entries are copied as they are, or as the caller amends them. Blocks are copied with all their
 * fields, even those unknown here. If the results of a block are left out, it keeps its strings,
 * process and session; all sources stay. The copy of a damaged report has its whole entries and is
 * itself whole. A run (report_begin_run()) is written with what it has so far.
 *
 * A report of several files becomes one file with the session of the first, unless they do not fit
 * together: see report_merge.h. */
#ifndef ROOFTOP_REPORT_FILTER_REPORT_SAVE_H
#define ROOFTOP_REPORT_FILTER_REPORT_SAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"
#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/filter/launch_filter.h"

/* Changes results on their way into the copy: appends the bytes of a result, which are given with
 * the name ids of the report's table, as they are to be stored. It may add names to that table. */
struct report_amend {
    void (*amend)(void *context, struct report *report, size_t index, const uint8_t *bytes,
                  size_t length, struct strbuf *out);
    void *context;
};

/* Saves the results that pass the filter. *saved: their number; it is an error if there are none.
 * amend: changes them; NULL: they are copied as they are. report_writer.h describes how the file
 * gets its name. */
bool report_save(struct report *report, const struct launch_filter *filter,
                 const struct report_amend *amend, const char *path, bool overwrite, size_t *saved,
                 struct error *error);

/* report_save_rows() saves the results for which rows[] is true, amended in the same way, with the
 * sources and the session of their files. report_rows_fit() returns whether they can be in one
 * file. */
bool report_save_rows(struct report *report, const bool *rows, const struct report_amend *amend,
                      const char *path, bool overwrite, struct error *error);
bool report_rows_fit(struct report *report, const bool *rows, struct error *error);

#endif
