/* report_merge: converts the files of a report so that they can become one file.
 *
 * A file has one string table, one session and one table of devices, and it knows a process by its
 * id alone. So name ids in results change to those of the report's table, and processes of several
 * hosts that have the same id get others (merge_processes.h). The session is that of the first
 * file, with the comments of all, and notes that say where each process ran. Of devices with the
 * same number, the first one is kept; results have the attributes of theirs. Files are refused if
 * they have the same process, because its results would be there twice. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_MERGE_H
#define ROOFTOP_REPORT_FILE_REPORT_MERGE_H

#include <stdbool.h>

#include "report/base/error.h"
#include "report/base/strbuf.h"
#include "report/file/merge_processes.h"
#include "report/file/report.h"

/* In all functions `files` says which files of the report take part. */

/* Returns false with the error if two of the files cannot become one. */
bool report_merge_fits(struct report *report, const bool *files, struct error *error);

/* Appends the bytes of a result with the ids of the report's table. Everything else is copied, even
 * fields that are unknown here. Returns false if the entry is no message. */
bool report_merge_entry(struct strbuf *out, const struct report *report, size_t file,
                        const struct entry *entry);

/* Returns the distinct comments on the files, separated by line breaks, and the notes about their
 * processes; free() them. Returns NULL if there are none. */
char *report_merge_comments(const struct report *report, const bool *files,
                            const struct merge_processes *merge);

/* Returns the session details that a block of the file has in the merged file, or NULL for none;
 * free() them. They point into the report. The first file keeps everything except the comment and
 * the executable, whose rank would become that of all. Other files keep only devices that no
 * earlier file has. */
Rep__ReportSessionDetails *report_merge_details(const struct report *report, const bool *files,
                                                size_t file,
                                                const Rep__ReportSessionDetails *session);

#endif
