#include "collect/inject/trace/trace_rows.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/trace/trace_block.h"

enum { FIRST_SLOTS = 1024, MOST_STRINGS = 1 << 20 };

uint64_t trace_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* FNV-1a. */
static uint32_t hash(const char *text)
{
    uint32_t value = 2166136261u;
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 16777619u;
    return value;
}

static uint32_t *find_slot(const struct trace_strings *strings, const char *text)
{
    uint32_t slot = hash(text) & (strings->slot_count - 1);
    while (strings->slots[slot] && strcmp(strings->texts[strings->slots[slot]], text) != 0)
        slot = (slot + 1) & (strings->slot_count - 1);
    return &strings->slots[slot];
}

static bool grow_slots(struct trace_strings *strings)
{
    const uint32_t count = strings->slot_count ? strings->slot_count * 2 : FIRST_SLOTS;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    free(strings->slots);
    strings->slots = slots;
    strings->slot_count = count;
    for (uint32_t i = 1; i < strings->count; i++)
        *find_slot(strings, strings->texts[i]) = i;
    return true;
}

static bool grow_texts(struct trace_strings *strings)
{
    const uint32_t capacity = strings->capacity ? strings->capacity * 2 : FIRST_SLOTS;
    char **texts = realloc(strings->texts, capacity * sizeof *texts);
    if (!texts)
        return false;
    strings->texts = texts;
    strings->capacity = capacity;
    strings->count = strings->count ? strings->count : 1;
    strings->sent = strings->sent ? strings->sent : 1;
    return true;
}

uint64_t trace_packer_string(struct trace_packer *packer, const char *text)
{
    struct trace_strings *strings = &packer->strings;
    if (!text || !*text || strings->count >= MOST_STRINGS)
        return 0;
    if (strings->count * 2 >= strings->slot_count && !grow_slots(strings))
        return 0;
    if (strings->count >= strings->capacity && !grow_texts(strings))
        return 0;
    uint32_t *slot = find_slot(strings, text);
    if (!*slot) {
        char *copy = strdup(text);
        if (!copy)
            return 0;
        strings->texts[strings->count] = copy;
        *slot = strings->count++;
    }
    return *slot;
}

static void send_block(struct trace_packer *packer, const struct trace_rows *rows)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Trace m = WIRE__TRACE__INIT;
    uint8_t *bytes = malloc(trace_block_room(rows));
    if (!bytes) {
        packer->lost += rows->rows;
        return;
    }
    m.has_block = true;
    m.block.data = bytes;
    m.block.len = trace_block_pack(rows, bytes);
    message.trace = &m;
    channel_send(packer->channel, &message);
    packer->bytes += m.block.len;
    free(bytes);
}

static void send_strings(struct trace_packer *packer)
{
    struct trace_strings *strings = &packer->strings;
    uint64_t ids[256];
    while (strings->sent < strings->count) {
        const size_t left = strings->count - strings->sent;
        const size_t count = left < 256 ? left : 256;
        for (size_t i = 0; i < count; i++)
            ids[i] = strings->sent + i;
        send_block(packer, &(struct trace_rows){
                               TRACE_STRING, packer->process, trace_now(), count, ids, count,
                               (const char *const *)strings->texts + strings->sent});
        strings->sent += (uint32_t)count;
    }
}

static void flush_kind(struct trace_packer *packer, enum trace_kind kind)
{
    const size_t count = packer->counts[kind];
    if (!count)
        return;
    send_strings(packer);
    send_block(packer, &(struct trace_rows){kind, packer->process, trace_now(), count,
                                            packer->columns[kind], TRACE_ROWS_ROOM,
                                            (const char *const *)packer->texts[kind]});
    for (size_t i = 0; packer->texts[kind] && i < count; i++) {
        free(packer->texts[kind][i]);
        packer->texts[kind][i] = NULL;
    }
    packer->counts[kind] = 0;
}

void trace_packer_flush(struct trace_packer *packer)
{
    for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
        flush_kind(packer, (enum trace_kind)kind);
}

static bool make_room(struct trace_packer *packer, enum trace_kind kind)
{
    const struct trace_kind_info *info = trace_kind_info(kind);
    if (!packer->columns[kind])
        packer->columns[kind] = malloc(info->fields * TRACE_ROWS_ROOM * sizeof(uint64_t));
    if (info->has_text && !packer->texts[kind])
        packer->texts[kind] = calloc(TRACE_ROWS_ROOM, sizeof(char *));
    return packer->columns[kind] && (!info->has_text || packer->texts[kind]);
}

/* Whether what lasts, or a value at a time, lies outside of the time that is wanted. What has no
 * times is kept: it is counted. */
static bool is_outside(const struct trace_packer *packer, const struct trace_kind_info *info,
                       enum trace_kind kind, const uint64_t *values)
{
    const size_t last = kind == TRACE_ENVIRONMENT ? ENVIRONMENT_TIME : SPAN_END;
    if ((!info->lasts && kind != TRACE_ENVIRONMENT) || kind == TRACE_LOSS || !values[SPAN_START] ||
        !values[last])
        return false;
    return values[last] < packer->from || (packer->until && values[SPAN_START] > packer->until);
}

void trace_packer_add(struct trace_packer *packer, enum trace_kind kind, const uint64_t *values,
                      const char *text)
{
    const struct trace_kind_info *info = trace_kind_info(kind);
    if (is_outside(packer, info, kind, values))
        return;
    char *copy = info->has_text ? strdup(text ? text : "") : NULL;
    if ((info->has_text && !copy) || !make_room(packer, kind)) {
        free(copy);
        packer->lost++;
        return;
    }
    const size_t row = packer->counts[kind];
    for (size_t i = 0; i < info->fields; i++)
        packer->columns[kind][i * TRACE_ROWS_ROOM + row] = values[i];
    if (info->has_text)
        packer->texts[kind][row] = copy;
    packer->records++;
    if (++packer->counts[kind] == TRACE_ROWS_ROOM)
        flush_kind(packer, kind);
}
