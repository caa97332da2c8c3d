/* Values of metrics of a whole report, read from the bytes of its results. */
#include <math.h>

#include "report/file/metric_peek.h"
#include "report/file/report_wire.h"

void report_metric_values(const struct report *report, size_t i, report_value_use *use,
                          void *context)
{
    const struct report_row *row = &report->rows[i];
    uint32_t number = result_fields(row->entry.kind)->metrics, name;
    struct wire_walk walk = {row->entry.data, row->entry.data + row->entry.length, false};
    struct wire_field field, value;
    while (wire_walk_next(&walk, &field)) {
        double known = NAN;
        if (field.number != number || field.type != WIRE_BYTES ||
            !metric_peek(row->input, &field, &name, &value))
            continue;
        if (value.data)
            metric_peek_number(&value, &known);
        use(context, name, known);
    }
}

void report_pick_values(const struct report *report, size_t i, const uint16_t *wanted,
                        size_t wanted_count, struct report_value *values)
{
    const struct report_row *row = &report->rows[i];
    uint32_t number = result_fields(row->entry.kind)->metrics, name;
    struct wire_walk walk = {row->entry.data, row->entry.data + row->entry.length, false};
    struct wire_field field, value;
    while (wire_walk_next(&walk, &field))
        if (field.number == number && field.type == WIRE_BYTES &&
            metric_peek(row->input, &field, &name, &value) && value.data && name < wanted_count &&
            wanted[name])
            metric_peek_value(&value, &values[wanted[name] - 1]);
}
