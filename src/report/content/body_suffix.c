/* Suffix tables are base names times suffixes. NVLink and NUMA tables show metrics that have an
 * instance for each link or device. Widgets show a list of metrics. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/body_items.h"
#include "report/metric/metric_points.h"
#include "report/metric/metric_value.h"

void body_suffix(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
    const Rep__ProfilerSuffixTable *from = item->suffixtable;
    if (!from)
        return;
    body_begin(maker->table, from->label, from->description, "Metric Name");
    for (size_t i = 0; i < from->suffixes->n_suffix; i++) {
        const Rep__ProfilerSuffix *suffix = from->suffixes->suffix[i];
        body_add_column(maker->table,
                        suffix->label && *suffix->label ? suffix->label : suffix->name);
    }
    for (size_t i = 0; i < from->basenames->n_basename && !body_is_full(maker->table); i++) {
        const char *label;
        const char *base = section_metric_here(from->basenames->basename[i], maker->section,
                                               &maker->scope, &label);
        if (!base)
            continue;
        struct body_row *row =
            body_add_row(maker->table, mem_strdup(label && *label ? label : base));
        row->metric = mem_strdup(base);
        for (size_t j = 0; j < from->suffixes->n_suffix; j++) {
            char *name = mem_printf("%s%s", base, from->suffixes->suffix[j]->name);
            body_set_metric(maker, &row->cells[j], name);
            free(name);
        }
    }
}

/* Link and NUMA items name no metrics; theirs are fixed. */
struct link_column {
    const char *name, *metric;
    bool total; /* a counter: one value for all links */
};

static const struct link_column topology[] = {{"Device", "nvlink__dev_display_name_all"}};
static const struct link_column properties[] = {
    {"Device 0 Type", "nvlink__dev0type"},      {"Device 0", "nvlink__dev0Id"},
    {"Device 1 Type", "nvlink__dev1type"},      {"Device 1", "nvlink__dev1Id"},
    {"Source Ports", "nvlink__source_ports"},   {"Destination Ports", "nvlink__destination_ports"},
    {"Direct", "nvlink__is_direct_link"},       {"Bandwidth", "nvlink__bandwidth"},
    {"Peer Access", "nvlink__peer_access"},     {"Peer Atomics", "nvlink__peer_atomic"},
    {"System Access", "nvlink__system_access"}, {"System Atomics", "nvlink__system_atomic"}};
static const struct link_column throughputs[] = {
    {"Received", "nvlrx__bytes.sum", true},
    {"Received Peak", "nvlrx__bytes.sum.pct_of_peak_sustained_elapsed", true},
    {"Transmitted", "nvltx__bytes.sum", true},
    {"Transmitted Peak", "nvltx__bytes.sum.pct_of_peak_sustained_elapsed", true}};
static const struct link_column numa[] = {{"GPU Name", "numa__dev_display_name_all"},
                                          {"NUMA ID by CPU Affinity", "numa__id_cpu"},
                                          {"CPU Affinity", "numa__cpu_affinity"},
                                          {"NUMA ID by Memory Affinity", "numa__id_memory"}};

static uint64_t id_of(const Rep__ProfileMetricListElement *element, size_t place)
{
    double number;
    if (element->correlationid && element->correlationid->has_uint64value)
        return element->correlationid->uint64value;
    return metric_value_number(element->correlationid, &number) && number >= 0 && number < 0x1p63
               ? (uint64_t)number
               : place;
}

static struct body_row *row_of(struct body_table *table, char *label)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (strcmp(table->rows[i].label, label) == 0) {
            free(label);
            return &table->rows[i];
        }
    return body_add_row(table, label);
}

enum { MOST_LINKS = 4096 };

static void fill_column(struct body_maker *maker, size_t column, const struct link_column *from)
{
    struct body_table *table = maker->table;
    const Rep__ProfileMetricResult *found = body_instances_of(maker, from->metric);
    for (size_t i = 0; found && i < found->n_metricvaluelist && i < MOST_LINKS; i++) {
        const Rep__ProfileMetricListElement *element = found->metricvaluelist[i];
        char *label = mem_printf("%" PRIu64, id_of(element, i));
        struct body_cell *cell = &row_of(table, label)->cells[column];
        double number;
        if (cell->text)
            continue; /* an id that occurs twice */
        if (element->elementvalue->stringvalue)
            body_set_text(cell, element->elementvalue->stringvalue);
        else if (metric_value_number(element->elementvalue, &number))
            body_set_number(maker, cell, number, "", 0);
    }
    /* A property without instances belongs to no link. */
    if (found && !found->n_metricvaluelist && from->total)
        body_set_metric(maker, &row_of(table, mem_strdup("all"))->cells[column], from->metric);
}

static void make_links(struct body_maker *maker, const char *label, const char *row_name,
                       const struct link_column *columns, size_t count)
{
    body_begin(maker->table, label, "", row_name);
    for (size_t i = 0; i < count; i++) {
        body_add_column(maker->table, columns[i].name);
        body_set_source(maker->table, columns[i].metric);
    }
    for (size_t i = 0; i < count; i++)
        fill_column(maker, i, &columns[i]);
}

static void make_widget(struct body_maker *maker, const Rep__ProfilerSectionGfxMetricsWidget *from)
{
    body_begin(maker->table, from->label ? from->label : from->type, "", "Metric Name");
    body_add_column(maker->table, "Metric Value");
    for (size_t i = 0; i < from->n_metrics; i++) {
        const char *label;
        const char *name =
            section_metric_here(from->metrics[i], maker->section, &maker->scope, &label);
        if (!name)
            continue;
        struct body_row *row =
            body_add_row(maker->table, mem_strdup(label && *label ? label : name));
        row->metric = mem_strdup(name);
        body_set_metric(maker, &row->cells[0], name);
    }
}

void body_links(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item)
{
    maker->table->kind = BODY_LINKS;
#define LINKS(item, row_name, columns)                                                             \
    make_links(maker, (item)->label, row_name, columns, sizeof(columns) / sizeof *(columns))
    if (item->nvlinktopology)
        LINKS(item->nvlinktopology, "Device Number", topology);
    else if (item->nvlinkpropertytable)
        LINKS(item->nvlinkpropertytable, "Link", properties);
    else if (item->nvlinkthroughputtable)
        LINKS(item->nvlinkthroughputtable, "Link", throughputs);
    else if (item->numaidtable)
        LINKS(item->numaidtable, "GPU ID", numa);
    else if (item->gfxmetricswidget) {
        make_widget(maker, item->gfxmetricswidget);
        maker->table->kind = BODY_TABLE;
    }
#undef LINKS
}
