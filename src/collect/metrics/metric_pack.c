#include "collect/metrics/metric_pack.h"

#include <string.h>

/* The types of fields on the wire. */
enum { VARINT = 0, EIGHT_BYTES = 1, BYTES = 2 };

static size_t varint_size(uint64_t number)
{
    size_t size = 1;
    while (number >>= 7)
        size++;
    return size;
}

static uint8_t *put_varint(uint8_t *out, uint64_t number)
{
    for (; number > 127; number >>= 7)
        *out++ = (uint8_t)(number | 128);
    *out++ = (uint8_t)number;
    return out;
}

static uint8_t *put_tag(uint8_t *out, uint32_t number, unsigned type)
{
    return put_varint(out, (uint64_t)number << 3 | type);
}

/* The bytes of a message in a field whose number is below 16. */
static size_t field_size(size_t length)
{
    return 1 + varint_size(length) + length;
}

static uint8_t *put_head(uint8_t *out, uint32_t number, size_t length)
{
    return put_varint(put_tag(out, number, BYTES), length);
}

/* The bytes of a value. metric_list makes only texts, doubles and numbers of 64 bits. */
static size_t value_size(const Rep__ProfileMetricValue *value)
{
    return (value->stringvalue ? field_size(strlen(value->stringvalue)) : 0) +
           (value->has_doublevalue ? 9 : 0) +
           (value->has_uint64value ? 1 + varint_size(value->uint64value) : 0);
}

static uint8_t *put_value(uint8_t *out, uint32_t number, const Rep__ProfileMetricValue *value)
{
    out = put_head(out, number, value_size(value));
    if (value->stringvalue) {
        const size_t length = strlen(value->stringvalue);
        out = put_head(out, 1, length);
        memcpy(out, value->stringvalue, length);
        out += length;
    }
    if (value->has_doublevalue) {
        out = put_tag(out, 3, EIGHT_BYTES);
        memcpy(out, &value->doublevalue, sizeof value->doublevalue);
        out += sizeof value->doublevalue;
    }
    return value->has_uint64value ? put_varint(put_tag(out, 5, VARINT), value->uint64value) : out;
}

static size_t element_size(const Rep__ProfileMetricListElement *element)
{
    return (element->correlationid ? field_size(value_size(element->correlationid)) : 0) +
           field_size(value_size(element->elementvalue));
}

static size_t metric_size(const Rep__ProfileMetricResult *metric)
{
    size_t size = 1 + varint_size(metric->nameid);
    if (metric->metricvalue)
        size += field_size(value_size(metric->metricvalue));
    for (size_t i = 0; i < metric->n_metricvaluelist; i++)
        size += field_size(element_size(metric->metricvaluelist[i]));
    return metric->has_category ? size + 1 + varint_size(metric->category) : size;
}

static uint8_t *put_metric(uint8_t *out, const Rep__ProfileMetricResult *metric)
{
    out = put_varint(put_tag(out, 1, VARINT), metric->nameid);
    if (metric->metricvalue)
        out = put_value(out, 2, metric->metricvalue);
    for (size_t i = 0; i < metric->n_metricvaluelist; i++) {
        const Rep__ProfileMetricListElement *element = metric->metricvaluelist[i];
        out = put_head(out, 3, element_size(element));
        if (element->correlationid)
            out = put_value(out, 1, element->correlationid);
        out = put_value(out, 2, element->elementvalue);
    }
    return metric->has_category ? put_varint(put_tag(out, 4, VARINT), metric->category) : out;
}

size_t metric_pack_size(const struct metric_list *list, uint32_t number)
{
    size_t size = list->count * (varint_size((uint64_t)number << 3) - 1);
    for (size_t i = 0; i < list->count; i++)
        size += field_size(metric_size(list->metrics[i]));
    return size;
}

void metric_pack(const struct metric_list *list, uint32_t number, uint8_t *out)
{
    for (size_t i = 0; i < list->count; i++) {
        out = put_head(out, number, metric_size(list->metrics[i]));
        out = put_metric(out, list->metrics[i]);
    }
}
