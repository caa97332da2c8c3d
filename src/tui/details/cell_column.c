#include "tui/details/cell_column.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

struct cell_column cell_column_of(const struct view_cell *const *cells, size_t count, int width,
                                  int label_most, bool metric_names)
{
    struct cell_column column = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        char *label = cell_column_label(cells[i], metric_names);
        widen(&column.label, (int)safe_text_width(label));
        free(label);
        if (!is_number(cells[i]))
            continue;
        widen(&column.fraction, fraction_of(cells[i]));
        widen(&column.unit, (int)safe_text_width(cells[i]->unit));
    }
    if (column.label > label_most)
        column.label = label_most;
    for (size_t i = 0; i < count; i++) {
        char *label = cell_column_label(cells[i], metric_names);
        char *value = cell_column_value(&column, cells[i]);
        if ((int)(safe_text_width(label) + safe_text_width(value)) + 1 > width)
            column.fraction = column.unit = -1;
        free(label);
        free(value);
    }
    return column;
}

char *cell_column_value(const struct cell_column *column, const struct view_cell *cell)
{
    struct strbuf text = {0};
    bool aligned = column->fraction >= 0 && is_number(cell);
    strbuf_adds(&text, cell->value);
    if (aligned)
        strbuf_pad(&text, ' ', (size_t)(column->fraction - fraction_of(cell)));
    if (*cell->unit || (aligned && column->unit))
        strbuf_addf(&text, " %s", cell->unit);
    if (aligned)
        strbuf_pad(&text, ' ', (size_t)column->unit - safe_text_width(cell->unit));
    char *safe = safe_text(text.data);
    strbuf_free(&text);
    return safe;
}
