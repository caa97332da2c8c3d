#include "collect/result/counter_compress.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { WORD = 8, HEAD = 16 };

static const char magic[WORD] = "rtsqz01";
static const uint64_t longest = (uint64_t)256 << 20;

static void add_number(struct strbuf *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        strbuf_addc(out, (char)(number | 0x80));
    strbuf_addc(out, (char)number);
}

static void add_word(struct strbuf *out, const uint8_t *difference)
{
    unsigned present = 0;
    for (int i = 0; i < WORD; i++)
        present |= (unsigned)(difference[i] != 0) << i;
    strbuf_addc(out, (char)present);
    for (int i = 0; i < WORD; i++)
        if (difference[i])
            strbuf_addc(out, (char)difference[i]);
}

/* Gives the word at `at`, XORed with the one before it. Beyond the end there are zeros. */
static bool word_at(const uint8_t *bytes, size_t length, size_t at, uint8_t *difference)
{
    bool any = false;
    for (size_t i = at; i < at + WORD; i++) {
        uint8_t here = i < length ? bytes[i] : 0, before = i >= WORD ? bytes[i - WORD] : 0;
        difference[i - at] = here ^ before;
        any = any || here != before;
    }
    return any;
}

uint8_t *counter_compress(const uint8_t *bytes, size_t length, size_t *compressed_length)
{
    struct strbuf out = {0};
    uint8_t head[HEAD], difference[WORD];
    memcpy(head, magic, WORD);
    for (int i = 0; i < WORD; i++)
        head[WORD + i] = (uint8_t)((uint64_t)length >> (8 * i));
    strbuf_add(&out, head, HEAD);
    for (size_t at = 0; at < length; at += WORD) {
        bool any = word_at(bytes, length, at, difference);
        add_word(&out, difference);
        if (any)
            continue;
        uint64_t more = 0;
        while (at + WORD < length && !word_at(bytes, length, at + WORD, difference)) {
            at += WORD;
            more++;
        }
        add_number(&out, more);
    }
    *compressed_length = out.length;
    return (uint8_t *)strbuf_detach(&out);
}

struct input {
    const uint8_t *bytes;
    size_t length, at;
};

static bool read_byte(struct input *in, uint8_t *byte)
{
    if (in->at >= in->length)
        return false;
    *byte = in->bytes[in->at++];
    return true;
}

static bool read_number(struct input *in, uint64_t *number)
{
    uint8_t byte = 0x80;
    *number = 0;
    for (unsigned shift = 0; byte & 0x80; shift += 7) {
        if (shift > 56 || !read_byte(in, &byte))
            return false;
        *number |= (uint64_t)(byte & 0x7f) << shift;
    }
    return true;
}

/* Fills in words from `at` on and moves `at` behind them. previous: the last word. */
static bool read_words(struct input *in, uint8_t *bytes, size_t length, size_t *at,
                       uint8_t *previous)
{
    uint8_t present, difference;
    uint64_t more = 0;
    if (!read_byte(in, &present))
        return false;
    for (int i = 0; i < WORD; i++)
        if (present & 1u << i) {
            if (!read_byte(in, &difference))
                return false;
            previous[i] ^= difference;
        }
    if (!present && !read_number(in, &more))
        return false;
    for (uint64_t i = 0; i <= more; i++, *at += WORD) {
        if (*at >= length)
            return false;
        memcpy(bytes + *at, previous, length - *at < WORD ? length - *at : WORD);
    }
    return true;
}

uint8_t *counter_expand(const uint8_t *compressed, size_t compressed_length, size_t *length,
                        struct error *error)
{
    struct input in = {compressed, compressed_length, HEAD};
    uint64_t original = 0;
    if (compressed_length < HEAD || memcmp(compressed, magic, WORD) != 0) {
        error_set(error, "this is not compressed counter data");
        return NULL;
    }
    for (int i = 0; i < WORD; i++)
        original |= (uint64_t)compressed[WORD + i] << (8 * i);
    if (original > longest) {
        error_set(error, "a length of %llu bytes is not possible", (unsigned long long)original);
        return NULL;
    }
    uint8_t *bytes = mem_alloc(original + 1), previous[WORD] = {0};
    size_t at = 0;
    while (at < original && read_words(&in, bytes, original, &at, previous))
        ;
    if (at < original || in.at != in.length) {
        error_set(error, "the compressed counter data is damaged at byte %zu", in.at);
        free(bytes);
        return NULL;
    }
    *length = original;
    return bytes;
}
