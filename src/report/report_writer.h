/* report_writer: writes an .ncu-rep file, block by block, in the order and form that readers of the
 * format know.
 *
 * The file appears under its name only when report_writer_finish() succeeds: until then it grows
 * beside it under a temporary name, so that an old report of that name stays whole whatever
 * happens. Each result is in the temporary file once it is written: after the end of the process,
 * or when the disk is full, what was measured until then can be read there. */
#ifndef ROOFTOP_REPORT_WRITER_H
#define ROOFTOP_REPORT_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "report.h"

struct report_writer;

/* Refuses an existing file unless overwrite; one that appears later is not replaced either. */
struct report_writer *report_writer_open(const char *path, bool overwrite, struct error *error);
/* The same with the file header of another report. */
struct report_writer *report_writer_open_as(const Rep__FileHeader *header, const char *path,
                                            bool overwrite, struct error *error);

/* Session details; may come in parts. */
bool report_writer_session(struct report_writer *writer, const Rep__ReportSessionDetails *session,
                           const Rep__ProcessInfo *process);
/* The file has the first so many strings of the report already. */
void report_writer_has_strings(struct report_writer *writer, uint32_t count);

bool report_writer_source(struct report_writer *writer, const Rep__SourceData *source,
                          const Rep__ProcessInfo *process);

/* One packed result; the strings that `report` got since the last result go before it. */
bool report_writer_result(struct report_writer *writer, const struct report *report,
                          enum entry_kind kind, const uint8_t *packed, size_t length,
                          const Rep__ProcessInfo *process);

/* A block as it was elsewhere: the header says how many entries of each kind it has. */
struct packed_entry {
    const uint8_t *bytes;
    size_t length;
};
bool report_writer_block(struct report_writer *writer, const Rep__BlockHeader *header,
                         const struct packed_entry *entries, size_t count);

/* Completes the file, brings it to the disk and frees the writer. false: the first error of any
 * write, and the name of the temporary file, which stays if it has results. */
bool report_writer_finish(struct report_writer *writer, struct error *error);
void report_writer_abandon(struct report_writer *writer);

#endif
