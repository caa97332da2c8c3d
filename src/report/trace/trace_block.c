#include "report/trace/trace_block.h"

#include <string.h>

enum { VARINT_MOST = 10, HEADER_MOST = 6 * VARINT_MOST };

static size_t put_varint(uint8_t *to, uint64_t value)
{
    size_t length = 0;
    while (value >= 0x80) {
        to[length++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    to[length++] = (uint8_t)value;
    return length;
}

static bool get_varint(const uint8_t **at, const uint8_t *end, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
        const uint8_t byte = *(*at)++;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}

/* Differences may overflow: they are taken modulo 2^64. */
static uint64_t zigzag(uint64_t difference)
{
    return (difference << 1) ^ (0 - (difference >> 63));
}

static uint64_t unzigzag(uint64_t value)
{
    return (value >> 1) ^ (0 - (value & 1));
}

size_t trace_block_room(const struct trace_rows *rows)
{
    const struct trace_kind_info *info = trace_kind_info(rows->kind);
    /* A length, and for each row a difference or the beginning of a run of zeros. */
    size_t room = HEADER_MOST + (info->fields + info->has_text) * VARINT_MOST +
                  info->fields * rows->rows * (VARINT_MOST + 1);
    for (size_t i = 0; info->has_text && i < rows->rows; i++)
        room += VARINT_MOST + strnlen(rows->texts[i], TRACE_MOST_TEXT);
    return room;
}

/* The value that the column keeps: of an end, how long it is after the start. */
static uint64_t kept_value(const struct trace_rows *rows, bool is_end, const uint64_t *column,
                           size_t row)
{
    return is_end ? column[row] - rows->columns[row] : column[row];
}

static size_t pack_column(const struct trace_rows *rows, size_t field, uint8_t *to)
{
    const bool is_end = field == SPAN_END && trace_kind_info(rows->kind)->lasts;
    const uint64_t *column = rows->columns + field * rows->stride;
    size_t length = 0, run = 0;
    uint64_t before = 0;
    for (size_t i = 0; i < rows->rows; i++) {
        const uint64_t value = kept_value(rows, is_end, column, i);
        if (value == before) {
            run++;
            continue;
        }
        if (run) {
            to[length++] = 0;
            length += put_varint(to + length, run - 1);
            run = 0;
        }
        length += put_varint(to + length, zigzag(value - before));
        before = value;
    }
    if (run) {
        to[length++] = 0;
        length += put_varint(to + length, run - 1);
    }
    return length;
}

/* Puts the length before the bytes, which were written at the place where it can be longest. */
static size_t close_part(uint8_t *start, size_t length)
{
    uint8_t prefix[VARINT_MOST];
    const size_t size = put_varint(prefix, length);
    memmove(start + size, start + VARINT_MOST, length);
    memcpy(start, prefix, size);
    return size + length;
}

static size_t pack_texts(const struct trace_rows *rows, uint8_t *to)
{
    size_t length = 0;
    for (size_t i = 0; i < rows->rows; i++) {
        const size_t size = strnlen(rows->texts[i], TRACE_MOST_TEXT);
        length += put_varint(to + length, size);
        memcpy(to + length, rows->texts[i], size);
        length += size;
    }
    return length;
}

size_t trace_block_pack(const struct trace_rows *rows, uint8_t *bytes)
{
    const struct trace_kind_info *info = trace_kind_info(rows->kind);
    const uint64_t header[] = {rows->kind, rows->process, rows->rows, rows->now, info->fields};
    size_t length = 0;
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        length += put_varint(bytes + length, header[i]);
    for (size_t i = 0; i < info->fields; i++)
        length += close_part(bytes + length, pack_column(rows, i, bytes + length + VARINT_MOST));
    if (info->has_text)
        length += close_part(bytes + length, pack_texts(rows, bytes + length + VARINT_MOST));
    return length;
}

static bool get_part(const uint8_t **at, const uint8_t *end, struct trace_part *part)
{
    uint64_t length;
    if (!get_varint(at, end, &length) || length > (size_t)(end - *at))
        return false;
    *part = (struct trace_part){*at, (size_t)length};
    *at += length;
    return true;
}

bool trace_block_open(struct trace_block *block, const uint8_t *bytes, size_t length)
{
    const uint8_t *at = bytes, *end = bytes + length;
    uint64_t header[5];
    *block = (struct trace_block){0};
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        if (!get_varint(&at, end, &header[i]))
            return false;
    if (header[1] > UINT32_MAX || header[2] > TRACE_MOST_ROWS || header[4] > TRACE_MOST_FIELDS)
        return false;
    block->info = header[0] < TRACE_KINDS ? trace_kind_info((unsigned)header[0]) : NULL;
    if (!block->info)
        return false;
    block->kind = (enum trace_kind)header[0];
    block->process = (uint32_t)header[1];
    block->rows = (size_t)header[2];
    block->now = header[3];
    block->fields = (size_t)header[4];
    for (size_t i = 0; i < block->fields; i++)
        if (!get_part(&at, end, &block->columns[i]))
            return false;
    return !block->info->has_text || get_part(&at, end, &block->texts);
}

static bool unpack_column(const struct trace_part *part, uint64_t *values, size_t rows)
{
    const uint8_t *at = part->bytes, *end = at + part->length;
    uint64_t value = 0, more;
    for (size_t i = 0; i < rows;) {
        uint64_t difference;
        if (!get_varint(&at, end, &difference))
            return false;
        value += unzigzag(difference);
        values[i++] = value;
        if (difference)
            continue;
        if (!get_varint(&at, end, &more) || more > rows - i)
            return false;
        for (; more; more--)
            values[i++] = value;
    }
    return at == end;
}

bool trace_block_column(const struct trace_block *block, size_t field, uint64_t *values)
{
    if (field >= block->fields) {
        memset(values, 0, block->rows * sizeof *values);
        return true;
    }
    return unpack_column(&block->columns[field], values, block->rows);
}

bool trace_block_text(const struct trace_block *block, size_t *at, const char **text,
                      size_t *length)
{
    if (*at >= block->texts.length)
        return false;
    const uint8_t *from = block->texts.bytes + *at, *end = block->texts.bytes + block->texts.length;
    struct trace_part part;
    if (!get_part(&from, end, &part))
        return false;
    *text = (const char *)part.bytes;
    *length = part.length;
    *at = (size_t)(from - block->texts.bytes);
    return true;
}

bool trace_block_check(const struct trace_block *block, uint64_t *values)
{
    const char *text;
    size_t at = 0, length;
    for (size_t i = block->fields; i-- > 0;)
        if (!trace_block_column(block, i, values))
            return false;
    for (size_t i = 0; block->info->has_text && i < block->rows; i++)
        if (!trace_block_text(block, &at, &text, &length))
            return false;
    return true;
}

uint32_t trace_checksum(const uint8_t *bytes, size_t length)
{
    /* Half a byte at a time: a table of 16 is in the cache at once. */
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    uint32_t crc = 0xffffffff;
    for (size_t i = 0; i < length; i++) {
        crc = crc >> 4 ^ table[(crc ^ bytes[i]) & 15];
        crc = crc >> 4 ^ table[(crc ^ bytes[i] >> 4) & 15];
    }
    return ~crc;
}
