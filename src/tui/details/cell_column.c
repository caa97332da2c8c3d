#include "tui/details/cell_column.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"

char *cell_column_label(const struct view_cell *cell, bool metric_names)
{
    return safe_text(metric_names && cell->metric ? cell->metric : cell->label);
}

static bool is_number(const struct view_cell *cell)
{
    return !cell->missing && isfinite(cell->number);
}

/* The point and what is behind it. */
static int fraction_of(const struct view_cell *cell)
{
    const char *point = strrchr(cell->value, '.');
    return point ? (int)strlen(point) : 0;
}

static void widen(int *width, int to)
{
    if (*width < to)
        *width = to;
}

/* Whether the label ends in the unit: "Elapsed Cycles". */
static bool says_unit(const struct view_cell *cell)
{
    const size_t label = strlen(cell->label), unit = strlen(cell->unit);
    return unit > 1 && label > unit && cell->label[label - unit - 1] == ' ' &&
           strcasecmp(cell->label + label - unit, cell->unit) == 0;
}

static const char *unit_in(const struct cell_column *column, const struct view_cell *cell)
{
    return column->terse && says_unit(cell) ? "" : cell->unit;
}

static void measure(struct cell_column *column, const struct view_cell *const *cells, size_t count,
                    bool metric_names)
{
    for (size_t i = 0; i < count; i++) {
        char *label = cell_column_label(cells[i], metric_names);
        widen(&column->label, (int)safe_text_width(label));
        free(label);
        if (!is_number(cells[i]))
            continue;
        widen(&column->fraction, fraction_of(cells[i]));
        widen(&column->unit, (int)safe_text_width(unit_in(column, cells[i])));
    }
}

static bool fits(const struct cell_column *column, const struct view_cell *const *cells,
                 size_t count, int width, bool metric_names)
{
    bool fit = true;
    for (size_t i = 0; i < count && fit; i++) {
        char *label = cell_column_label(cells[i], metric_names);
        char *value = cell_column_value(column, cells[i]);
        fit = (int)(safe_text_width(label) + safe_text_width(value)) + 1 <= width;
        free(label);
        free(value);
    }
    return fit;
}

struct cell_column cell_column_of(const struct view_cell *const *cells, size_t count, int width,
                                  int label_most, bool metric_names)
{
    struct cell_column column = {0};
    measure(&column, cells, count, metric_names);
    if (!fits(&column, cells, count, width, metric_names) && !metric_names) {
        column = (struct cell_column){.terse = true};
        measure(&column, cells, count, metric_names);
    }
    if (!fits(&column, cells, count, width, metric_names))
        column.fraction = column.unit = -1;
    if (column.label > label_most)
        column.label = label_most;
    return column;
}

char *cell_column_value(const struct cell_column *column, const struct view_cell *cell)
{
    const char *unit = unit_in(column, cell);
    struct strbuf text = {0};
    bool aligned = column->fraction >= 0 && is_number(cell);
    strbuf_adds(&text, cell->value);
    if (aligned)
        strbuf_pad(&text, ' ', (size_t)(column->fraction - fraction_of(cell)));
    if (*unit || (aligned && column->unit))
        strbuf_addf(&text, " %s", unit);
    if (aligned)
        strbuf_pad(&text, ' ', (size_t)column->unit - safe_text_width(unit));
    char *safe = safe_text(text.data);
    strbuf_free(&text);
    return safe;
}
