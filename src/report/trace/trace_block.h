/* trace_block: rows of one kind and one process as bytes, packed column by column.
 *
 * A block is a header (kind, process, rows, time of packing, as varints), then each column with its
 * length before it. A column holds the differences between one row and the next, as zigzag varints;
 * a 0 is followed by the number of further zeros. The end of a row is kept as its length. So a
 * kernel takes about 15 bytes. A block with texts has them last: each its length and its bytes.
 *
 * Blocks hold whatever a program sent or a file contains: everything is checked when it is read.
 * This module allocates nothing and uses nothing of rooftop but trace_kind: the injection library
 * packs with it, too. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_BLOCK_H
#define ROOFTOP_REPORT_TRACE_TRACE_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace_kind.h"

enum { TRACE_MOST_ROWS = 65536, TRACE_MOST_TEXT = 65535 };

/* The rows that are to be packed, column by column: value of row r, field f is
 * columns[f * stride + r]. */
struct trace_rows {
    enum trace_kind kind;
    uint32_t process;
    uint64_t now; /* when they are packed; no time in them should be later */
    size_t rows;  /* at most TRACE_MOST_ROWS */
    const uint64_t *columns;
    size_t stride;
    const char *const *texts; /* of each row, where the kind has texts; else NULL */
};

/* The most bytes that a block of these rows takes. */
size_t trace_block_room(const struct trace_rows *rows);

/* Packs them. Returns the bytes written. */
size_t trace_block_pack(const struct trace_rows *rows, uint8_t *bytes);

/* A block that is read. It points into the bytes. */
struct trace_block {
    enum trace_kind kind;
    const struct trace_kind_info *info;
    uint32_t process;
    uint64_t now;
    size_t rows;
    size_t fields; /* that the block has: fewer or more than the kind, if the versions differ */
    struct trace_part {
        const uint8_t *bytes;
        size_t length;
    } columns[TRACE_MOST_FIELDS], texts;
};

/* Reads the header and finds the columns. false: the bytes are no block, or its kind is not known
 * (then block->info is NULL). */
bool trace_block_open(struct trace_block *block, const uint8_t *bytes, size_t length);

/* Decodes one column into room for block->rows values. A field that the block lacks is 0. false:
 * the column is damaged. */
bool trace_block_column(const struct trace_block *block, size_t field, uint64_t *values);

/* Gives the next text; *at begins at 0. The text is not NUL-ended. false: there is none, or it is
 * damaged. */
bool trace_block_text(const struct trace_block *block, size_t *at, const char **text,
                      size_t *length);

/* Whether all columns and texts can be decoded: who keeps a block for later asks before, since
 * later nobody can do anything about it. values: room for block->rows; it has the first column
 * then. */
bool trace_block_check(const struct trace_block *block, uint64_t *values);

/* CRC-32 (IEEE 802.3) of the bytes. */
uint32_t trace_checksum(const uint8_t *bytes, size_t length);

#endif
