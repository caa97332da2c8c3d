/* merge_processes: which process of which file becomes which process of the merged file.
 *
 * A file knows a process by its id alone. Where files come from several hosts, two processes may
 * have the same id: the second one gets an id that no process has, above those of the kernel. The
 * host of a process then stands beside it, and a note (process_note.h) says what it was. */
#ifndef ROOFTOP_REPORT_FILE_MERGE_PROCESSES_H
#define ROOFTOP_REPORT_FILE_MERGE_PROCESSES_H

#include <stdbool.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"

struct merge_processes;

/* In all functions `files` says which files of the report take part. Release with
 * merge_processes_free(). */
struct merge_processes *merge_processes_new(struct report *report, const bool *files);
void merge_processes_free(struct merge_processes *merge);

/* Returns the process of this file as it is in the merged one. NULL stays NULL. It is valid as long
 * as `merge`. */
const Rep__ProcessInfo *merge_processes_get(const struct merge_processes *merge, size_t file,
                                            const Rep__ProcessInfo *process);

/* Appends a note about each process whose rank is known, that a file has a note about, or, where
 * there are several hosts, about each. */
void merge_processes_note(const struct merge_processes *merge, struct strbuf *comments);

/* Stores two files that have processes of the same id on the same host, which may be one process.
 * Returns false if there are none. */
bool merge_processes_same(const struct merge_processes *merge, size_t *one, size_t *other);

#endif
