#include "tui/figures/table_figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/compare/body_change.h"
#include "report/content/body_span.h"
#include "tui/term/change_mark.h"

enum { GAP = 2, LABEL_LEAST = 8, HEADING_LINES = 4 };

static const char change_label[] = "  change";

/* What is drawn: the rows, all cells as safe texts, and the widths of their columns. */
struct grid {
    const struct body_table *table, *before;
    const struct body_row **rows;
    size_t count, left_out;
    char **labels, **texts, **names; /* texts: row by row */
    int *widths;                     /* 0: nothing in it */
    bool *joined;                    /* it has cells that span rows */
    int label;
    bool utf8;
};

static bool has_joint(const struct body_table *table, size_t row)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (table->rows[row].cells[i].joint)
            return true;
    return false;
}

/* Returns whether the row has nothing but zeros. Cells that it shares with the row above count for
 * both. */
static bool is_idle(const struct body_table *table, size_t row)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const struct body_cell *cell = &table->rows[row].cells[i];
        if (cell->text && (!cell->has_number || cell->number != 0))
            return false;
    }
    return !row || !has_joint(table, row) || is_idle(table, row - 1);
}

/* Returns whether the row is left out. A row whose cells the next one shares is left out only
 * together with it. */
static bool is_left_out(const struct body_table *table, size_t row)
{
    return is_idle(table, row) &&
           !(row + 1 < table->row_count && has_joint(table, row + 1) && !is_idle(table, row + 1));
}

static void choose_rows(struct grid *g, size_t most)
{
    const struct body_table *table = g->table;
    g->rows = mem_alloc((table->row_count + 1) * sizeof *g->rows);
    for (size_t i = 0; i < table->row_count; i++) {
        if (most && is_left_out(table, i))
            continue;
        if (!most || g->count < most)
            g->rows[g->count++] = &table->rows[i];
        else
            g->left_out++;
    }
}

static const char *shared_unit(const struct grid *g, size_t column)
{
    const char *unit = NULL;
    for (size_t i = 0; i < g->count; i++) {
        const struct body_cell *cell = &g->rows[i]->cells[column];
        if (cell->text && unit && strcmp(unit, cell->unit) != 0)
            return NULL;
        if (cell->text)
            unit = cell->unit;
    }
    return unit ? unit : "";
}

/* Returns whether the column joins rows that are drawn. */
static bool joins_rows(const struct grid *g, size_t column)
{
    for (size_t i = 0; i < g->count; i++) {
        const struct body_row *row = g->rows[i];
        const char *bracket = body_span_bracket(g->table, row, column, false, g->utf8);
        if (bracket[strspn(bracket, " ")])
            return true;
    }
    return false;
}

/* Returns the text with a part of the bracket that joins rows; takes the text. */
static char *joined(const struct grid *g, size_t row, size_t column, char *text, bool below)
{
    if (!g->joined[column])
        return text;
    char *cell =
        mem_printf("%s%s", text, body_span_bracket(g->table, g->rows[row], column, below, g->utf8));
    free(text);
    return cell;
}

static char *cell_text(const struct grid *g, size_t row, size_t column, bool shared_unit)
{
    char *text = body_span_text(g->table, g->rows[row], column, shared_unit);
    char *safe = safe_text(text);
    free(text);
    return joined(g, row, column, safe, false);
}

static void widen(int *width, const char *text)
{
    int needed = (int)safe_text_width(text);
    if (needed > *width)
        *width = needed;
}

/* Returns the part of a heading in its n-th line from 0, "" behind the last one; free() it. */
static char *heading_line(const char *name, int width, size_t line)
{
    for (;; line--) {
        size_t length = *name ? safe_text_wrap(name, (size_t)width) : 0;
        if (!line || !*name) {
            while (length && name[length - 1] == ' ')
                length--;
            return mem_strndup(name, length);
        }
        name += length;
        name += strspn(name, " ");
    }
}

static size_t heading_lines(const char *name, int width)
{
    size_t lines = 0;
    for (;; lines++) {
        char *text = heading_line(name, width, lines);
        bool last = !*text;
        free(text);
        if (last)
            return lines;
    }
}

/* Returns the width of the longest word, because words stay whole. */
static int longest_word(const char *text)
{
    int longest = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        char *word = mem_strndup(text, length);
        widen(&longest, word);
        free(word);
        text += length;
        text += strspn(text, " ");
    }
    return longest;
}

