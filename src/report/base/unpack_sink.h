/* unpack_sink: what unpack.h and the decoder of each format share: the bytes that come out, and the
 * errors that all of them can meet. */
#ifndef ROOFTOP_REPORT_BASE_UNPACK_SINK_H
#define ROOFTOP_REPORT_BASE_UNPACK_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"

struct packed {
    const uint8_t *bytes;
    size_t length;
};

struct unpack_sink {
    uint8_t *bytes; /* pages of their own; NULL: none yet */
    size_t length, capacity;
    size_t most;         /* bytes that may come out */
    size_t memory;       /* of them, what memory allows */
    const char *name;    /* of the format: "zstd data" */
    const char *command; /* unpacks such a file elsewhere */
    struct error *error;
};

/* Makes room behind the bytes, for one more at least. A decoder writes there and adds what it
 * wrote. Both return false with the error if that is too much. */
bool unpack_sink_room(struct unpack_sink *sink);
bool unpack_sink_add(struct unpack_sink *sink, size_t length);
void unpack_sink_free(struct unpack_sink *sink);

/* Each sets the error and returns false. */
bool unpack_short(struct unpack_sink *sink);
bool unpack_damaged(struct unpack_sink *sink, const char *why);
bool unpack_trailing(struct unpack_sink *sink, size_t length);
bool unpack_missing(struct unpack_sink *sink, const char *library);

/* The decoders: each takes all of the bytes. */
bool unpack_zstd(struct unpack_sink *sink, struct packed packed);
bool unpack_gzip(struct unpack_sink *sink, struct packed packed);
bool unpack_deflate(struct unpack_sink *sink, struct packed packed); /* without a header */
bool unpack_zip(struct unpack_sink *sink, struct packed packed);

/* Whether the bytes have this CRC-32, as zip and gzip have it. True where nothing can tell. */
bool unpack_crc_fits(const uint8_t *bytes, size_t length, uint32_t crc);

#endif
