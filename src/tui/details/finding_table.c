#include "tui/details/finding_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/rules/finding_text.h"

enum { GAP = 2, MOST_ROWS = 100 };

static size_t value_count(const Rep__RuleResultTableColumn *column)
{
    switch (column->type) {
    case REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double:
        return column->n_doubledata;
    case REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Int:
        return column->n_intdata;
    default:
        return column->n_stringdata;
    }
}

static bool is_number(const Rep__RuleResultTableColumn *column)
{
    return column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double ||
           column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Int;
}

/* Safe; "" where the column is shorter. */
static void set_cell(struct strbuf *text, const Rep__RuleResultTableColumn *column, size_t at)
{
    strbuf_clear(text);
    strbuf_adds(text, "");
    if (at >= value_count(column))
        return;
    if (column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double)
        strbuf_addf(text, "%.6g", column->doubledata[at]);
    else if (column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Int)
        strbuf_addf(text, "%" PRId64, column->intdata[at]);
    else
        finding_text_add(text, column->stringdata[at]);
}

void finding_table_fit(int *widths, size_t count, int room, int gap)
{
    int over = -room - gap;
    for (size_t i = 0; i < count; i++)
        over += widths[i] + gap;
    while (over > 0) {
        size_t widest = 0;
        for (size_t i = 1; i < count; i++)
            if (widths[i] > widths[widest])
                widest = i;
        if (widths[widest] <= 1)
            return;
        widths[widest]--;
        over--;
    }
}

/* Of the rows that are shown, at most `most`. */
static int column_width(const Rep__RuleResultTableColumn *column, const char *name, size_t rows,
                        int most)
{
    struct strbuf text = {0};
    size_t width = safe_text_width(name);
    for (size_t i = 0; i < rows; i++) {
        set_cell(&text, column, i);
        size_t one = safe_text_width(text.data);
        width = one > width ? one : width;
    }
    strbuf_free(&text);
    return width < (size_t)most ? (int)width : most;
}

static void put(struct painter *p, int at, int width, bool right, enum role role, const char *text)
{
    int used = (int)safe_text_width(text);
    painter_text(p, right && used < width ? at + width - used : at, width, role, text);
}

static void draw_row(const Rep__RuleResultTable *table, const int *widths, size_t row, int indent,
                     struct painter *p)
{
    struct strbuf text = {0};
    int at = indent;
    for (size_t i = 0; i < table->n_columns; at += widths[i] + GAP, i++) {
        const Rep__RuleResultTableColumn *column = table->columns[i];
        set_cell(&text, column, row);
        put(p, at, widths[i], is_number(column), ROLE_NORMAL, text.data);
    }
    painter_next(p);
    strbuf_free(&text);
}

void finding_table_draw(const Rep__RuleResultTable *table, int indent, struct painter *p)
{
    int *widths = mem_alloc((table->n_columns + 1) * sizeof *widths), at = indent + 2;
    char **names = mem_alloc((table->n_columns + 1) * sizeof *names);
    char *title = safe_text(table->config && table->config->title ? table->config->title : "");
    size_t rows = 0, shown;
    for (size_t i = 0; i < table->n_columns; i++)
        rows = value_count(table->columns[i]) > rows ? value_count(table->columns[i]) : rows;
    shown = rows < MOST_ROWS ? rows : MOST_ROWS;
    for (size_t i = 0; i < table->n_columns; i++) {
        names[i] = safe_text(table->columns[i]->name);
        widths[i] = column_width(table->columns[i], names[i], shown, p->width);
    }
    if (table->n_columns)
        finding_table_fit(widths, table->n_columns, p->width - at, GAP);
    if (*title) {
        painter_text(p, indent, p->width - indent, ROLE_HEADING, title);
        painter_next(p);
    }
    for (size_t i = 0; i < table->n_columns; at += widths[i] + GAP, i++)
        put(p, at, widths[i], is_number(table->columns[i]), ROLE_DIM, names[i]);
    painter_next(p);
    for (size_t i = 0; i < shown; i++)
        draw_row(table, widths, i, indent + 2, p);
    if (shown < rows) {
        char more[64];
        snprintf(more, sizeof more, "%zu more", rows - shown);
        painter_text(p, indent + 2, p->width, ROLE_DIM, more);
        painter_next(p);
    }
    for (size_t i = 0; i < table->n_columns; i++)
        free(names[i]);
    free(names);
    free(widths);
    free(title);
}
