#include "report/compare/body_change.h"

#include <math.h>
#include <string.h>

const struct body_row *body_row_before(const struct body_table *before, const struct body_row *row)
{
    for (size_t i = 0; i < before->row_count; i++)
        if (before->rows[i].part == row->part && strcmp(before->rows[i].label, row->label) == 0)
            return &before->rows[i];
    return NULL;
}

static const struct body_cell *cell_before(const struct body_table *before,
                                           const struct body_row *row, const char *column)
{
    const struct body_row *found = body_row_before(before, row);
    for (size_t i = 0; found && i < before->column_count; i++)
        if (strcmp(before->columns[i], column) == 0)
            return &found->cells[i];
    return NULL;
}

/* Returns the metric whose noise and direction apply to a cell, or "". In a row with several
 * columns the row's metric is only the base of its cells. */
static const char *metric_like(const struct body_table *table, const struct body_row *row,
                               const char *column)
{
    if (row->metric && table->column_count == 1)
        return row->metric;
    return strstr(column, "Hit Rate") ? "l1tex__t_sector_hit_rate.pct" : "";
}

struct value_change body_change_of(const struct body_table *before, const struct body_row *row,
                                   const struct body_table *table, size_t column)
{
    const struct body_cell *now = &row->cells[column];
    const struct body_cell *old = cell_before(before, row, table->columns[column]);
    bool was_text = old && old->text && !old->has_number;
    if ((now->text && !now->has_number) || was_text)
        return (struct value_change){.before = NAN, .percent = NAN};
    return value_change_judge(metric_like(table, row, table->columns[column]),
                              old && old->has_number ? old->number : NAN,
                              now->has_number ? now->number : NAN, NAN);
}

struct value_change body_line_change(const struct body_table *before, const struct body_line *line)
{
    const struct body_line *old = NULL;
    for (size_t i = 0; i < before->line_count && !old; i++)
        if (strcmp(before->lines[i].label, line->label) == 0)
            old = &before->lines[i];
    if (old && strcmp(old->unit, line->unit) != 0)
        return (struct value_change){.before = NAN, .percent = NAN};
    return value_change_judge("", old && old->points.count ? old->points.mean : NAN,
                              line->points.count ? line->points.mean : NAN, NAN);
}
