#include "tui/source/source_export.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "tui/source/source_cells.h"
#include "tui/widgets/export_table.h"
#include "tui/widgets/number_line.h"

enum { PLAIN = 2, COMPARED = 3 };

/* Returns the names of the table's columns: line and text, then one or three for each column of the
 * view. */
static char **names_of(const struct source_columns *columns, bool compared, bool *numbers)
{
    size_t each = compared ? COMPARED : 1, at = 0;
    char **names = mem_alloc((PLAIN + columns->count * each + 1) * sizeof *names);
    numbers[at] = true;
    names[at++] = mem_strdup("Line");
    names[at++] = mem_strdup("Source");
    for (size_t i = 0; i < columns->count; i++) {
        const struct source_column *column = &columns->items[i];
        numbers[at] = source_column_has_heat(column);
        names[at++] = mem_strdup(column->label);
        if (!compared)
            continue;
        numbers[at] = numbers[at - 1];
        names[at++] = mem_printf("Baseline %s", column->label);
        names[at++] = mem_printf("Change of %s", column->label);
    }
    return names;
}

static void add_number(struct export_table *table, double number)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (!isnan(number))
        number_add_exact(&text, number);
    export_table_add(table, text.data);
    strbuf_free(&text);
}

static void add_cells(struct export_table *table, const struct source_view *view,
                      const struct source_column *column, const struct source_row *row,
                      bool compared)
{
    struct strbuf text = {0};
    double value = NAN;
    if (source_column_has_heat(column)) {
        source_column_value(column, row->instructions, row->count, &value);
        add_number(table, row->count ? value / column->factor : NAN);
    } else {
        source_column_add(&text, &view->open->columns, column, row->instructions, row->count,
                          false);
        export_table_add(table, text.data);
    }
    if (compared) {
        struct value_change change = source_cells_change(view, column, row);
        bool judged = change.verdict == CHANGE_BETTER || change.verdict == CHANGE_WORSE;
        add_number(table, change.before / column->factor);
        strbuf_clear(&text);
        strbuf_addf(&text, "%s%s%s", row->partner == SOURCE_NEW ? "new" : change.text,
                    judged ? " " : "", judged ? change_verdict_names[change.verdict] : "");
        export_table_add(table, text.data);
    }
    strbuf_free(&text);
}

bool source_export(struct source_view *view, enum page_format format, FILE *out,
                   struct error *error)
{
    if (!source_view_prepare(view))
        return error_set(error, "there is no code that can be exported");
    const struct source_columns *columns = &view->open->columns;
    const struct source_drawn_side side = {.view = view, .sheet = source_view_sheet(view)};
    bool compared = source_before_shows(&view->before);
    size_t width = PLAIN + columns->count * (compared ? COMPARED : 1);
    bool *numbers = mem_alloc(width * sizeof *numbers);
    char **names = names_of(columns, compared, numbers);
    struct export_table table = {
        .columns = width, .names = (const char *const *)names, .numbers = numbers};
    for (size_t at = 0; at < side.sheet->rows; at++) {
        struct source_row row;
        char *text = source_sheet_text(side.sheet, at);
        source_cells_find(&side, &row, at);
        add_number(&table, (double)source_sheet_line(side.sheet, at));
        export_table_add(&table, text);
        for (size_t i = 0; i < columns->count; i++)
            add_cells(&table, view, &columns->items[i], &row, compared);
        free(text);
    }
    export_table_print(&table, format, out);
    export_table_free(&table);
    for (size_t i = 0; i < width; i++)
        free(names[i]);
    free(names);
    free(numbers);
    return true;
}
