#include "report/file/metric_columns.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/wire_walk.h"
#include "report/file/report_internal.h"
#include "report/file/report_wire.h"

/* Makes room for one more row. */
static void grow(struct value_column *column)
{
    if (column->count < column->capacity)
        return;
    column->capacity = column->capacity ? column->capacity * 2 : 256;
    column->kinds = mem_realloc(column->kinds, column->capacity * sizeof *column->kinds);
    column->cells = mem_realloc(column->cells, column->capacity * sizeof *column->cells);
}

static union value_cell add_text(struct value_column *column, const struct wire_field *field)
{
    union value_cell cell = {.text = {(uint32_t)column->text_length, (uint32_t)field->length}};
    if (column->text_length + field->length > column->text_capacity) {
        column->text_capacity = (column->text_length + field->length) * 2;
        column->texts = mem_realloc(column->texts, column->text_capacity);
    }
    if (field->length)
        memcpy(column->texts + column->text_length, field->data, field->length);
    column->text_length += field->length;
    return cell;
}

/* Reads one field of a value. Returns false if it is none. */
static bool read_value(struct value_column *column, const struct wire_field *field, uint8_t *kind,
                       union value_cell *cell)
{
    if (field->number == VALUE_TEXT && field->type == WIRE_BYTES) {
        *kind = VALUE_IS_TEXT;
        *cell = add_text(column, field);
    } else if (field->number == VALUE_FLOAT && field->type == WIRE_FOUR_BYTES) {
        *kind = VALUE_IS_FLOAT;
        cell->number = wire_field_float(field);
    } else if (field->number == VALUE_DOUBLE && field->type == WIRE_EIGHT_BYTES) {
        *kind = VALUE_IS_DOUBLE;
        cell->number = wire_field_double(field);
    } else if (field->number == VALUE_UINT32 && field->type == WIRE_VARINT) {
        *kind = VALUE_IS_UINT32;
        cell->whole = (uint32_t)field->value;
    } else if (field->number == VALUE_UINT64 && field->type == WIRE_VARINT) {
        *kind = VALUE_IS_UINT64;
        cell->whole = field->value;
    } else {
        return false;
    }
    return true;
}

/* Appends the value of a message. NULL: nothing. */
static bool add_value(struct value_column *column, const struct wire_field *message)
{
    struct wire_walk walk = {0};
    struct wire_field field;
    uint8_t kind = VALUE_IS_NOTHING;
    union value_cell cell = {.whole = 0};
    if (message)
        walk = (struct wire_walk){message->data, message->data + message->length, false};
    grow(column);
    while (message && kind == VALUE_IS_NOTHING && wire_walk_next(&walk, &field))
        read_value(column, &field, &kind, &cell);
    column->kinds[column->count] = kind;
    column->cells[column->count++] = cell;
    return !walk.bad;
}

static void grow_metrics(struct metric_columns *columns)
{
    if (columns->values.count < columns->capacity)
        return;
    size_t capacity = columns->capacity = columns->capacity ? columns->capacity * 2 : 256;
    columns->names = mem_realloc(columns->names, capacity * sizeof *columns->names);
    columns->listed = mem_realloc(columns->listed, capacity * sizeof *columns->listed);
    columns->bytes = mem_realloc(columns->bytes, capacity * sizeof *columns->bytes);
    columns->lengths = mem_realloc(columns->lengths, capacity * sizeof *columns->lengths);
}

static bool add_metric(struct metric_columns *columns, const struct report_input *input,
                       const struct wire_field *message)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field, value = {0};
    grow_metrics(columns);
    size_t row = columns->values.count;
    columns->names[row] = UINT32_MAX;
    columns->listed[row] = 0;
    columns->bytes[row] = message->data;
    columns->lengths[row] = message->length;
    while (wire_walk_next(&walk, &field))
        if (field.number == METRIC_NAME_ID && field.type == WIRE_VARINT) {
            columns->names[row] = report_input_name(input, (uint32_t)field.value);
        } else if (field.number == METRIC_VALUE && field.type == WIRE_BYTES) {
            value = field;
        } else if (field.number == METRIC_INSTANCES && field.type == WIRE_BYTES) {
            columns->listed[row] = 1;
            wire_walk_skip_same(&walk, &field);
        }
    return add_value(&columns->values, value.data ? &value : NULL) && !walk.bad;
}

static void clear(struct value_column *column)
{
    column->count = column->text_length = 0;
}

bool metric_columns_read(struct metric_columns *columns, const struct report *report, size_t i)
{
    const struct report_row *row = &report->rows[i];
    const uint32_t metrics = result_fields(row->entry.kind)->metrics;
    struct wire_walk walk = {row->entry.data, row->entry.data + row->entry.length, false};
    struct wire_field field;
    bool good = true;
    clear(&columns->values);
    while (good && wire_walk_next(&walk, &field))
        if (field.number == metrics && field.type == WIRE_BYTES)
            good = add_metric(columns, row->input, &field);
    return good && !walk.bad;
}

static void free_column(struct value_column *column)
{
    free(column->kinds);
    free(column->cells);
    free(column->texts);
    *column = (struct value_column){0};
}

void metric_columns_free(struct metric_columns *columns)
{
    free_column(&columns->values);
    free(columns->names);
    free(columns->listed);
    free(columns->bytes);
    free(columns->lengths);
    *columns = (struct metric_columns){0};
}

static bool add_instance(struct instance_columns *instances, const struct wire_field *message)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field, id = {0}, value = {0};
    while (wire_walk_next(&walk, &field))
        if (field.number == INSTANCE_ID && field.type == WIRE_BYTES)
            id = field;
        else if (field.number == INSTANCE_VALUE && field.type == WIRE_BYTES)
            value = field;
    return add_value(&instances->ids, id.data ? &id : NULL) &&
           add_value(&instances->values, value.data ? &value : NULL) && !walk.bad;
}

bool instance_columns_read(struct instance_columns *instances, const struct metric_columns *columns,
                           size_t metric)
{
    const uint8_t *bytes = columns->bytes[metric];
    struct wire_walk walk = {bytes, bytes + columns->lengths[metric], false};
    struct wire_field field;
    bool good = true;
    clear(&instances->values);
    clear(&instances->ids);
    while (good && wire_walk_next(&walk, &field))
        if (field.number == METRIC_INSTANCES && field.type == WIRE_BYTES)
            good = add_instance(instances, &field);
    return good && !walk.bad;
}

void instance_columns_free(struct instance_columns *instances)
{
    free_column(&instances->values);
    free_column(&instances->ids);
}
