#include "tui/trace/trace_tables_draw.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/trace_pages/trace_print.h"
#include "tui/term/screen.h"

enum {
    HEAD = 2,           /* rows of the words and of the headings */
    LEAST_NAME = 16,    /* columns */
    WIDE_TEXT = 36,     /* of a text that is not the name, as long as others have no room */
    LEAST_TEXT = 12,    /* a narrower one says nothing */
    MOST_DETAIL = 4,    /* rows */
    LEAST_FOR_MORE = 7, /* rows of a pane that shows more than one row of a text */
    GAP = 2,
};

/* The columns that are shown, from the left. */
struct shown {
    size_t columns[TRACE_MOST_COLUMNS], widths[TRACE_MOST_COLUMNS], count;
    bool more; /* there are others to the right */
};

static bool is_text(const struct trace_tables *t, size_t column)
{
    return t->table->columns[column].unit == UNIT_TEXT;
}

/* The sorted column has a mark behind its heading. */
static size_t wanted(const struct trace_tables *t, size_t column)
{
    const size_t heading = strlen(t->table->columns[column].title) + (t->sort == column);
    return t->widths[column] > heading ? t->widths[column] : heading;
}

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

static struct shown fit(const struct trace_tables *t, int columns)
{
    struct shown s = {.columns = {0}, .count = 1};
    size_t left = columns > 2 ? (size_t)columns - 2 : 1;
    const size_t name = left * 2 / 5 > LEAST_NAME ? left * 2 / 5 : LEAST_NAME;
    s.widths[0] = lesser(lesser(wanted(t, 0), name), left);
    left -= s.widths[0];
    for (size_t c = t->column ? t->column : 1; c < t->table->column_count; c++) {
        size_t width = wanted(t, c);
        if (is_text(t, c))
            width = lesser(width, WIDE_TEXT);
        if (width + GAP > left && is_text(t, c) && left >= LEAST_TEXT + GAP)
            width = left - GAP;
        s.more = width + GAP > left;
        if (s.more)
            break;
        s.columns[s.count] = c;
        s.widths[s.count++] = width;
        left -= width + GAP;
    }
    for (size_t i = 0; i < s.count; i++) {
        const size_t want = wanted(t, s.columns[i]),
                     grow = want > s.widths[i] ? lesser(want - s.widths[i], left) : 0;
        s.widths[i] += grow;
        left -= grow;
    }
    return s;
}

static bool is_cut(const struct shown *s, size_t column, const char *text)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->columns[i] == column)
            return safe_text_width(text) > s->widths[i];
    return true;
}

/* The texts of the selected row that are cut or not shown; else the table's note. */
static void detail(const struct trace_tables *t, const struct shown *s, struct strbuf *out)
{
    strbuf_adds(out, "");
    for (size_t c = 0; c < t->table->column_count && t->cursor.at < t->table->rows; c++) {
        const struct trace_cell *cell = trace_table_cell(t->table, t->order[t->cursor.at], c);
        struct strbuf text = {0};
        strbuf_adds(&text, "");
        if (is_text(t, c))
            trace_cell_text(&text, UNIT_TEXT, cell);
        if (text.length && is_cut(s, c, text.data))
            strbuf_addf(out, "%s%s: %s", out->length ? "  " : "", t->table->columns[c].title,
                        text.data);
        strbuf_free(&text);
    }
    if (!out->length && t->table->note)
        safe_text_add(out, t->table->note, strlen(t->table->note), false);
    else if (!out->length && !t->table->rows)
        strbuf_adds(out, "nothing was recorded");
}

/* Draws the lines of a text, or with a row below 0 only counts them. */
static int lines(const char *text, int row, int columns, int most, enum role role)
{
    int count = 0;
    while (*text && count < most) {
        const size_t width = columns > 3 ? (size_t)columns - 3 : 1;
        const size_t length = safe_text_wrap(text, width);
        struct strbuf line = {0};
        if (count + 1 == most)
            safe_text_fit(&line, text, width);
        else
            strbuf_add(&line, text, length);
        if (row >= 0)
            screen_text(row + count, 2, columns - 2, role, line.data);
        strbuf_free(&line);
        text += length;
        while (*text == ' ')
            text++;
        count++;
    }
    return count;
}

static int most_lines(const struct rect *pane)
{
    return pane->rows < LEAST_FOR_MORE    ? 1
           : pane->rows / 3 < MOST_DETAIL ? pane->rows / 3
                                          : MOST_DETAIL;
}

int trace_tables_shown(const struct trace_tables *t, const struct rect *pane)
{
    if (!t->table)
        return 0;
    const struct shown s = fit(t, pane->columns);
    struct strbuf text = {0};
    detail(t, &s, &text);
    const int below = lines(text.data, -1, pane->columns, most_lines(pane), ROLE_DIM);
    strbuf_free(&text);
    return pane->rows - HEAD - below > 0 ? pane->rows - HEAD - below : 0;
}