static void fill_column(struct grid *g, size_t column)
{
    const struct body_table *table = g->table;
    const char *unit = shared_unit(g, column);
    /* The heading has the % already: "% Peak [%]". */
    bool shown = unit && *unit && !(strcmp(unit, "%") == 0 && strchr(table->columns[column], '%'));
    char *name = shown ? mem_printf("%s [%s]", table->columns[column], unit)
                       : mem_strdup(table->columns[column]);
    int *width = &g->widths[column];
    g->names[column] = safe_text(name);
    g->joined[column] = joins_rows(g, column);
    free(name);
    for (size_t i = 0; i < g->count; i++) {
        char **at = &g->texts[i * table->column_count + column];
        *at = cell_text(g, i, column, unit);
        if (**at && (*at)[strspn(*at, " ")])
            widen(width, *at);
    }
    if (*width && longest_word(g->names[column]) > *width)
        *width = longest_word(g->names[column]);
    if (*width)
        while (heading_lines(g->names[column], *width) > HEADING_LINES - 1)
            ++*width;
}

static void fill(struct grid *g, bool metric_names)
{
    const struct body_table *table = g->table;
    g->labels = mem_alloc((g->count + 1) * sizeof *g->labels);
    g->texts = mem_alloc((g->count * table->column_count + 1) * sizeof *g->texts);
    g->names = mem_alloc((table->column_count + 1) * sizeof *g->names);
    g->widths = mem_alloc((table->column_count + 1) * sizeof *g->widths);
    g->joined = mem_alloc((table->column_count + 1) * sizeof *g->joined);
    g->label = (int)safe_text_width(table->row_name);
    if (g->before)
        widen(&g->label, change_label);
    for (size_t i = 0; i < g->count; i++) {
        const struct body_row *row = g->rows[i];
        g->labels[i] = safe_text(metric_names && row->metric ? row->metric : row->label);
        widen(&g->label, g->labels[i]);
    }
    for (size_t i = 0; i < table->column_count; i++)
        fill_column(g, i);
}

/* Returns the change of a cell, "" for none; free() it. */
static char *change_text(const struct grid *g, size_t row, size_t column, enum role *role,
                         const struct painter *p)
{
    const struct body_row *holder = body_span_holder(g->table, g->rows[row], column);
    struct value_change change = {.verdict = CHANGE_EQUAL};
    if (holder)
        change = body_change_of(g->before, holder, g->table, column);
    *role = change_mark_role(change.verdict);
    /* Most cells are unchanged, which needs no words. */
    if (change.verdict == CHANGE_EQUAL || change.verdict == CHANGE_NOISE)
        change.text[0] = '\0';
    return joined(g, row, column, change_mark_text(&change, painter_glyphs(p)), true);
}

/* Widens columns for their changes. */
static void widen_for_changes(struct grid *g, const struct painter *p)
{
    for (size_t i = 0; i < g->table->column_count && g->before; i++)
        for (size_t j = 0; j < g->count && g->widths[i]; j++) {
            enum role role;
            char *text = change_text(g, j, i, &role, p);
            widen(&g->widths[i], text);
            free(text);
        }
}

static void clear(struct grid *g)
{
    for (size_t i = 0; i < g->count; i++)
        free(g->labels[i]);
    for (size_t i = 0; i < g->count * g->table->column_count; i++)
        free(g->texts[i]);
    for (size_t i = 0; i < g->table->column_count; i++)
        free(g->names[i]);
    free(g->rows);
    free(g->labels);
    free(g->texts);
    free(g->names);
    free(g->widths);
    free(g->joined);
}

static void draw_right(struct painter *p, int column, int width, enum role role, const char *text)
{
    int needed = (int)safe_text_width(text);
    int left = needed < width ? width - needed : 0;
    if (*text)
        painter_text(p, column + left, width - left, role, text);
}

/* The columns of one part, and where they begin. */
struct part {
    const struct grid *grid;
    size_t first, end;
    int indent;
};

static int width_at(const struct part *part, size_t column, int at, const struct painter *p)
{
    int room = p->width - at - GAP - 1, width = part->grid->widths[column];
    return width < room ? width : room;
}

static void draw_names(const struct part *part, struct painter *p)
{
    const struct grid *g = part->grid;
    size_t lines = 1;
    for (size_t i = part->first; i < part->end; i++)
        if (g->widths[i] && heading_lines(g->names[i], g->widths[i]) > lines)
            lines = heading_lines(g->names[i], g->widths[i]);
    for (size_t line = 0; line < lines; line++) {
        int at = part->indent + g->label;
        char *name = line + 1 == lines ? safe_text(g->table->row_name) : NULL;
        if (name)
            painter_text(p, part->indent, g->label, ROLE_DIM, name);
        free(name);
        for (size_t i = part->first; i < part->end; i++) {
            if (!g->widths[i])
                continue;
            int width = width_at(part, i, at, p);
            size_t own = heading_lines(g->names[i], g->widths[i]);
            char *text = line + own >= lines
                             ? heading_line(g->names[i], g->widths[i], line + own - lines)
                             : mem_strdup("");
            draw_right(p, at + GAP, width, ROLE_DIM, text);
            free(text);
            at += GAP + width;
        }
        painter_next(p);
    }
}

