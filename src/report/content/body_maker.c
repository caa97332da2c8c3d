#include "report/content/body_maker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/view_cells.h"
#include "report/file/report.h"
#include "report/metric/metric_format.h"

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
        body_row_free(table, row);
    }
    *row = (struct body_row){.label = label};
    row->cells = mem_alloc((table->column_count + 1) * sizeof *row->cells);
    return row;
}

enum { LINE_POINTS = 1024 };

void body_add_line(struct body_table *table, const char *label, const char *metric,
                   const char *unit, const struct metric_points *points)
{
    if (table->point_count >= MOST_CELLS)
        return;
    mem_grow(&table->lines, table->line_count, &table->line_capacity, sizeof *table->lines);
    struct body_line *line = &table->lines[table->line_count++];
    *line = (struct body_line){.label = mem_strdup(label),
                               .metric = mem_strdup(metric),
                               .points = metric_points_thinned(points, LINE_POINTS)};
    snprintf(line->unit, sizeof line->unit, "%s", unit);
    table->point_count += line->points.count;
}

void body_add_number(struct strbuf *out, double number)
{
    if (number != 0 && fabs(number) < 1)
        strbuf_addf(out, "%.4g", number);
    else
        format_number(out, number);
}

/* FLOP/s and OP/s take the prefixes of bytes: FLOP/ns would not be understood. */
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

void body_drop_empty_rows(struct body_table *table)
{
    size_t kept = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        if (is_empty(table, &table->rows[i]))
            body_row_free(table, &table->rows[i]);
        else
            table->rows[kept++] = table->rows[i];
    }
    table->row_count = kept;
}
