#include "code_export.h"

#include <math.h>
#include <stdlib.h>

#include "code_cells.h"
#include "export_table.h"
#include "mem.h"
#include "number_line.h"

enum { PLAIN = 2, COMPARED = 3 };

/* Columns of the table: line and text, then for each of the view's one or three. */
static char **names_of(const struct code_columns *columns, bool compared, bool *numbers)
{
    size_t each = compared ? COMPARED : 1, at = 0;
    char **names = mem_alloc((PLAIN + columns->count * each + 1) * sizeof *names);
    numbers[at] = true;
    names[at++] = mem_strdup("Line");
    names[at++] = mem_strdup("Source");
    for (size_t i = 0; i < columns->count; i++) {
        const struct code_column *column = &columns->items[i];
        numbers[at] = code_column_has_heat(column);
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

static void add_cells(struct export_table *table, const struct code_view *view,
                      const struct code_column *column, const struct code_row *row, bool compared)
{
    struct strbuf text = {0};
    double value = NAN;
    if (code_column_has_heat(column)) {
        code_column_value(column, row->instructions, row->count, &value);
        add_number(table, row->count ? value / column->factor : NAN);
    } else {
        code_column_add(&text, &view->open->columns, column, row->instructions, row->count);
        export_table_add(table, text.data);
    }
    if (compared) {
        struct value_change change = code_cells_change(view, column, row);
        bool judged = change.verdict == CHANGE_BETTER || change.verdict == CHANGE_WORSE;
        add_number(table, change.before / column->factor);
        strbuf_clear(&text);
        strbuf_addf(&text, "%s%s%s", row->partner == CODE_NEW ? "new" : change.text,
                    judged ? " " : "", judged ? change_verdict_names[change.verdict] : "");
        export_table_add(table, text.data);
    }
    strbuf_free(&text);
}

bool code_export(struct code_view *view, enum page_format format, FILE *out, struct error *error)
{
    if (!code_view_prepare(view))
        return error_set(error, "there is no code that can be exported");
    const struct code_columns *columns = &view->open->columns;
    const struct code_pane pane = {.view = view, .sheet = code_view_sheet(view)};
    bool compared = code_before_shows(&view->before);
    size_t width = PLAIN + columns->count * (compared ? COMPARED : 1);
    bool *numbers = mem_alloc(width * sizeof *numbers);
    char **names = names_of(columns, compared, numbers);
    struct export_table table = {
        .columns = width, .names = (const char *const *)names, .numbers = numbers};
    for (size_t at = 0; at < pane.sheet->rows; at++) {
        struct code_row row;
        char *text = code_sheet_text(pane.sheet, at);
        code_cells_find(&pane, &row, at);
        add_number(&table, (double)code_sheet_line(pane.sheet, at));
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
