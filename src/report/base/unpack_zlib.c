#include "compressors.h"
#include "report/base/unpack_sink.h"

#ifdef HAVE_ZLIB
#include <zlib.h>

/* Bytes that zlib is given at once: its counts have 32 bits. */
enum { AT_ONCE = 1 << 30 };
enum { AS_GZIP = 16 + MAX_WBITS, BARE = -MAX_WBITS };

static unsigned piece(size_t length)
{
    return length < AT_ONCE ? (unsigned)length : AT_ONCE;
}

/* One step of a stream. Moves packed on. */
static int step(struct unpack_sink *sink, z_stream *stream, struct packed *packed, size_t *written)
{
    const unsigned in = piece(packed->length), out = piece(sink->capacity - sink->length);
    stream->next_in = (Bytef *)packed->bytes;
    stream->avail_in = in;
    stream->next_out = sink->bytes + sink->length;
    stream->avail_out = out;
    const int status = inflate(stream, Z_NO_FLUSH);
    packed->bytes += in - stream->avail_in;
    packed->length -= in - stream->avail_in;
    *written = out - stream->avail_out;
    return status;
}

/* One stream to its end. */
static bool decode(struct unpack_sink *sink, z_stream *stream, struct packed *packed)
{
    for (;;) {
        size_t written;
        if (!unpack_sink_room(sink))
            return false;
        const int status = step(sink, stream, packed, &written);
        if (!unpack_sink_add(sink, written))
            return false;
        if (status == Z_STREAM_END)
            return true;
        if (status != Z_OK && status != Z_BUF_ERROR)
            return unpack_damaged(sink, stream->msg ? stream->msg : zError(status));
        if (!packed->length && sink->length < sink->capacity)
            return unpack_short(sink);
    }
}

static bool is_member(struct packed packed)
{
    return packed.length >= 2 && packed.bytes[0] == 0x1f && packed.bytes[1] == 0x8b;
}

static bool unpack_streams(struct unpack_sink *sink, struct packed packed, int form)
{
    z_stream stream = {0};
    if (inflateInit2(&stream, form) != Z_OK)
        return unpack_damaged(sink, "no memory");
    bool good = decode(sink, &stream, &packed);
    while (good && form == AS_GZIP && is_member(packed)) {
        inflateReset(&stream);
        good = decode(sink, &stream, &packed);
    }
    inflateEnd(&stream);
    return good && (!packed.length || unpack_trailing(sink, packed.length));
}

bool unpack_gzip(struct unpack_sink *sink, struct packed packed)
{
    return unpack_streams(sink, packed, AS_GZIP);
}

bool unpack_deflate(struct unpack_sink *sink, struct packed packed)
{
    return unpack_streams(sink, packed, BARE);
}

bool unpack_crc_fits(const uint8_t *bytes, size_t length, uint32_t crc)
{
    uLong found = crc32(0, NULL, 0);
    for (size_t at = 0; at < length; at += AT_ONCE)
        found = crc32(found, bytes + at, piece(length - at));
    return found == crc;
}
#else
bool unpack_gzip(struct unpack_sink *sink, struct packed packed)
{
    (void)packed;
    return unpack_missing(sink, "zlib");
}

bool unpack_deflate(struct unpack_sink *sink, struct packed packed)
{
    return unpack_gzip(sink, packed);
}

bool unpack_crc_fits(const uint8_t *bytes, size_t length, uint32_t crc)
{
    (void)bytes;
    (void)length;
    (void)crc;
    return true;
}
#endif
