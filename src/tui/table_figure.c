#include "table_figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "safe_text.h"

enum { GAP = 2, LABEL_LEAST = 8 };

/* What is drawn: all cells as safe texts, with the widths of their columns. */
struct grid {
    const struct body_table *table;
    size_t rows;
    char **labels, **texts; /* texts: row by row */
    char **names;
    int *widths; /* 0: nothing in it */
    int label;
};

static const char *shared_unit(const struct body_table *table, size_t rows, size_t column)
{
    const char *unit = NULL;
    for (size_t i = 0; i < rows; i++) {
        const struct body_cell *cell = &table->rows[i].cells[column];
        if (cell->text && unit && strcmp(unit, cell->unit) != 0)
            return NULL;
        if (cell->text)
            unit = cell->unit;
    }
    return unit ? unit : "";
}

static char *cell_text(const struct body_cell *cell, const char *shared)
{
    if (!cell->text)
        return mem_strdup(cell->joint ? "as above" : "");
    char *text = shared || !*cell->unit ? mem_strdup(cell->text)
                                        : mem_printf("%s %s", cell->text, cell->unit);
    char *safe = safe_text(text);
    free(text);
    return safe;
}

static void widen(int *width, const char *text)
{
    int needed = (int)safe_text_width(text);
    if (needed > *width)
        *width = needed;
}

static void fill_column(struct grid *g, size_t column)
{
    const struct body_table *table = g->table;
    const char *unit = shared_unit(table, g->rows, column);
    char *name = unit && *unit ? mem_printf("%s [%s]", table->columns[column], unit)
                               : mem_strdup(table->columns[column]);
    g->names[column] = safe_text(name);
    free(name);
    for (size_t i = 0; i < g->rows; i++) {
        char **at = &g->texts[i * table->column_count + column];
        *at = cell_text(&table->rows[i].cells[column], unit);
        widen(&g->widths[column], *at);
    }
    if (g->widths[column])
        widen(&g->widths[column], g->names[column]);
}

static void fill(struct grid *g, bool metric_names)
{
    const struct body_table *table = g->table;
    g->labels = mem_alloc((g->rows + 1) * sizeof *g->labels);
    g->texts = mem_alloc((g->rows * table->column_count + 1) * sizeof *g->texts);
    g->names = mem_alloc((table->column_count + 1) * sizeof *g->names);
    g->widths = mem_alloc((table->column_count + 1) * sizeof *g->widths);
    g->label = (int)safe_text_width(table->row_name);
    for (size_t i = 0; i < g->rows; i++) {
        const struct body_row *row = &table->rows[i];
        g->labels[i] = safe_text(metric_names && row->metric ? row->metric : row->label);
        widen(&g->label, g->labels[i]);
    }
    for (size_t i = 0; i < table->column_count; i++)
        fill_column(g, i);
}

static void clear(struct grid *g)
{
    for (size_t i = 0; i < g->rows; i++)
        free(g->labels[i]);
    for (size_t i = 0; i < g->rows * g->table->column_count; i++)
        free(g->texts[i]);
    for (size_t i = 0; i < g->table->column_count; i++)
        free(g->names[i]);
    free(g->labels);
    free(g->texts);
    free(g->names);
    free(g->widths);
}

static void draw_right(struct painter *p, int column, int width, enum role role, const char *text)
{
    int needed = (int)safe_text_width(text);
    int left = needed < width ? width - needed : 0;
    if (*text)
        painter_text(p, column + left, width - left, role, text);
}

/* A line of the columns from `first` on, before `end`. */
static void draw_cells(const struct grid *g, char *const *texts, size_t first, size_t end,
                       enum role role, int indent, struct painter *p)
{
    int at = indent + g->label;
    for (size_t i = first; i < end; i++) {
        int room = p->width - at - GAP - 1;
        if (!g->widths[i])
            continue;
        int width = g->widths[i] < room ? g->widths[i] : room;
        draw_right(p, at + GAP, width, role, texts[i]);
        at += GAP + width;
    }
}

/* The column behind those that fit next to the labels, at least one of them. */
static size_t end_of_part(const struct grid *g, size_t first, int indent, const struct painter *p)
{
    int at = indent + g->label + 1;
    size_t end = first, taken = 0;
    for (; end < g->table->column_count; end++) {
        at += g->widths[end] ? GAP + g->widths[end] : 0;
        if (at > p->width && taken)
            break;
        taken += g->widths[end] > 0;
    }
    return end;
}

static void draw_part(const struct grid *g, size_t first, size_t end, int indent, struct painter *p)
{
    char *name = safe_text(g->table->row_name);
    painter_text(p, indent, g->label, ROLE_DIM, name);
    draw_cells(g, g->names, first, end, ROLE_DIM, indent, p);
    painter_next(p);
    free(name);
    for (size_t i = 0; i < g->rows; i++) {
        painter_text(p, indent, g->label, ROLE_NORMAL, g->labels[i]);
        draw_cells(g, &g->texts[i * g->table->column_count], first, end, ROLE_NORMAL, indent, p);
        painter_next(p);
    }
}

static void tell_empty(const struct grid *g, int indent, struct painter *p)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < g->table->column_count; i++)
        if (!g->widths[i])
            strbuf_addf(&text, "%s%s", text.length ? ", " : "without values: ", g->names[i]);
    if (text.length)
        painter_wrapped(p, indent, ROLE_DIM, text.data);
    strbuf_free(&text);
}

void table_figure_draw(const struct body_table *table, size_t rows, bool metric_names, int indent,
                       struct painter *p)
{
    struct grid g = {.table = table, .rows = rows < table->row_count ? rows : table->row_count};
    fill(&g, metric_names);
    int most = (p->width - indent) * 2 / 5;
    if (g.label > most)
        g.label = most > LABEL_LEAST ? most : LABEL_LEAST;
    for (size_t first = 0, end; first < table->column_count; first = end) {
        end = end_of_part(&g, first, indent, p);
        draw_part(&g, first, end, indent, p);
    }
    if (g.rows == table->row_count)
        tell_empty(&g, indent, p);
    if (g.rows < table->row_count) {
        char more[64];
        snprintf(more, sizeof more, "%zu more (e)", table->row_count - g.rows);
        painter_text(p, indent, p->width - indent, ROLE_DIM, more);
        painter_next(p);
    }
    clear(&g);
}
