/* metric_columns: the metrics of a result, or the instances of one metric, as arrays.
 *
 * They are read from the bytes of the entry in one pass, and nothing else of the result is decoded.
 * This is for readers of whole reports, who want every value but not the sections, rules and code.
 * It takes a tenth of the time and memory of report_result(). Arrays are used again by the next
 * read; release them with metric_columns_free(). */
#ifndef ROOFTOP_REPORT_FILE_METRIC_COLUMNS_H
#define ROOFTOP_REPORT_FILE_METRIC_COLUMNS_H

#include <stdbool.h>

#include "report/file/report.h"

/* What a value is: nothing, a text, or a number of one of four types. */
enum value_kind {
    VALUE_IS_NOTHING,
    VALUE_IS_TEXT,
    VALUE_IS_FLOAT,
    VALUE_IS_DOUBLE,
    VALUE_IS_UINT32,
    VALUE_IS_UINT64
};

/* Values of different kinds in rows of 8 bytes: a number as a double or as a whole number, or a
 * text as its place. */
struct value_column {
    uint8_t *kinds; /* enum value_kind */
    union value_cell {
        double number;  /* of a float or a double */
        uint64_t whole; /* of a whole number */
        struct {
            uint32_t at, length; /* of a text, in `texts` */
        } text;
    } * cells;
    size_t count, capacity;
    char *texts; /* not NUL-ended */
    size_t text_length, text_capacity;
};

struct metric_columns {
    uint32_t *names; /* ids of the report's strings; UINT32_MAX: the metric has none */
    uint8_t *listed; /* 1: it has instances */
    struct value_column values;
    const uint8_t **bytes; /* of each metric, in the report */
    size_t *lengths;
    size_t capacity;
};

/* Reads the metrics of result i in their order. Returns false if its bytes are damaged; what stands
 * before the damage is there. */
bool metric_columns_read(struct metric_columns *columns, const struct report *report, size_t i);
void metric_columns_free(struct metric_columns *columns);

struct instance_columns {
    struct value_column values, ids; /* an instance without an id has one that is nothing */
};

/* Reads the instances of metric `metric` of the columns. */
bool instance_columns_read(struct instance_columns *instances, const struct metric_columns *columns,
                           size_t metric);
void instance_columns_free(struct instance_columns *instances);

#endif
