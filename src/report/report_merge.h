/* report_merge: what the files of a report need to become one file.
 *
 * A file has one string table, one session, one table of devices, and knows a process by its id
 * alone. So the ids of names in the results change to those of the report's one table; the session
 * is that of the first file, with the devices and comments of all; and files that cannot stand in
 * one without telling something wrong are refused: of two hosts, with two processes of one id, or
 * with a device that is not the same in both. */
#ifndef ROOFTOP_REPORT_MERGE_H
#define ROOFTOP_REPORT_MERGE_H

#include <stdbool.h>

#include "error.h"
#include "report.h"
#include "strbuf.h"

/* In all of these `files` says which of the report's take part. */

/* false: two of the files do not fit together. */
bool report_merge_fits(struct report *report, const bool *files, struct error *error);

/* Appends the bytes of a result of the file with the ids of the report's table; all else stays,
 * also what is not known here. false: it is no message. */
bool report_merge_entry(struct strbuf *out, const struct report *report, size_t file,
                        const struct entry *entry);

/* The comments on the files, a line break between them, each once; NULL: none; else free() it. */
char *report_merge_comments(const struct report *report, const bool *files);

/* What a block of the file says of the session in the merged one: of the first file all but the
 * comment and the executable, whose rank would become that of all; of the others the devices that
 * no file before has. NULL: nothing; else free() it: it points into the report. */
Rep__ReportSessionDetails *report_merge_details(const struct report *report, const bool *files,
                                                size_t file,
                                                const Rep__ReportSessionDetails *session);

#endif