static void draw_cell(const struct grid *g, size_t row, size_t column, int at, int width,
                      struct painter *p)
{
    const struct body_row *holder = body_span_holder(g->table, g->rows[row], column);
    const struct body_cell *cell = holder ? &holder->cells[column] : NULL;
    const char *text = g->texts[row * g->table->column_count + column];
    if (!cell || !cell->text || !cell->has_number) {
        draw_right(p, at, width, ROLE_NORMAL, text);
        return;
    }
    char *rows = body_span_label(g->table, g->rows[row], column);
    char *label = mem_printf("%s: %s", rows, g->table->columns[column]);
    free(rows);
    painter_number_right(p, at, width, ROLE_NORMAL, text,
                         &(struct number){.source = body_cell_source(g->table, holder, column),
                                          .label = label,
                                          .value = cell->number,
                                          .text = cell->text,
                                          .unit = cell->base_unit});
    free(label);
}

static void draw_row(const struct part *part, size_t row, struct painter *p)
{
    const struct grid *g = part->grid;
    int at = part->indent + g->label;
    painter_text(p, part->indent, g->label, ROLE_NORMAL, g->labels[row]);
    for (size_t i = part->first; i < part->end; i++) {
        if (!g->widths[i])
            continue;
        int width = width_at(part, i, at, p);
        draw_cell(g, row, i, at + GAP, width, p);
        at += GAP + width;
    }
    painter_next(p);
}

/* Draws the changes below the values, if there are any. */
static void draw_changes(const struct part *part, size_t row, struct painter *p)
{
    const struct grid *g = part->grid;
    int at = part->indent + g->label;
    bool any = false;
    for (size_t i = part->first; i < part->end; i++) {
        enum role role;
        if (!g->widths[i])
            continue;
        int width = width_at(part, i, at, p);
        char *text = change_text(g, row, i, &role, p);
        draw_right(p, at + GAP, width, role, text);
        any = any || text[strspn(text, " ")];
        at += GAP + width;
        free(text);
    }
    if (!any)
        return;
    painter_text(p, part->indent, g->label, ROLE_BASELINE, change_label);
    painter_next(p);
}

/* Returns the number of the column behind the columns that fit beside the labels. At least one
 * column counts as fitting. */
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

/* Says what is not shown, and why. */
static void tell_left_out(const struct grid *g, bool whole, int indent, struct painter *p)
{
    struct strbuf columns = {0}, rows = {0};
    const struct body_table *table = g->table;
    for (size_t i = 0; i < table->column_count && g->count; i++)
        if (!g->widths[i])
            strbuf_addf(&columns, "%s%s", columns.length ? ", " : "without values: ", g->names[i]);
    for (size_t i = 0; i < table->row_count && !whole; i++) {
        char *name = is_left_out(table, i) ? safe_text(table->rows[i].label) : NULL;
        if (name)
            strbuf_addf(&rows, "%s%s", rows.length ? ", " : "all 0: ", name);
        free(name);
    }
    if (columns.length)
        painter_wrapped(p, indent, ROLE_DIM, columns.data);
    if (rows.length)
        painter_wrapped(p, indent, ROLE_DIM, rows.data);
    if (g->left_out) {
        char more[64];
        snprintf(more, sizeof more, "%zu more (e)", g->left_out);
        painter_text(p, indent, p->width - indent, ROLE_DIM, more);
        painter_next(p);
    }
    strbuf_free(&columns);
    strbuf_free(&rows);
}

void table_figure_draw(const struct body_table *table, const struct body_table *before, size_t rows,
                       bool metric_names, int indent, struct painter *p)
{
    struct grid g = {
        .table = table, .before = before, .utf8 = painter_glyphs(p)->level != GLYPHS_ASCII};
    choose_rows(&g, rows);
    fill(&g, metric_names);
    widen_for_changes(&g, p);
    int most = (p->width - indent) * 2 / 5;
    if (g.label > most)
        g.label = most > LABEL_LEAST ? most : LABEL_LEAST;
    for (size_t first = 0, end; first < table->column_count && g.count; first = end) {
        end = end_of_part(&g, first, indent, p);
        struct part part = {&g, first, end, indent};
        draw_names(&part, p);
        for (size_t i = 0; i < g.count; i++) {
            draw_row(&part, i, p);
            if (before)
                draw_changes(&part, i, p);
        }
    }
    tell_left_out(&g, !rows, indent, p);
    clear(&g);
}
