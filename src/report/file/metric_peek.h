/* metric_peek: reads single things from the bytes of a result without decoding it. The list of
 * results, summaries and filters need only a few values of each result, and decoding takes many
 * times as long. Each message is given as the field that holds it. */
#ifndef ROOFTOP_REPORT_FILE_METRIC_PEEK_H
#define ROOFTOP_REPORT_FILE_METRIC_PEEK_H

#include <stdbool.h>
#include <stdint.h>

#include "report/base/wire_walk.h"
#include "report/file/report_internal.h"

/* Finds the name and the value of a metric; *name becomes the report's id of the name. Returns
 * false if the metric has no name. value->data is NULL if it has no value. */
bool metric_peek(const struct report_input *input, const struct wire_field *message, uint32_t *name,
                 struct wire_field *value);

/* Reads a value as a number. Returns false, and leaves *number as it is, if it is a text or
 * nothing.
 */
bool metric_peek_number(const struct wire_field *message, double *number);

/* Reads a value as a number or a text. The text points into the bytes. */
void metric_peek_value(const struct wire_field *message, struct report_value *value);

/* Reads the size of a grid or block; what is missing is 1. */
void size_peek(const struct wire_field *message, uint64_t size[3]);

/* Returns a field of bytes as a new string. */
char *text_peek(const struct wire_field *field);

#endif
