#include "compressors.h"
#include "report/base/unpack_sink.h"

#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

/* What the library says, at the first byte of a frame (or behind the last one) or inside. */
static bool refuse(struct unpack_sink *sink, size_t problem, const ZSTD_inBuffer *in, bool between)
{
    if (between && in->pos && ZSTD_getErrorCode(problem) == ZSTD_error_prefix_unknown)
        return unpack_trailing(sink, in->size - in->pos);
    return unpack_damaged(sink, ZSTD_getErrorName(problem));
}

static bool decode(struct unpack_sink *sink, ZSTD_DCtx *decoder, ZSTD_inBuffer *in)
{
    size_t left = 0; /* of a frame; 0: between two */
    while (left || in->pos < in->size) {
        if (!unpack_sink_room(sink))
            return false;
        const ZSTD_inBuffer before = *in;
        ZSTD_outBuffer out = {sink->bytes + sink->length, sink->capacity - sink->length, 0};
        const bool between = !left;
        left = ZSTD_decompressStream(decoder, &out, in);
        if (ZSTD_isError(left))
            return refuse(sink, left, &before, between);
        if (!unpack_sink_add(sink, out.pos))
            return false;
        if (left && in->pos == in->size && out.pos < out.size)
            return unpack_short(sink);
    }
    return true;
}

bool unpack_zstd(struct unpack_sink *sink, struct packed packed)
{
    ZSTD_DCtx *decoder = ZSTD_createDCtx();
    ZSTD_inBuffer in = {packed.bytes, packed.length, 0};
    const bool good = decoder ? decode(sink, decoder, &in) : unpack_damaged(sink, "no memory");
    ZSTD_freeDCtx(decoder);
    return good;
}
#else
bool unpack_zstd(struct unpack_sink *sink, struct packed packed)
{
    (void)packed;
    return unpack_missing(sink, "libzstd");
}
#endif
