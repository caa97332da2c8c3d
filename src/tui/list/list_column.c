#include "tui/list/list_column.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/glossary.h"

/* clang-format off */
const struct list_field_row list_fields[LIST_FIELDS + 1] = {
    [LIST_NUMBER] = {"number", "#", "number in the report; for a group, its size", "id",
                     NULL, LIST_AS_COUNT, true, false, 4, 5, 1, true},
    [LIST_REPORT] = {"report", "Report", "the report, if there are several", "report",
                     NULL, LIST_AS_TEXT, false, false, 12, 28, 1, true},
    [LIST_NAME] = {"kernel", "Kernel", "name of the kernel or range", "kernel",
                   NULL, LIST_AS_TEXT, false, false, 17, 40, 0, true},
    [LIST_LAUNCH] = {"launch", "Launch", "grid and block", NULL,
                     NULL, LIST_AS_TEXT, false, true, 16, 20, 6, true},
    [LIST_SERIES] = {"series", "Series", "parameters in a profile series", "parameters",
                     NULL, LIST_AS_TEXT, false, false, 16, 48, 1, true},
    [LIST_DURATION] = {"duration", "Duration", "time on the GPU; for a group, the median", "duration_ns",
                       "gpu__time_duration.sum", LIST_AS_TIME, true, true, 10, 10, 0, true},
    [LIST_SPREAD] = {"spread", "+-", "distance of a group's durations from the median", "spread_pct",
                     NULL, LIST_AS_TEXT, true, true, 5, 26, 1, true},
    [LIST_SUM] = {"sum", "Sum", "total duration of a group's launches", "sum_ns",
                  NULL, LIST_AS_TIME, true, true, 10, 10, 2, true},
    [LIST_STANDS] = {"stands_for", "Stands for", "launches of the program that the result stands for", "stands_for",
                     NULL, LIST_AS_COUNT, true, true, 10, 10, 2, true},
    [LIST_PROGRAM] = {"program_time", "In all", "time of these launches in the program", "program_time_ns",
                      NULL, LIST_AS_TIME, true, true, 10, 10, 2, true},
    [LIST_COMPUTE] = {"compute", "Compute", "throughput of the SMs", "compute_pct",
                      NULL, LIST_AS_SHARE, false, true, 7, 16, 3, true},
    [LIST_MEMORY] = {"memory", "Memory", "throughput of memory", "memory_pct",
                     NULL, LIST_AS_SHARE, false, true, 7, 16, 3, true},
    [LIST_OCCUPANCY] = {"occupancy", "Occ", "achieved occupancy", "occupancy_pct",
                        NULL, LIST_AS_PERCENT, true, true, 4, 5, 5, true},
    [LIST_LIMIT] = {"limit", "Limited by", "what limits the kernel", "limited_by",
                    NULL, LIST_AS_TEXT, false, false, 10, 19, 2, true},
    [LIST_L1] = {"l1", "L1", "throughput of L1", "l1_pct",
                 NULL, LIST_AS_SHARE, false, true, 7, 16, 1, false},
    [LIST_L2] = {"l2", "L2", "throughput of L2", "l2_pct",
                 NULL, LIST_AS_SHARE, false, true, 7, 16, 1, false},
    [LIST_DRAM] = {"dram", "DRAM", "throughput of DRAM", "dram_pct",
                   NULL, LIST_AS_SHARE, false, true, 7, 16, 1, false},
    [LIST_GRID] = {"grid", "Grid", "blocks of the grid", "grid",
                   NULL, LIST_AS_TEXT, false, true, 8, 16, 1, false},
    [LIST_BLOCK] = {"block", "Block", "threads of a block", "block",
                    NULL, LIST_AS_TEXT, false, true, 6, 14, 1, false},
    [LIST_REGISTERS] = {"registers", "Regs", "registers of a thread", "registers",
                        "launch__registers_per_thread", LIST_AS_COUNT, true, true, 4, 5, 1, false},
    [LIST_SHARED] = {"shared", "Shared", "shared memory of a block", "shared_bytes",
                     "launch__shared_mem_per_block", LIST_AS_METRIC, true, true, 8, 16, 1, false},
    [LIST_WAVES] = {"waves", "Waves", "waves of blocks on an SM", "waves",
                    "launch__waves_per_multiprocessor", LIST_AS_METRIC, true, true, 6, 10, 1, false},
    [LIST_CLUSTER] = {"cluster", "Cluster", "blocks of a cluster", "cluster",
                      "launch__cluster_size", LIST_AS_COUNT, true, true, 7, 7, 1, false},
    [LIST_STREAM] = {"stream", "Stream", "stream of the launch", "stream",
                     NULL, LIST_AS_COUNT, true, false, 6, 7, 1, false},
    [LIST_CONTEXT] = {"context", "Context", "context of the launch", "context",
                      NULL, LIST_AS_COUNT, true, false, 7, 7, 1, false},
    [LIST_DEVICE] = {"device", "Device", "number of the GPU", "device",
                     "device__attribute_device_index", LIST_AS_COUNT, true, false, 6, 6, 1, false},
    [LIST_GPU] = {"gpu", "GPU", "name of the GPU", "gpu",
                  "device__attribute_display_name", LIST_AS_TEXT, false, false, 8, 24, 1, false},
    [LIST_PROCESS] = {"process", "Process", "name and number of the process", "process",
                      NULL, LIST_AS_TEXT, false, false, 10, 28, 1, false},
    [LIST_THREAD] = {"thread", "Thread", "thread that launched it", "thread",
                     NULL, LIST_AS_COUNT, true, false, 8, 10, 1, false},
    [LIST_NVTX] = {"nvtx", "NVTX range", "innermost NVTX range at the launch", "nvtx_range",
                   NULL, LIST_AS_TEXT, false, false, 10, 32, 1, false},
    [LIST_METRIC] = {"", "", "", NULL, NULL, LIST_AS_METRIC, true, true, 8, 32, 1, false},
};
/* clang-format on */

