#include "report/page_parts/page_summary_raw.h"

#include "report/base/text_table.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_name.h"

/* What a row shows of a metric, in the order of its columns. */
enum { MINIMUM, MAXIMUM, AVERAGE, VALUES };

struct row_text {
    char unit[48];
    struct strbuf values[VALUES];
};

static void add_device_value(struct row_text *text, const struct summary_row *row)
{
    if (row->text)
        strbuf_adds(&text->values[AVERAGE], row->text);
    else if (row->count)
        format_number(&text->values[AVERAGE], row->total / row->weight);
    if (row->minimum < row->maximum) {
        format_number(&text->values[MINIMUM], row->minimum);
        format_number(&text->values[MAXIMUM], row->maximum);
    }
}

static void add_values(struct row_text *text, const struct summary_row *row,
                       const struct page_options *options)
{
    double average = row->count ? row->total / row->weight : row->total;
    struct unit_scale scale = unit_scale_for(text->unit, options->base_units ? 0 : average);
    const double numbers[VALUES] = {row->minimum, row->maximum, average};
    snprintf(text->unit, sizeof text->unit, "%s", scale.unit);
    for (size_t i = 0; i < VALUES; i++)
        strbuf_addf(&text->values[i], "%f", unit_scale_multiply(&scale, numbers[i]));
}

static struct row_text text_of(const struct summary_row *row, const struct page_options *options)
{
    struct row_text text = {0};
    summary_row_unit(row, text.unit, sizeof text.unit);
    for (size_t i = 0; i < VALUES; i++)
        strbuf_adds(&text.values[i], "");
    if (metric_name_is_device(row->metric))
        add_device_value(&text, row);
    else
        add_values(&text, row, options);
    return text;
}

static void free_text(struct row_text *text)
{
    for (size_t i = 0; i < VALUES; i++)
        strbuf_free(&text->values[i]);
}

/* Calls use() for the rows of the part, the device's rows first. */
static void each_row(const struct summary_group *group, enum summary_raw_part part,
                     const struct page_options *options,
                     void (*use)(void *context, const char *name, const struct row_text *text),
                     void *context)
{
    for (int others = 0; others < 2; others++) {
        if (part == (others ? SUMMARY_RAW_DEVICE : SUMMARY_RAW_OTHERS))
            continue;
        for (size_t i = 0; i < group->section_count; i++)
            for (size_t j = 0; j < group->sections[i].count; j++) {
                const struct summary_row *row = &group->sections[i].rows[j];
                if (metric_name_is_device(row->metric) == others)
                    continue;
                struct row_text text = text_of(row, options);
                use(context, row->metric, &text);
                free_text(&text);
            }
    }
}

static void add_full_row(void *table, const char *name, const struct row_text *text)
{
    text_table_add(table,
                   (const char *const[]){name, text->unit, text->values[MINIMUM].data,
                                         text->values[MAXIMUM].data, text->values[AVERAGE].data});
}

static void add_brief_row(void *table, const char *name, const struct row_text *text)
{
    text_table_add(table, (const char *const[]){name, text->unit, text->values[AVERAGE].data});
}

void page_summary_raw(FILE *out, const struct summary_group *group, enum summary_raw_part part,
                      const struct page_options *options)
{
    static const char *const full[] = {"Metric Name", "Metric Unit", "Minimum", "Maximum",
                                       "Average"};
    static const char *const brief[] = {"Metric Name", "Metric Unit", "Metric Value"};
    static const bool right[5] = {false};
    bool device = part == SUMMARY_RAW_DEVICE;
    struct text_table table = {.columns = device ? 3 : 5,
                               .names = device ? brief : full,
                               .right = right,
                               .indent = options->summary == SUMMARY_PER_NVTX ? 0 : 2,
                               .open = true};
    each_row(group, part, options, device ? add_brief_row : add_full_row, &table);
    if (table.rows) {
        text_table_print(&table, out);
        fputc('\n', out);
    }
    text_table_free(&table);
}

struct csv {
    FILE *out;
    const char *identity;
};

static void print_csv_row(void *context, const char *name, const struct row_text *text)
{
    const struct csv *csv = context;
    struct strbuf row = {0};
    strbuf_adds(&row, csv->identity);
    format_csv_field(&row, name, false);
    format_csv_field(&row, text->unit, false);
    for (size_t i = 0; i < VALUES; i++)
        format_csv_field(&row, text->values[i].data, false);
    fprintf(csv->out, "%s\n", row.data);
    strbuf_free(&row);
}

void page_summary_raw_csv(FILE *out, const char *identity, const struct summary_group *group,
                          enum summary_raw_part part, const struct page_options *options)
{
    struct csv csv = {out, identity};
    each_row(group, part, options, print_csv_row, &csv);
}
