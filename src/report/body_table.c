#include "body_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body_internal.h"
#include "finding_text.h"
#include "mem.h"
#include "metric_format.h"
#include "report.h"
#include "section_items.h"
#include "section_view.h"

const char *body_text(const char *text)
{
    return text ? text : "";
}

double body_multiplier(const Rep__ProfilerSectionMetric *metric)
{
    return metric->has_multiplier ? metric->multiplier : 1;
}

void body_begin(struct body_table *table, const char *label, const char *description,
                const char *row_name)
{
    table->label = mem_strdup(body_text(label));
    table->description = mem_strdup(body_text(description));
    table->row_name = mem_strdup(row_name);
}

void body_add_column(struct body_table *table, const char *name)
{
    table->columns =
        mem_realloc(table->columns, (table->column_count + 1) * sizeof *table->columns);
    table->sources =
        mem_realloc(table->sources, (table->column_count + 1) * sizeof *table->sources);
    table->sources[table->column_count] = NULL;
    table->columns[table->column_count++] = mem_strdup(name);
}

void body_set_source(struct body_table *table, const char *source)
{
    char **at = &table->sources[table->column_count - 1];
    free(*at);
    *at = mem_strdup(source);
}

const char *body_cell_source(const struct body_table *table, const struct body_row *row,
                             size_t column)
{
    return row->cells[column].source ? row->cells[column].source
           : table->sources[column]  ? table->sources[column]
                                     : row->metric;
}

static void free_row(const struct body_table *table, struct body_row *row)
{
    for (size_t i = 0; row->cells && i < table->column_count; i++) {
        free(row->cells[i].text);
        free(row->cells[i].source);
    }
    free(row->cells);
    free(row->label);
    free(row->metric);
    free(row->course);
}

enum { MOST_CELLS = 1 << 20, MOST_INSTANCES = 1 << 24 };

const Rep__ProfileMetricResult *body_instances_of(struct body_maker *maker, const char *name)
{
    if (maker->looked > MOST_INSTANCES)
        return NULL;
    const Rep__ProfileMetricResult *metric = result_metric_instances(maker->result, name);
    if (metric)
        maker->looked += metric->n_metricvaluelist;
    return metric;
}

bool body_is_full(const struct body_table *table)
{
    return table->row_count * (table->column_count + 1) >= MOST_CELLS;
}

struct body_row *body_add_row(struct body_table *table, char *label)
{
    struct body_row *row = &table->spare;
    if (!body_is_full(table)) {
        mem_grow(&table->rows, table->row_count, &table->row_capacity, sizeof *table->rows);
        row = &table->rows[table->row_count++];
    } else {
        free_row(table, row);
    }
    *row = (struct body_row){.label = label};
    row->cells = mem_alloc((table->column_count + 1) * sizeof *row->cells);
    return row;
}

enum { LINE_POINTS = 1024 };

void body_add_line(struct body_table *table, const char *label, const char *metric,
                   const char *unit, const struct series *series)
{
    if (table->point_count >= MOST_CELLS)
        return;
    mem_grow(&table->lines, table->line_count, &table->line_capacity, sizeof *table->lines);
    struct body_line *line = &table->lines[table->line_count++];
    *line = (struct body_line){.label = mem_strdup(label),
                               .metric = mem_strdup(metric),
                               .series = series_thinned(series, LINE_POINTS)};
    snprintf(line->unit, sizeof line->unit, "%s", unit);
    table->point_count += line->series.count;
}

void body_add_number(struct strbuf *out, double number)
{
    if (number != 0 && fabs(number) < 1)
        strbuf_addf(out, "%.4g", number);
    else
        format_number(out, number);
}

/* FLOP/s and OP/s take the prefixes of bytes: nobody speaks of FLOP/ns. */
static struct unit_scale scale_for(const char *unit, double like)
{
    const char *operations = strstr(unit, "OP/s");
    if (!operations)
        return unit_scale_for(unit, like);
    struct unit_scale scale = unit_scale_for("byte", like);
    char prefix = *scale.unit == 'b' ? '\0' : *scale.unit;
    snprintf(scale.unit, sizeof scale.unit, "%.1s%s", prefix ? &prefix : "", unit);
    return scale;
}

void body_set_number(const struct body_maker *maker, struct body_cell *cell, double number,
                     const char *unit, double like)
{
    if (isnan(number))
        return;
    struct unit_scale scale = {.factor = 1};
    snprintf(scale.unit, sizeof scale.unit, "%s", unit);
    if (!maker->base_units)
        scale = scale_for(unit, like);
    struct strbuf text = {0};
    body_add_number(&text, unit_scale_apply(&scale, number));
    cell->text = strbuf_detach(&text);
    snprintf(cell->unit, sizeof cell->unit, "%s", scale.unit);
    snprintf(cell->base_unit, sizeof cell->base_unit, "%s", unit);
    cell->number = number;
    cell->has_number = true;
}

void body_set_text(struct body_cell *cell, const char *text)
{
    cell->text = mem_strdup(text);
}