const struct list_field_row *list_field_called(const char *word)
{
    for (int i = 0; i < LIST_FIELDS; i++)
        if (glossary_same(list_fields[i].title, word) || glossary_same(list_fields[i].name, word))
            return &list_fields[i];
    return NULL;
}

bool list_field_adds_up(enum list_field field)
{
    return field == LIST_SUM || field == LIST_STANDS || field == LIST_PROGRAM;
}

void list_columns_free(struct list_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++)
        free(columns->items[i].metric);
    free(columns->items);
    *columns = (struct list_columns){0};
}

void list_columns_usual(struct list_columns *columns)
{
    list_columns_free(columns);
    for (int i = 0; i < LIST_FIELDS; i++)
        if (list_fields[i].usual)
            list_columns_add(columns, &(struct list_column){.field = (enum list_field)i});
}

bool list_column_named(const char *name, struct list_column *column)
{
    for (int i = 0; i < LIST_FIELDS; i++)
        if (strcmp(list_fields[i].name, name) == 0) {
            *column = (struct list_column){.field = (enum list_field)i};
            return true;
        }
    *column = (struct list_column){.field = LIST_METRIC, .metric = (char *)name};
    return strstr(name, "__") != NULL;
}

const char *list_column_name(const struct list_column *column)
{
    return column->metric ? column->metric : list_fields[column->field].name;
}

const char *list_column_metric(const struct list_column *column)
{
    return column->metric ? column->metric : list_fields[column->field].metric;
}

bool list_column_same(const struct list_column *a, const struct list_column *b)
{
    return a->field == b->field &&
           (a->metric && b->metric ? strcmp(a->metric, b->metric) == 0 : !a->metric && !b->metric);
}

size_t list_columns_find(const struct list_columns *columns, const struct list_column *column)
{
    size_t at = 0;
    while (at < columns->count && !list_column_same(&columns->items[at], column))
        at++;
    return at;
}

void list_columns_append(struct list_columns *columns, const struct list_column *column)
{
    mem_grow(&columns->items, columns->count, &columns->capacity, sizeof *columns->items);
    columns->items[columns->count++] = (struct list_column){
        .field = column->field, .metric = column->metric ? mem_strdup(column->metric) : NULL};
}

void list_columns_add(struct list_columns *columns, const struct list_column *column)
{
    if (list_columns_find(columns, column) == columns->count)
        list_columns_append(columns, column);
}

void list_columns_remove(struct list_columns *columns, size_t at)
{
    free(columns->items[at].metric);
    columns->count--;
    memmove(&columns->items[at], &columns->items[at + 1],
            (columns->count - at) * sizeof *columns->items);
}

size_t list_columns_move(struct list_columns *columns, size_t at, int step)
{
    size_t to = step < 0 ? at - 1 : at + 1;
    if ((step < 0 && !at) || to >= columns->count)
        return at;
    struct list_column moved = columns->items[at];
    columns->items[at] = columns->items[to];
    columns->items[to] = moved;
    return to;
}

void list_columns_parse(struct list_columns *columns, const char *names, struct strbuf *unknown)
{
    bool told = false;
    for (const char *at = names; *at;) {
        at += strspn(at, ", +");
        size_t length = strcspn(at, ", ");
        char *name = mem_strndup(at, length);
        struct list_column column;
        if (length && list_column_named(name, &column)) {
            list_columns_add(columns, &column);
        } else if (length && unknown && !told) {
            strbuf_adds(unknown, name);
            told = true;
        }
        free(name);
        at += length;
    }
}

void list_columns_text(const struct list_columns *columns, struct strbuf *out)
{
    strbuf_adds(out, "");
    for (size_t i = 0; i < columns->count; i++)
        strbuf_addf(out, "%s%s", i ? "," : "", list_column_name(&columns->items[i]));
}
