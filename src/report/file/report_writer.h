/* report_writer: writes an .ncu-rep file block by block, in the order and form that readers of the
 * format expect.
 *
 * The file gets its name only when report_writer_finish() succeeds. Until then it grows under a
 * temporary name beside it, so that an old report of that name stays whole. Each result is in the
 * temporary file once it is written. If the process dies or the disk is full, what was measured so
 * far can be read there. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_WRITER_H
#define ROOFTOP_REPORT_FILE_REPORT_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "report/base/error.h"
#include "report/file/report.h"

struct report_writer;

/* Opens a writer. Returns NULL with the error if the file exists and `overwrite` is not set. A file
 * that appears later is not replaced either. */
struct report_writer *report_writer_open(const char *path, bool overwrite, struct error *error);
/* Opens a writer that begins with the file header of another report. */
struct report_writer *report_writer_open_as(const Rep__FileHeader *header, const char *path,
                                            bool overwrite, struct error *error);

/* Writes session details; may be called several times with parts of them. */
bool report_writer_session(struct report_writer *writer, const Rep__ReportSessionDetails *session,
                           const Rep__ProcessInfo *process);
/* Says that the file already has the first `count` strings of the report. */
void report_writer_has_strings(struct report_writer *writer, uint32_t count);

/* Writes a source entry. */
bool report_writer_source(struct report_writer *writer, const Rep__SourceData *source,
                          const Rep__ProcessInfo *process);

/* Writes one packed result, preceded by the strings that `report` got since the last one. */
bool report_writer_result(struct report_writer *writer, const struct report *report,
                          enum entry_kind kind, const uint8_t *packed, size_t length,
                          const Rep__ProcessInfo *process);

/* Says where the entry lies that was written last. Returns false if it was not written. The file
 * stays open until the writer is freed. */
bool report_writer_last(const struct report_writer *writer, size_t length, int *file,
                        off_t *offset);

/* Writes a block as it was in another file. The header says how many entries of each kind it
 * has. */
struct packed_entry {
    const uint8_t *bytes;
    size_t length;
};
bool report_writer_block(struct report_writer *writer, const Rep__BlockHeader *header,
                         const struct packed_entry *entries, size_t count);

/* Completes the file, syncs it to the disk and frees the writer. Returns false with the first error
 * of any write. The temporary file then stays if it has results, and the error names it. */
bool report_writer_finish(struct report_writer *writer, struct error *error);
void report_writer_abandon(struct report_writer *writer);

#endif
