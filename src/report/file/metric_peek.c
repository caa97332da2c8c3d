#include "report/file/metric_peek.h"

#include <math.h>

#include "report/base/mem.h"
#include "report/file/report_wire.h"

bool metric_peek_number(const struct wire_field *message, double *number)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    while (wire_walk_next(&walk, &field)) {
        if (field.number == VALUE_TEXT)
            return false; /* a text comes first, and then the value is no number */
        if (field.number == VALUE_FLOAT && field.type == WIRE_FOUR_BYTES)
            *number = wire_field_float(&field);
        else if (field.number == VALUE_DOUBLE && field.type == WIRE_EIGHT_BYTES)
            *number = wire_field_double(&field);
        else if ((field.number == VALUE_UINT32 || field.number == VALUE_UINT64) &&
                 field.type == WIRE_VARINT)
            *number = (double)field.value;
        else
            continue;
        return true;
    }
    return false;
}

bool metric_peek(const struct report_input *input, const struct wire_field *message, uint32_t *name,
                 struct wire_field *value)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    bool named = false;
    *value = (struct wire_field){0};
    while (!(value->data && named) && wire_walk_next(&walk, &field)) {
        if (field.number == METRIC_NAME_ID && field.type == WIRE_VARINT) {
            *name = report_input_name(input, (uint32_t)field.value);
            named = true;
        } else if (field.number == METRIC_VALUE && field.type == WIRE_BYTES) {
            *value = field;
        } else {
            wire_walk_skip_same(&walk, &field); /* instances */
        }
    }
    return named;
}

void metric_peek_value(const struct wire_field *message, struct report_value *value)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    *value = (struct report_value){.number = NAN};
    if (metric_peek_number(message, &value->number)) {
        value->known = true;
    } else if (wire_walk_next(&walk, &field) && field.number == VALUE_TEXT &&
               field.type == WIRE_BYTES) {
        value->known = true;
        value->text = (const char *)field.data;
        value->length = field.length;
    }
}

void size_peek(const struct wire_field *message, uint64_t size[3])
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    size[0] = size[1] = size[2] = 1;
    while (wire_walk_next(&walk, &field))
        if (field.number >= SIZE_X && field.number <= SIZE_Z && field.type == WIRE_VARINT)
            size[field.number - SIZE_X] = field.value;
}

char *text_peek(const struct wire_field *field)
{
    return mem_strndup((const char *)field->data, field->length);
}
