#include "metric_unpack.h"

#include <string.h>

#include "wire_walk.h"

/* Numbers of fields, as in report.proto, and types on the wire. */
enum { NAME_ID = 1, METRIC_VALUE = 2, INSTANCES = 3, CATEGORY = 4 };
enum { CORRELATION_ID = 1, ELEMENT_VALUE = 2 };
enum { TEXT = 1, FLOAT = 2, DOUBLE = 3, UINT32 = 4, UINT64 = 5 };
enum { VARINT = 0, EIGHT_BYTES = 1, BYTES = 2, FOUR_BYTES = 5 };

static bool read_text(struct arena *arena, const struct wire_field *field, char **text)
{
    *text = arena_alloc(arena, field->length + 1);
    if (*text)
        memcpy(*text, field->data, field->length);
    return *text;
}

/* False: a known field of another type, or a text without room. */
static bool read_value(struct arena *arena, const struct wire_field *field,
                       Rep__ProfileMetricValue *value)
{
    switch (field->number) {
    case TEXT:
        return field->type == BYTES && read_text(arena, field, &value->stringvalue);
    case FLOAT:
        value->has_floatvalue = true;
        value->floatvalue = wire_field_float(field);
        return field->type == FOUR_BYTES;
    case DOUBLE:
        value->has_doublevalue = true;
        value->doublevalue = wire_field_double(field);
        return field->type == EIGHT_BYTES;
    case UINT32:
        value->has_uint32value = true;
        value->uint32value = (uint32_t)field->value;
        return field->type == VARINT;
    case UINT64:
        value->has_uint64value = true;
        value->uint64value = field->value;
        return field->type == VARINT;
    default:
        return true;
    }
}

/* A message that comes twice adds to what came first. */
static bool unpack_value(struct arena *arena, const struct wire_field *message,
                         Rep__ProfileMetricValue **value)
{
    if (message->type != BYTES)
        return false;
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    if (!*value) {
        *value = arena_alloc(arena, sizeof **value);
        if (!*value)
            return false;
        rep__profile_metric_value__init(*value);
    }
    while (wire_walk_next(&walk, &field))
        if (!read_value(arena, &field, *value))
            return false;
    return !walk.bad;
}

static bool unpack_metric(struct arena *arena, struct message_bytes *bytes,
                          Rep__ProfileMetricResult *metric)
{
    struct wire_walk walk = {bytes->data, bytes->data + bytes->length, false};
    struct wire_field field;
    bool named = false, listed = false, good = true;
    rep__profile_metric_result__init(metric);
    while (good && wire_walk_next(&walk, &field))
        switch (field.number) {
        case NAME_ID:
            named = true;
            metric->nameid = (uint32_t)field.value;
            good = field.type == VARINT;
            break;
        case METRIC_VALUE:
            good = unpack_value(arena, &field, &metric->metricvalue);
            break;
        case INSTANCES:
            listed = true;
            wire_walk_skip_same(&walk, &field);
            break;
        case CATEGORY:
            metric->has_category = true;
            metric->category = (Rep__ProfileMetricCategory)(uint32_t)field.value;
            good = field.type == VARINT;
            break;
        default:
            break;
        }
    if (!listed)
        *bytes = (struct message_bytes){0};
    return good && named && !walk.bad;
}

Rep__ProfileMetricResult **metric_unpack_values(struct arena *arena, struct message_list *list)
{
    Rep__ProfileMetricResult **metrics = arena_alloc(arena, (list->count + 1) * sizeof *metrics);
    Rep__ProfileMetricResult *all = arena_alloc(arena, (list->count + 1) * sizeof *all);
    if (!metrics || !all)
        return NULL;
    for (size_t i = 0; i < list->count; i++) {
        metrics[i] = &all[i];
        if (!unpack_metric(arena, &list->items[i], metrics[i]))
            return NULL;
    }
    return metrics;
}

static bool unpack_element(struct arena *arena, const struct wire_field *message,
                           Rep__ProfileMetricListElement *element)
{
    if (message->type != BYTES)
        return false;
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    bool good = true;
    rep__profile_metric_list_element__init(element);
    while (good && wire_walk_next(&walk, &field)) {
        if (field.number == CORRELATION_ID)
            good = unpack_value(arena, &field, &element->correlationid);
        else if (field.number == ELEMENT_VALUE)
            good = unpack_value(arena, &field, &element->elementvalue);
    }
    return good && element->elementvalue && !walk.bad;
}

static size_t count_instances(const struct message_bytes *bytes)
{
    struct wire_walk walk = {bytes->data, bytes->data + bytes->length, false};
    struct wire_field field;
    size_t count = 0;
    while (wire_walk_next(&walk, &field))
        count += field.number == INSTANCES;
    return count;
}

bool metric_unpack_instances(struct arena *arena, const struct message_bytes *bytes,
                             Rep__ProfileMetricResult *metric)
{
    size_t most = count_instances(bytes), count = 0;
    Rep__ProfileMetricListElement **list = arena_alloc(arena, (most + 1) * sizeof *list);
    Rep__ProfileMetricListElement *all = arena_alloc(arena, (most + 1) * sizeof *all);
    struct wire_walk walk = {bytes->data, bytes->data + bytes->length, false};
    struct wire_field field;
    if (!list || !all)
        return false;
    while (wire_walk_next(&walk, &field)) {
        if (field.number != INSTANCES)
            continue;
        list[count] = &all[count];
        if (!unpack_element(arena, &field, list[count++]))
            return false;
    }
    metric->n_metricvaluelist = count;
    metric->metricvaluelist = list;
    return !walk.bad;
}
