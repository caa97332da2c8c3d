/* How it works: the directory at the end says where the one file lies. What stands in front of the
 * file may leave out its sizes, so that is only skipped. */
#include <string.h>

#include "report/base/unpack_sink.h"

/* Bytes of the fixed parts, and the longest comment at the end. */
enum { LOCAL = 30, CENTRAL = 46, END = 22, COMMENT = 65535 };
enum { IS_ENCRYPTED = 1 };
static const uint32_t in_64_bits =
    UINT32_MAX; /* stands elsewhere, as an archive above 4 GB has it */

struct zip_file {
    uint32_t flags, method, crc, packed, unpacked, place;
};

static uint32_t number(const uint8_t *bytes, int length)
{
    uint32_t value = 0;
    while (length-- > 0)
        value = value << 8 | bytes[length];
    return value;
}

/* Returns the end of the directory, which reaches to the last byte, or NULL. */
static const uint8_t *find_end(struct packed packed)
{
    for (size_t comment = 0; comment <= COMMENT && packed.length >= END + comment; comment++) {
        const uint8_t *end = packed.bytes + packed.length - END - comment;
        if (memcmp(end, "PK\5\6", 4) == 0 && number(end + 20, 2) == comment)
            return end;
    }
    return NULL;
}

static bool read_directory(struct unpack_sink *sink, struct packed packed, struct zip_file *file)
{
    const uint8_t *end = find_end(packed);
    if (!end)
        return error_set(sink->error,
                         "this zip archive ends too early, or other bytes follow it; copy the "
                         "whole file here again");
    const uint32_t files = number(end + 10, 2), place = number(end + 16, 4);
    if (files != 1)
        return error_set(sink->error,
                         "this zip archive has %u files where one report is expected; unpack it "
                         "first: %s",
                         files, sink->command);
    const uint8_t *entry = packed.bytes + place;
    if (place == in_64_bits)
        return unpack_damaged(sink, "its sizes have 64 bits");
    if (place > packed.length || packed.length - place < CENTRAL || memcmp(entry, "PK\1\2", 4) != 0)
        return unpack_damaged(sink, "its directory is not where it says");
    *file = (struct zip_file){.flags = number(entry + 8, 2),
                              .method = number(entry + 10, 2),
                              .crc = number(entry + 16, 4),
                              .packed = number(entry + 20, 4),
                              .unpacked = number(entry + 24, 4),
                              .place = number(entry + 42, 4)};
    return true;
}

static bool find_bytes(struct unpack_sink *sink, struct packed packed, const struct zip_file *file,
                       struct packed *bytes)
{
    const uint8_t *local = packed.bytes + file->place;
    if (file->flags & IS_ENCRYPTED)
        return unpack_damaged(sink, "it needs a password");
    if (file->packed == in_64_bits || file->unpacked == in_64_bits || file->place == in_64_bits)
        return unpack_damaged(sink, "its sizes have 64 bits");
    if (file->place > packed.length || packed.length - file->place < LOCAL ||
        memcmp(local, "PK\3\4", 4) != 0)
        return unpack_damaged(sink, "its file is not where it says");
    const size_t before = (size_t)LOCAL + number(local + 26, 2) + number(local + 28, 2);
    const size_t left = packed.length - file->place;
    if (before > left || file->packed > left - before)
        return unpack_damaged(sink, "its file is longer than it");
    *bytes = (struct packed){local + before, file->packed};
    return true;
}

static bool unpack_stored(struct unpack_sink *sink, struct packed packed)
{
    while (packed.length) {
        if (!unpack_sink_room(sink))
            return false;
        const size_t room = sink->capacity - sink->length;
        const size_t length = packed.length < room ? packed.length : room;
        memcpy(sink->bytes + sink->length, packed.bytes, length);
        packed = (struct packed){packed.bytes + length, packed.length - length};
        if (!unpack_sink_add(sink, length))
            return false;
    }
    return true;
}

static bool unpack_method(struct unpack_sink *sink, struct packed packed, uint32_t method)
{
    static const struct {
        uint32_t method;
        bool (*unpack)(struct unpack_sink *sink, struct packed packed);
    } methods[] = {{0, unpack_stored}, {8, unpack_deflate}, {93, unpack_zstd}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (methods[i].method == method)
            return methods[i].unpack(sink, packed);
    return error_set(sink->error,
                     "this zip archive is packed by method %u, which is not known here; unpack it "
                     "first: %s",
                     method, sink->command);
}

bool unpack_zip(struct unpack_sink *sink, struct packed packed)
{
    struct zip_file file = {0};
    struct packed bytes = {0};
    if (!read_directory(sink, packed, &file) || !find_bytes(sink, packed, &file, &bytes) ||
        !unpack_method(sink, bytes, file.method))
        return false;
    if (sink->length != file.unpacked || !unpack_crc_fits(sink->bytes, sink->length, file.crc))
        return unpack_damaged(sink, "its checksum is another");
    return true;
}