bool body_set_metric(const struct body_maker *maker, struct body_cell *cell, const char *metric)
{
    struct view_cell value;
    view_cell_fill(&value, maker->result, metric, "",
                   (struct view_style){.base_units = maker->base_units});
    bool found = !value.missing && *value.value;
    free(cell->source);
    cell->source = mem_strdup(metric);
    if (found) {
        cell->text = mem_strdup(value.value);
        snprintf(cell->unit, sizeof cell->unit, "%s", value.unit);
        report_unit(maker->result->report, metric, cell->base_unit, sizeof cell->base_unit);
        cell->number = value.number;
        cell->has_number = !isnan(value.number);
    }
    view_cell_free(&value);
    return found;
}

static bool is_empty(const struct body_table *table, const struct body_row *row)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (row->cells[i].text)
            return false;
    return table->column_count > 0;
}

static void drop_empty_rows(struct body_table *table)
{
    size_t kept = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        if (is_empty(table, &table->rows[i]))
            free_row(table, &table->rows[i]);
        else
            table->rows[kept++] = table->rows[i];
    }
    table->row_count = kept;
}

static void free_table(struct body_table *table)
{
    for (size_t i = 0; i < table->row_count; i++)
        free_row(table, &table->rows[i]);
    free_row(table, &table->spare);
    for (size_t i = 0; i < table->column_count; i++) {
        free(table->columns[i]);
        free(table->sources[i]);
    }
    free(table->sources);
    for (size_t i = 0; i < table->line_count; i++) {
        free(table->lines[i].label);
        free(table->lines[i].metric);
        series_free(&table->lines[i].series);
    }
    memory_map_free(table->map);
    free(table->lines);
    free(table->rows);
    free(table->columns);
    free(table->label);
    free(table->description);
    free(table->row_name);
}

struct tables {
    struct body_maker maker;
    struct body_table *tables;
    size_t count, capacity;
};

static void keep(struct tables *tables, struct body_table *table)
{
    drop_empty_rows(table);
    if (!table->row_count) {
        free_table(table);
        return;
    }
    mem_grow(&tables->tables, tables->count, &tables->capacity, sizeof *tables->tables);
    tables->tables[tables->count++] = *table;
}

static void make(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                 size_t number)
{
    static body_make *const makers[] = {body_roofline,  body_timeline, body_line_chart,
                                        body_histogram, body_source,   body_instances,
                                        body_suffix,    body_memory,   body_links};
    struct tables *tables = context;
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        struct body_table table = {.body = section_body_name(tables->maker.section, body),
                                   .item = number};
        tables->maker.table = &table;
        makers[i](&tables->maker, item);
        keep(tables, &table);
    }
}

struct body_table *body_tables(const struct result *result, const Rep__ProfilerSection *section,
                               bool base_units, size_t *count)
{
    struct tables tables = {
        .maker = {result, section, section_scope_of(result), base_units, NULL, 0}};
    section_items(section, &tables.maker.scope, make, &tables);
    *count = tables.count;
    return tables.tables;
}

/* Row `at` of a column; false: the column is shorter. */
static bool rule_cell(const Rep__RuleResultTableColumn *column, size_t at, struct strbuf *text)
{
    switch (column->type) {
    case REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double:
        if (at >= column->n_doubledata)
            return false;
        body_add_number(text, column->doubledata[at]);
        return true;
    case REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Int:
        if (at >= column->n_intdata)
            return false;
        strbuf_addf(text, "%lld", (long long)column->intdata[at]);
        return true;
    default:
        if (at >= column->n_stringdata)
            return false;
        finding_text_add(text, column->stringdata[at]);
        return true;
    }
}

/* The first column gives the labels. */
static void make_rule_table(struct body_table *table, const Rep__RuleResultTable *from)
{
    const Rep__RuleResultTableConfig *config = from->config;
    body_begin(table, config ? config->title : "", config ? config->description : "",
               from->columns[0]->name);
    for (size_t i = 1; i < from->n_columns; i++)
        body_add_column(table, from->columns[i]->name);
    for (size_t at = 0;; at++) {
        struct strbuf label = {0};
        strbuf_adds(&label, "");
        if (!rule_cell(from->columns[0], at, &label)) {
            strbuf_free(&label);
            return;
        }
        struct body_row *row = body_add_row(table, strbuf_detach(&label));
        for (size_t i = 1; i < from->n_columns; i++) {
            struct strbuf text = {0};
            strbuf_adds(&text, "");
            if (rule_cell(from->columns[i], at, &text))
                row->cells[i - 1].text = strbuf_detach(&text);
            else
                strbuf_free(&text);
        }
    }
}

struct body_table *body_tables_of_rule(const Rep__RuleResult *rule, size_t *count)
{
    struct tables tables = {0};
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultBodyItem *item = rule->body->items[i];
        for (size_t j = 0; j < item->n_ruletables; j++) {
            struct body_table table = {.body = ""};
            if (!item->ruletables[j]->n_columns)
                continue;
            make_rule_table(&table, item->ruletables[j]);
            keep(&tables, &table);
        }
    }
    *count = tables.count;
    return tables.tables;
}

const struct body_table *body_table_same(const struct body_table *tables, size_t count,
                                         const struct body_table *table)
{
    for (size_t i = 0; i < count; i++)
        if (tables[i].item == table->item && tables[i].kind == table->kind &&
            strcmp(tables[i].label, table->label) == 0)
            return &tables[i];
    return NULL;
}

void body_tables_free(struct body_table *tables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free_table(&tables[i]);
    free(tables);
}
