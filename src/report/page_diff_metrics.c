#include "page_diff_internal.h"

#include <stdlib.h>
#include <string.h>

#include "diff_cells.h"
#include "mem.h"
#include "metric_unit.h"
#include "page_internal.h"
#include "safe_text.h"
#include "text_table.h"

enum { NAME_LEAST = 16, NAME_ENOUGH = 32, TEXT_MOST = 24, TABLE_INDENT = 4 };

enum metric_column {
    METRIC_COLUMN_NAME,
    METRIC_COLUMN_UNIT,
    METRIC_COLUMN_A,
    METRIC_COLUMN_B,
    METRIC_COLUMN_CHANGE,
    METRIC_COLUMN_PERCENT,
    METRIC_COLUMN_VERDICT,
    METRIC_COLUMNS
};

static char *value_text(const struct diff_metric *metric, enum diff_side side,
                        const struct diff_form *form, bool limited)
{
    if (!metric->texts[side])
        return diff_number_text(side == DIFF_A ? metric->change.a : metric->change.b, form);
    struct strbuf text = {0};
    char *safe = safe_text(metric->texts[side]);
    safe_text_fit(&text, safe, limited ? TEXT_MOST : SIZE_MAX);
    free(safe);
    return strbuf_detach(&text);
}

struct metric_row {
    char *cells[METRIC_COLUMNS];
};

static struct metric_row metric_row(const struct diff_metric *metric,
                                    const struct page_diff_options *options)
{
    struct metric_row row;
    char unit[48];
    struct strbuf name = {0};
    const struct metric_change *change = &metric->change;
    struct diff_form form = diff_form_of(metric_unit(metric->metric, unit, sizeof unit), change->a,
                                         change->b, options->base_units);
    bool texts = metric->texts[DIFF_A] || metric->texts[DIFF_B];
    page_add_metric(&name, metric->label ? metric->label : metric->metric, metric->metric,
                    metric->label ? options->naming : METRIC_NAME);
    row.cells[METRIC_COLUMN_NAME] = safe_text(name.data);
    row.cells[METRIC_COLUMN_UNIT] = mem_strdup(form.scale.unit);
    row.cells[METRIC_COLUMN_A] = value_text(metric, DIFF_A, &form, options->columns);
    row.cells[METRIC_COLUMN_B] = value_text(metric, DIFF_B, &form, options->columns);
    row.cells[METRIC_COLUMN_CHANGE] =
        texts ? mem_strdup("") : diff_change_text(change->b - change->a, &form);
    row.cells[METRIC_COLUMN_PERCENT] =
        texts ? mem_strdup("") : diff_percent_text(change->a, change->b);
    row.cells[METRIC_COLUMN_VERDICT] = mem_strdup(change_verdict_names[change->verdict]);
    strbuf_free(&name);
    return row;
}

static const char *const metric_columns[METRIC_COLUMNS] = {
    "Metric Name", "Metric Unit", "A", "B", "Change", "%", "Verdict"};

static size_t widest(const struct metric_row *rows, size_t count, size_t column)
{
    size_t width = strlen(metric_columns[column]);
    for (size_t i = 0; i < count; i++)
        if (safe_text_width(rows[i].cells[column]) > width)
            width = safe_text_width(rows[i].cells[column]);
    return width;
}

/* Columns that the name may take. The change, which its neighbours tell too, is left out where it
 * would leave a name no room. */
static size_t room_for_names(const struct metric_row *rows, size_t count, size_t columns,
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

static void print_rows(FILE *out, struct metric_row *rows, size_t count, size_t columns)
{
    bool with_change;
    size_t room = room_for_names(rows, count, columns, &with_change);
    size_t shown = METRIC_COLUMNS - !with_change, order[METRIC_COLUMNS];
    const char *names[METRIC_COLUMNS];
    bool right[METRIC_COLUMNS];
    for (size_t j = 0; j < shown; j++) {
        order[j] = j + (!with_change && j >= METRIC_COLUMN_CHANGE);
        names[j] = metric_columns[order[j]];
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

void page_diff_section(FILE *out, const struct diff_section *section,
                       const struct page_diff_options *options)
{
    struct metric_row *rows = mem_alloc((section->count + 1) * sizeof *rows);
    size_t count = 0;
    for (size_t i = 0; i < section->count; i++)
        if (change_is_real(section->metrics[i].change.verdict))
            rows[count++] = metric_row(&section->metrics[i], options);
    if (count) {
        char *title = safe_text(section->title);
        fprintf(out, "    %s\n", title);
        free(title);
        print_rows(out, rows, count, options->columns);
    }
    free(rows);
}