/* The words, from one that lets the chosen one be seen. */
static void draw_words(const struct trace_tables *t, const struct rect *pane, bool focus)
{
    size_t first = 0, width = 0;
    for (size_t i = 0; i <= t->which; i++)
        width += strlen(trace_tables_word(i)) + GAP;
    /* The number of rows, and the start of the next word. */
    for (; first < t->which && width + 16 > (size_t)pane->columns; first++)
        width -= strlen(trace_tables_word(first)) + GAP;
    int column = 1;
    if (first)
        screen_text(pane->row, 0, 1, ROLE_DIM, screen_glyphs()->left);
    for (size_t i = first; i < TRACE_TABLES && column < pane->columns; i++) {
        const bool chosen = i == t->which;
        const enum role role = !chosen ? ROLE_DIM : focus ? ROLE_SELECTION : ROLE_HEADING;
        struct strbuf word = {0};
        strbuf_adds(&word, trace_tables_word(i));
        if (chosen && t->table && t->table->rows)
            strbuf_addf(&word, " %zu", t->table->rows);
        if (chosen || column + (int)word.length <= pane->columns)
            column += screen_text(pane->row, column, pane->columns - column, role, word.data);
        else
            column = pane->columns;
        column += GAP;
        strbuf_free(&word);
    }
}

static void draw_cell(int row, int column, const struct shown *s, size_t i, bool right,
                      enum role role, const char *text)
{
    struct strbuf fitted = {0};
    const size_t width = safe_text_width(text);
    strbuf_adds(&fitted, "");
    if (right && width < s->widths[i])
        column += (int)(s->widths[i] - width);
    if (i)
        safe_text_fit(&fitted, text, s->widths[i]);
    else
        safe_text_fit_middle(&fitted, text, s->widths[i]);
    screen_text(row, column, (int)s->widths[i], role, fitted.data);
    strbuf_free(&fitted);
}

static void draw_headings(const struct trace_tables *t, const struct rect *pane,
                          const struct shown *s)
{
    const struct glyphs *glyphs = screen_glyphs();
    int column = 2;
    for (size_t i = 0; i < s->count; column += (int)s->widths[i++] + GAP) {
        const struct trace_heading *heading = &t->table->columns[s->columns[i]];
        struct strbuf title = {0};
        strbuf_adds(&title, heading->title);
        if (t->sort == s->columns[i])
            strbuf_adds(&title,
                        (heading->unit == UNIT_TEXT) == t->reverse ? glyphs->down : glyphs->up);
        draw_cell(pane->row + 1, column, s, i, heading->unit != UNIT_TEXT,
                  t->sort == s->columns[i] ? ROLE_HEADING : ROLE_DIM, title.data);
        strbuf_free(&title);
    }
    if (t->column > 1)
        screen_text(pane->row + 1, 0, 1, ROLE_DIM, glyphs->left);
    if (s->more)
        screen_text(pane->row + 1, pane->columns - 1, 1, ROLE_DIM, glyphs->right);
}

static void draw_rows(const struct trace_tables *t, const struct trace_marks *marks,
                      const struct rect *pane, const struct shown *s, int shown, bool focus)
{
    for (int i = 0; i < shown && t->cursor.top + (size_t)i < t->table->rows; i++) {
        const size_t at = t->cursor.top + (size_t)i;
        const int row = pane->row + HEAD + i;
        const enum role role = row_cursor_draw(row, focus && at == t->cursor.at, ROLE_NORMAL);
        const struct trace_spot spot = trace_table_spot(t->table, t->order[at]);
        int column = 2;
        if (trace_marks_has_spot(marks, &spot))
            screen_text(row, 1, 1, focus && at == t->cursor.at ? role : ROLE_KEY,
                        screen_glyphs()->stored);
        for (size_t j = 0; j < s->count; column += (int)s->widths[j++] + GAP) {
            const size_t which = s->columns[j];
            struct strbuf text = {0};
            strbuf_adds(&text, "");
            trace_cell_text(&text, t->table->columns[which].unit,
                            trace_table_cell(t->table, t->order[at], which));
            draw_cell(row, column, s, j, !is_text(t, which), role, text.data);
            strbuf_free(&text);
        }
        if (!focus && at == t->cursor.at)
            screen_text(row, 0, 1, ROLE_DIM, screen_glyphs()->cursor);
    }
    row_cursor_more(&t->cursor, t->table->rows, pane->row + HEAD, shown);
}

void trace_tables_draw(const struct trace_tables *t, const struct trace_marks *marks,
                       const struct rect *pane, bool focus)
{
    draw_words(t, pane, focus);
    if (!t->table) {
        screen_text(pane->row + 1, 2, pane->columns - 2, ROLE_DIM, "reading the records");
        return;
    }
    const struct shown s = fit(t, pane->columns);
    const int shown = trace_tables_shown(t, pane);
    struct strbuf text = {0};
    if (t->table->rows)
        draw_headings(t, pane, &s);
    draw_rows(t, marks, pane, &s, shown, focus);
    detail(t, &s, &text);
    lines(text.data, t->table->rows ? pane->row + HEAD + shown : pane->row + 1, pane->columns,
          most_lines(pane), ROLE_DIM);
    strbuf_free(&text);
}
