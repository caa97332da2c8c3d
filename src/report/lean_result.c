#include "lean_result.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "wire_walk.h"

/* Field numbers, as in report.proto. */
enum { KERNEL_METRICS = 13, OTHER_METRICS = 4, METRIC_INSTANCES = 3 };

/* A length takes no more bytes than the longer one it replaces. */
static size_t put_varint(uint8_t *out, uint64_t number)
{
    size_t length = 0;
    while (number > 127) {
        out[length++] = (uint8_t)(number | 128);
        number >>= 7;
    }
    out[length++] = (uint8_t)number;
    return length;
}

/* Appends a metric without its instances, if it has some. False if it is no message. */
static bool put_metric(struct lean_result *lean, uint32_t number, const struct wire_field *metric,
                       bool *has_instances)
{
    enum { HEAD = 16 }; /* more than a tag and a length take */
    uint8_t *out = lean->data + lean->length, *body = out + HEAD;
    struct wire_walk walk = {metric->data, metric->data + metric->length, false};
    struct wire_field field;
    size_t length = 0;
    *has_instances = false;
    for (const uint8_t *from = walk.at; wire_walk_next(&walk, &field); from = walk.at) {
        if (field.number == METRIC_INSTANCES) {
            *has_instances = true;
            wire_walk_skip_same(&walk, &field);
            continue;
        }
        memcpy(body + length, from, (size_t)(walk.at - from));
        length += (size_t)(walk.at - from);
    }
    size_t head = put_varint(out, (uint64_t)number << 3 | 2);
    head += put_varint(out + head, length);
    memmove(out + head, body, length);
    lean->length += head + length;
    return !walk.bad;
}

static void add_metric(struct lean_result *lean, size_t *capacity, const struct wire_field *metric,
                       bool has_instances)
{
    mem_grow(&lean->metrics, lean->metric_count, capacity, sizeof *lean->metrics);
    struct metric_bytes *bytes = &lean->metrics[lean->metric_count++];
    *bytes = (struct metric_bytes){0};
    if (has_instances)
        *bytes = (struct metric_bytes){metric->data, metric->length};
}

bool lean_result(struct lean_result *lean, const struct entry *entry)
{
    enum { ROOM = 32 }; /* put_metric() writes past what it keeps */
    uint32_t number = entry->kind == ENTRY_KERNEL ? KERNEL_METRICS : OTHER_METRICS;
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    size_t capacity = 0;
    bool good = true, has_instances;
    *lean = (struct lean_result){.data = mem_realloc(NULL, entry->length + ROOM)};
    for (const uint8_t *from = walk.at; good && wire_walk_next(&walk, &field); from = walk.at) {
        if (field.number == number && field.type == 2) {
            good = put_metric(lean, number, &field, &has_instances);
            add_metric(lean, &capacity, &field, has_instances);
            continue;
        }
        memcpy(lean->data + lean->length, from, (size_t)(walk.at - from));
        lean->length += (size_t)(walk.at - from);
    }
    good = good && !walk.bad;
    if (!good)
        lean_result_free(lean);
    return good;
}

void lean_result_free(struct lean_result *lean)
{
    free(lean->data);
    free(lean->metrics);
    *lean = (struct lean_result){0};
}
