/* How it works: the wire format is read field by field (wire_walk.h) into structs in the arena. The
 * first pass over a metric reads name, category and value and jumps over the instances, which are
 * by far most of the bytes. The second pass, when somebody asks for the instances, counts them
 * first, so that memory for all of them is allocated at once. */
#include "report/file/metric_unpack.h"

#include <string.h>

#include "report/base/wire_walk.h"
#include "report/file/report_wire.h"

static bool read_text(struct arena *arena, const struct wire_field *field, char **text)
{
    *text = arena_alloc(arena, field->length + 1);
    if (*text)
        memcpy(*text, field->data, field->length);
    return *text;
}

/* Reads a field of a value. Returns false for a known field of a wrong type, or if the arena is
 * full. */
static bool read_value(struct arena *arena, const struct wire_field *field,
                       Rep__ProfileMetricValue *value)
{
    switch (field->number) {
    case VALUE_TEXT:
        return field->type == WIRE_BYTES && read_text(arena, field, &value->stringvalue);
    case VALUE_FLOAT:
        value->has_floatvalue = true;
        value->floatvalue = wire_field_float(field);
        return field->type == WIRE_FOUR_BYTES;
    case VALUE_DOUBLE:
        value->has_doublevalue = true;
        value->doublevalue = wire_field_double(field);
        return field->type == WIRE_EIGHT_BYTES;
    case VALUE_UINT32:
        value->has_uint32value = true;
        value->uint32value = (uint32_t)field->value;
        return field->type == WIRE_VARINT;
    case VALUE_UINT64:
        value->has_uint64value = true;
        value->uint64value = field->value;
        return field->type == WIRE_VARINT;
    default:
        return true;
    }
}

/* Unpacks a value. As protobuf demands, a repeated message adds to the first one. */
static bool unpack_value(struct arena *arena, const struct wire_field *message,
                         Rep__ProfileMetricValue **value)
{
    if (message->type != WIRE_BYTES)
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
        case METRIC_NAME_ID:
            named = true;
            metric->nameid = (uint32_t)field.value;
            good = field.type == WIRE_VARINT;
            break;
        case METRIC_VALUE:
            good = unpack_value(arena, &field, &metric->metricvalue);
            break;
        case METRIC_INSTANCES:
            listed = true;
            wire_walk_skip_same(&walk, &field);
            break;
        case METRIC_CATEGORY:
            metric->has_category = true;
            metric->category = (Rep__ProfileMetricCategory)(uint32_t)field.value;
            good = field.type == WIRE_VARINT;
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
    if (message->type != WIRE_BYTES)
        return false;
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    bool good = true;
    rep__profile_metric_list_element__init(element);
    while (good && wire_walk_next(&walk, &field)) {
        if (field.number == INSTANCE_ID)
            good = unpack_value(arena, &field, &element->correlationid);
        else if (field.number == INSTANCE_VALUE)
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
        count += field.number == METRIC_INSTANCES;
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
        if (field.number != METRIC_INSTANCES)
            continue;
        list[count] = &all[count];
        if (!unpack_element(arena, &field, list[count++]))
            return false;
    }
    metric->n_metricvaluelist = count;
    metric->metricvaluelist = list;
    return !walk.bad;
}
