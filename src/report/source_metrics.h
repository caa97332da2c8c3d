/* source_metrics: the metric columns of the source page, with a value for each instruction.
 *
 * Which columns there are follows from the result: its sections name their source metrics, in order
 * and with labels. A metric has a column if it applies to the chip and has values by instruction; a
 * group of metrics ("group:...", whose value names its members) has one if it was collected, with
 * the sum over its members. A result without such a section shows what it has by instruction, under
 * the metrics' names.
 *
 * Some metrics are codes: the space, kind and size of a memory access. */
#ifndef ROOFTOP_SOURCE_METRICS_H
#define ROOFTOP_SOURCE_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "result.h"
#include "strbuf.h"

struct source_codes;

struct source_column {
    const char *label;                /* of the result */
    const struct source_codes *codes; /* NULL: numbers */
    double *numbers;                  /* by instruction */
    bool *known;                      /* whether there is a value; a number without one is 0 */
};

struct source_metrics {
    struct source_column *columns;
    size_t count, capacity;
    size_t instructions;
};

/* Instructions stand at address, address + step, ... wanted: comma-separated metrics; NULL: all. */
void source_metrics_read(struct source_metrics *metrics, const struct result *result,
                         uint64_t address, size_t instructions, unsigned step, const char *wanted);
void source_metrics_free(struct source_metrics *metrics);

/* Appends the cell of a column for some instructions (indices; one may stand there twice): the sum
 * of numbers; of codes what there is and how often, "Global(2),Shared", or "-" without any. */
void source_metrics_add(struct strbuf *out, const struct source_column *column,
                        const size_t *instructions, size_t count);

#endif
