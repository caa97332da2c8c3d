#include "report/page_parts/code_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/page_parts/source_table.h"

void code_row_add(struct code_row *row, char *text)
{
    mem_grow(&row->cells, row->count, &row->capacity, sizeof *row->cells);
    row->cells[row->count++] = text;
}

void code_row_free(struct code_row *row)
{
    for (size_t i = 0; i < row->count; i++)
        free(row->cells[i]);
    free(row->cells);
    *row = (struct code_row){0};
}

size_t code_row_cells_each(const struct code_listing *view)
{
    return view->before && view->before->view ? SOURCE_COMPARED_CELLS : 1;
}

size_t code_row_cells(const struct code_listing *view)
{
    return view->metrics.count * code_row_cells_each(view);
}

/* Adds two cells: the baseline's value, "" if there is none, and the change, "-59.3 % better". */
static void add_compared(struct code_row *row, const struct code_listing *view,
                         const struct code_column *column, const struct source_pick *pick)
{
    struct strbuf text = {0};
    const struct code_column *other =
        source_metrics_find(&view->before->view->metrics, column->metric);
    struct value_change change = source_pick_change(view, column, pick);
    bool judged = change.verdict == CHANGE_BETTER || change.verdict == CHANGE_WORSE;
    strbuf_adds(&text, "");
    if (other && !pick->fresh)
        source_metrics_add(&text, other, pick->before, pick->before_count);
    code_row_add(row, strbuf_detach(&text));
    code_row_add(row, mem_printf("%s%s%s", change.text, judged ? " " : "",
                                 judged ? change_verdict_names[change.verdict] : ""));
}

void code_row_add_values(struct code_row *row, const struct code_listing *view,
                         const struct source_pick *pick)
{
    for (size_t i = 0; i < view->metrics.count; i++) {
        struct strbuf text = {0};
        source_metrics_add(&text, &view->metrics.columns[i], pick->instructions, pick->count);
        code_row_add(row, strbuf_detach(&text));
        if (code_row_cells_each(view) > 1)
            add_compared(row, view, &view->metrics.columns[i], pick);
    }
}

void code_row_csv(FILE *out, const struct code_row *row)
{
    for (size_t i = 0; i < row->count; i++)
        fprintf(out, "%s\"%s\"", i ? "," : "", row->cells[i]);
    fputc('\n', out);
}

void source_print_pair(FILE *out, const char *name, const char *value)
{
    fprintf(out, "\"%s\",\"%s\"\n", name, value);
}

char *source_address(const struct code_listing *view, size_t instruction)
{
    return mem_printf("0x%" PRIx64, view->address + (uint64_t)instruction * view->step);
}

void code_row_sass(struct code_row *row, const struct code_listing *view, size_t instruction)
{
    code_row_add(row, source_address(view, instruction));
    code_row_add(row, mem_strdup(code_listing_text(view, instruction)));
    const struct source_pick pick = source_pick_instruction(view, &instruction);
    code_row_add_values(row, view, &pick);
}

void code_row_add_titles(struct code_row *row, const struct code_listing *view)
{
    for (size_t i = 0; i < view->metrics.count; i++) {
        const char *label = view->metrics.columns[i].label;
        code_row_add(row, mem_strdup(label));
        if (code_row_cells_each(view) == 1)
            continue;
        code_row_add(row, mem_printf("Baseline %s", label));
        code_row_add(row, mem_printf("Change of %s", label));
    }
}

void code_row_titles(struct code_row *row, const struct code_listing *view)
{
    code_row_add(row, mem_strdup("Address"));
    code_row_add(row, mem_strdup("Source"));
    code_row_add_titles(row, view);
}

void source_widen(size_t *widths, const struct code_row *row, size_t first)
{
    for (size_t i = first; i < row->count; i++) {
        size_t width = source_table_width(row->cells[i]);
        widths[i] = width > widths[i] ? width : widths[i];
    }
}

void code_row_text(FILE *out, const size_t *widths, const struct code_row *row, size_t low)
{
    source_table_row(out, widths, row->count, (const char *const *)row->cells, low);
}

size_t *source_widths(size_t columns, size_t first, size_t second)
{
    size_t *widths = mem_alloc(columns * sizeof *widths);
    for (size_t i = 0; i < columns; i++)
        widths[i] = i == 0 ? first : i == 1 ? second : SOURCE_METRIC_WIDTH;
    return widths;
}

void source_print_heading(FILE *out, const size_t *widths, size_t columns, const char *name,
                          const char *value)
{
    const char **cells = mem_alloc(columns * sizeof *cells);
    cells[0] = name;
    cells[1] = value;
    source_table_rule(out, widths, columns);
    source_table_row(out, widths, columns, cells, columns);
    source_table_rule(out, widths, columns);
    free(cells);
}

/* The titles of metrics are cut to the least width of a column. */
void source_print_titles(FILE *out, const size_t *widths, const struct code_listing *view)
{
    struct code_row row = {0};
    code_row_titles(&row, view);
    source_table_titles(out, widths, row.count, (const char *const *)row.cells,
                        SOURCE_PLAIN_COLUMNS, SOURCE_METRIC_WIDTH);
    code_row_free(&row);
}
