/* source_metrics: the metric columns of the source page, with a value for each instruction.
 *
 * Which columns there are follows from the result: its sections name their source metrics, in order
 * and with labels. A metric has a column if it applies to the chip and has instances; a group of
 * metrics ("group:...", whose value names its members) has one if it was collected, with the sum
 * over its members. The section of the command line's metrics shows those that have instances,
 * under their names, whatever these stand for: those that are none of instructions have no value.
 * What no section asks for has no column.
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
    const char *metric, *label;       /* of the result; a group's name is "group:..." */
    char unit[48];                    /* of a group that of its members */
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

/* The column of a metric; NULL: there is none. */
const struct source_column *source_metrics_find(const struct source_metrics *metrics,
                                                const char *metric);

/* The sum of a column of numbers for some instructions (indices; one may stand there twice). false:
 * none of them has a value. */
bool source_metrics_sum(const struct source_column *column, const size_t *instructions,
                        size_t count, double *sum);

/* Goes through the codes of a column that some of the instructions have: the name of the next from
 * *at on, NULL at the end; found: how often it is there. */
const char *source_metrics_next_code(const struct source_column *column, size_t *at,
                                     const size_t *instructions, size_t count, size_t *found);
/* Whether any of the instructions has a value. */
bool source_metrics_known(const struct source_column *column, const size_t *instructions,
                          size_t count);

/* Appends the cell of a column for some instructions: the sum of numbers, 0 without any; of codes
 * what there is and how often, "Global(2),Shared", or "-" without any. */
void source_metrics_add(struct strbuf *out, const struct source_column *column,
                        const size_t *instructions, size_t count);

#endif
