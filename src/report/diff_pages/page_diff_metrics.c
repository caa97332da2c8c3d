#include "report/diff_pages/page_diff_internal.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/diff_pages/diff_cells.h"
#include "report/page_parts/page_body.h"

enum { NAME_LEAST = 16, NAME_ENOUGH = 32, TABLE_INDENT = 4 };

static size_t widest(const struct diff_metric_row *rows, size_t count, size_t column)
{
    size_t width = strlen(diff_metric_columns[column]);
    for (size_t i = 0; i < count; i++)
        if (safe_text_width(rows[i].cells[column]) > width)
            width = safe_text_width(rows[i].cells[column]);
    return width;
}

/* The columns that are left for the name. The change is left out if it leaves no room for a
 * name, because its neighbours say the same. */
static size_t room_for_names(const struct diff_metric_row *rows, size_t count, size_t columns,
                             bool *with_change)
{
    size_t others = TABLE_INDENT, name = widest(rows, count, METRIC_COLUMN_NAME);
    for (size_t j = METRIC_COLUMN_UNIT; j < METRIC_COLUMNS; j++)
        others += 1 + widest(rows, count, j);
    if (name > NAME_ENOUGH)
        name = NAME_ENOUGH;
    *with_change = !columns || others + name <= columns;
    if (!*with_change)
        others -= 1 + widest(rows, count, METRIC_COLUMN_CHANGE);
    if (!columns)
        return SIZE_MAX;
    return columns > others + NAME_LEAST ? columns - others : NAME_LEAST;
}

static void print_rows(FILE *out, struct diff_metric_row *rows, size_t count, size_t columns)
{
    bool with_change;
    size_t room = room_for_names(rows, count, columns, &with_change);
    size_t shown = METRIC_COLUMNS - !with_change, order[METRIC_COLUMNS];
    const char *names[METRIC_COLUMNS];
    bool right[METRIC_COLUMNS];
    for (size_t j = 0; j < shown; j++) {
        order[j] = j + (!with_change && j >= METRIC_COLUMN_CHANGE);
        names[j] = diff_metric_columns[order[j]];
        right[j] = order[j] != METRIC_COLUMN_NAME && order[j] != METRIC_COLUMN_VERDICT;
    }
    struct text_table table = {
        .columns = shown, .names = names, .right = right, .indent = TABLE_INDENT};
    for (size_t i = 0; i < count; i++) {
        const char *cells[METRIC_COLUMNS];
        struct strbuf name = {0};
        safe_text_fit_middle(&name, rows[i].cells[METRIC_COLUMN_NAME], room);
        for (size_t j = 0; j < shown; j++)
            cells[j] = rows[i].cells[order[j]];
        cells[0] = name.data;
        text_table_add(&table, cells);
        strbuf_free(&name);
        for (size_t j = 0; j < METRIC_COLUMNS; j++)
            free(rows[i].cells[j]);
    }
    text_table_print(&table, out);
    fputc('\n', out);
    text_table_free(&table);
}

static void print_table(const struct text_table *table, FILE *out)
{
    text_table_print(table, out);
    fputc('\n', out);
}

void page_diff_section(FILE *out, const struct diff_section *section,
                       const struct page_diff_options *options)
{
    struct diff_metric_row *rows = mem_alloc((section->count + 1) * sizeof *rows);
    size_t count = 0;
    const struct page_options plain = {.naming = options->naming};
    for (size_t i = 0; i < section->count; i++)
        if (change_is_real(section->metrics[i].change.verdict))
            rows[count++] = diff_metric_row(&section->metrics[i], options);
    if (count || section->table_count)
        page_line(out, "", section->title);
    if (count)
        print_rows(out, rows, count, options->columns);
    for (size_t i = 0; i < section->table_count; i++) {
        page_line(out, "", section->tables[i].label);
        page_body_table(&section->tables[i], &plain, out, print_table);
    }
    free(rows);
}
