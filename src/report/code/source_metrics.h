/* source_metrics: the metric columns of the source page, with a value per instruction.
 *
 * The sections of a result name its source metrics, in order and with labels. The Order of a
 * section's source metrics, or else that of the section, says which section's columns come first.
 * A metric that several sections name has one column. A metric has a column
 * if it applies to the chip and has instances. A group of metrics ("group:...", whose value lists
 * its members) has a column with the sum of its members if it was collected. Metrics from the
 * command line that have instances are shown under their names. Their values are unknown if the
 * instances are no instructions. Metrics that no section names have no column.
 *
 * Some metrics are codes: the space, kind and size of a memory access. */
#ifndef ROOFTOP_REPORT_CODE_SOURCE_METRICS_H
#define ROOFTOP_REPORT_CODE_SOURCE_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"
#include "report/file/result.h"
#include "report/section/metric_choice.h"

struct source_codes;

/* Whether a column is seen at first (DefaultVisible): what its metric says, else what the groups of
 * columns say that it belongs to. */
enum code_column_visible { COLUMN_VISIBLE, COLUMN_GROUP_HIDDEN, COLUMN_HIDDEN };

struct code_column {
    const char *metric, *label; /* in the result; a group's name is "group:..." */
    enum code_column_visible visible;
    char unit[48];                    /* for a group, that of its members */
    const struct source_codes *codes; /* NULL: numbers */
    double *numbers;                  /* by instruction */
    bool *known;                      /* whether there is a value; the number is 0 without one */
};

struct source_metrics {
    struct code_column *columns;
    size_t count, capacity;
    size_t instructions;
};

/* Reads the columns. Instructions are at address, address + step, ... `wanted` chooses among the
 * metrics; NULL: all. */
void source_metrics_read(struct source_metrics *metrics, const struct result *result,
                         uint64_t address, size_t instructions, unsigned step,
                         const struct metric_choice *wanted);
void source_metrics_free(struct source_metrics *metrics);

/* The column of registers that live at an instruction is no metric of a result: nvdisasm knows
 * them. source_metrics_reserve_live() makes it, without values. */
extern const char source_metrics_live[];
struct code_column *source_metrics_reserve_live(struct source_metrics *metrics);

/* Returns the column of a metric, or NULL. */
const struct code_column *source_metrics_find(const struct source_metrics *metrics,
                                              const char *metric);

/* Sums a column of numbers over some instructions, given as indices; an index may occur twice.
 * Returns false if none of them has a value. */
bool source_metrics_sum(const struct code_column *column, const size_t *instructions, size_t count,
                        double *sum);

/* Iterates over the codes that some of the instructions have. Returns the name of the next code
 * from *at on, or NULL at the end; *found is how often it occurs. */
const char *source_metrics_next_code(const struct code_column *column, size_t *at,
                                     const size_t *instructions, size_t count, size_t *found);
/* Returns whether any of the instructions has a value. */
bool source_metrics_known(const struct code_column *column, const size_t *instructions,
                          size_t count);

/* Appends the cell of a column for some instructions. Numbers show their sum, 0 if there are none.
 * Codes show how often each occurs, "Global(2),Shared", or "-" for none. */
void source_metrics_add(struct strbuf *out, const struct code_column *column,
                        const size_t *instructions, size_t count);

#endif
