/* trace_writer: writes a .rtrace file: eight bytes of magic, then frames of a little-endian u32
 * length, a u32 CRC-32, and a block (trace_block.h).
 *
 * The file gets its name when trace_writer_finish() succeeds. Until then it grows beside it under
 * NAME.XXXXXX.rtrace, so that an old trace of that name stays whole. If rooftop is killed or the
 * disk is full, everything up to the last whole block can be opened there. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_WRITER_H
#define ROOFTOP_REPORT_TRACE_TRACE_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"

#define TRACE_MAGIC "RTRACE\x01\n"
enum { TRACE_MAGIC_BYTES = 8, TRACE_FRAME_BYTES = 8 };

#define TRACE_SUFFIX ".rtrace"

/* Whether the name ends as those of traces do. */
bool trace_is_name(const char *path);

struct trace_writer;

/* NULL: see error; the file exists and `overwrite` is not set, or cannot be written. */
struct trace_writer *trace_writer_open(const char *path, bool overwrite, struct error *error);

/* Writes a block. After a failure nothing more is written, and finish tells of it. */
void trace_writer_add(struct trace_writer *writer, const uint8_t *block, size_t length);

/* Whether a write has failed until now. */
bool trace_writer_failed(const struct trace_writer *writer);

/* Completes the file and frees the writer. false: see error, which names the file that stays with
 * what could be written. */
bool trace_writer_finish(struct trace_writer *writer, struct error *error);

/* Removes what was written, and frees the writer; NULL is fine. */
void trace_writer_abandon(struct trace_writer *writer);

#endif
