#include "report/content/body_span.h"

#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum bracket { BRACKET_NONE, BRACKET_FIRST, BRACKET_MIDDLE, BRACKET_LAST, BRACKETS };

/* The parts in ASCII and in UTF-8. */
static const char *const brackets[2][BRACKETS] = {{"  ", " \\", " |", " /"},
                                                  {"  ", " \u2510", " \u2502", " \u2518"}};

static bool is_joint(const struct body_table *table, size_t row, size_t column)
{
    return row < table->row_count && table->rows[row].cells[column].joint;
}

bool body_span_in(const struct body_table *table, size_t column)
{
    for (size_t i = 0; i < table->row_count; i++)
        if (is_joint(table, i, column))
            return true;
    return false;
}

/* The rows that a cell spans. */
struct span {
    size_t first, end;
};

static struct span span_of(const struct body_table *table, const struct body_row *row,
                           size_t column)
{
    size_t at = (size_t)(row - table->rows);
    struct span span = {at, at + 1};
    while (span.first && is_joint(table, span.first, column))
        span.first--;
    while (is_joint(table, span.end, column))
        span.end++;
    return span;
}

static bool has_own_number(const struct body_table *table, size_t row, size_t column)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const struct body_cell *cell = &table->rows[row].cells[i];
        if (i != column && cell->text && cell->has_number && cell->number != 0 &&
            !is_joint(table, row + 1, i))
            return true;
    }
    return false;
}

const struct body_row *body_span_holder(const struct body_table *table, const struct body_row *row,
                                        size_t column)
{
    const struct span span = span_of(table, row, column);
    size_t shown = span.first;
    while (shown + 1 < span.end && !has_own_number(table, shown, column))
        shown++;
    if (!has_own_number(table, shown, column))
        shown = span.first;
    return (size_t)(row - table->rows) == shown ? &table->rows[span.first] : NULL;
}

char *body_span_text(const struct body_table *table, const struct body_row *row, size_t column,
                     bool shared_unit)
{
    const struct body_row *holder = body_span_holder(table, row, column);
    const struct span span = span_of(table, row, column);
    const struct body_cell *cell = &table->rows[span.first].cells[column];
    if (!cell->text)
        return mem_strdup("");
    if (holder)
        return shared_unit || !*cell->unit ? mem_strdup(cell->text)
                                           : mem_printf("%s %s", cell->text, cell->unit);
    return mem_strdup(span.end - span.first == 2 ? "both" : "all");
}

const char *body_span_bracket(const struct body_table *table, const struct body_row *row,
                              size_t column, bool below, bool utf8)
{
    const struct span span = span_of(table, row, column);
    const size_t at = (size_t)(row - table->rows);
    bool first = at == span.first, last = at + 1 == span.end;
    enum bracket part = BRACKET_NONE;
    if (!body_span_in(table, column))
        return "";
    if (span.end - span.first > 1 && table->rows[span.first].cells[column].text)
        part = below   ? (last ? BRACKET_NONE : BRACKET_MIDDLE)
               : first ? BRACKET_FIRST
               : last  ? BRACKET_LAST
                       : BRACKET_MIDDLE;
    return brackets[utf8][part];
}

char *body_span_label(const struct body_table *table, const struct body_row *row, size_t column)
{
    const struct span span = span_of(table, row, column);
    struct strbuf label = {0};
    for (size_t i = span.first; i < span.end; i++)
        strbuf_addf(&label, "%s%s", i > span.first ? " + " : "", table->rows[i].label);
    return strbuf_detach(&label);
}
