/* SASS: a table for each function. */
#include <stdlib.h>

#include "report/page_parts/code_rows.h"
#include "report/page_parts/source_table.h"
#include "report/pages/page_source.h"

static void sass_csv(const struct source_page *page, const struct code_listing *view,
                     const char *name)
{
    FILE *out = page->out;
    struct code_row titles = {0};
    char *compared = source_compared_with(page, view);
    code_row_titles(&titles, view);
    if (*compared)
        source_print_pair(out, "Baseline", compared);
    free(compared);
    fprintf(out, "\"Kernel Name\",\"%s\"%s\n", name, view->metrics.count ? "," : "");
    code_row_csv(out, &titles);
    code_row_free(&titles);
    for (size_t i = 0; i < view->instructions; i++) {
        struct code_row row = {0};
        code_row_sass(&row, view, i);
        code_row_csv(out, &row);
        code_row_free(&row);
    }
}

static void measure_sass(size_t *widths, const struct code_function *function)
{
    size_t name = source_table_width(function->name);
    name = name < SOURCE_BESIDE_WIDTH ? name : SOURCE_BESIDE_WIDTH;
    widths[1] = name > widths[1] ? name : widths[1];
    for (size_t i = 0; i < function->view->instructions; i++) {
        struct code_row row = {0};
        code_row_sass(&row, function->view, i);
        source_widen(widths, &row, 1);
        code_row_free(&row);
    }
}

static void sass_text(const struct source_page *page, const size_t *widths,
                      const struct code_function *function)
{
    FILE *out = page->out;
    const struct code_listing *view = function->view;
    size_t columns = SOURCE_PLAIN_COLUMNS + code_row_cells(view);
    char *compared = source_compared_with(page, view);
    if (*compared)
        fprintf(out, "  vs %s\n", compared);
    free(compared);
    source_print_heading(out, widths, columns, "Kernel Name", function->name);
    source_print_titles(out, widths, view);
    for (size_t i = 0; i < view->instructions; i++) {
        struct code_row row = {0};
        code_row_sass(&row, view, i);
        code_row_text(out, widths, &row, columns);
        code_row_free(&row);
    }
}

/* All tables of one result have the same widths. */
void source_print_sass(struct source_page *page, const struct code_function *functions,
                       size_t count)
{
    size_t *widths = NULL;
    for (size_t i = 0; i < count && page->options->format != FORMAT_CSV; i++) {
        if (!widths)
            widths = source_widths(SOURCE_PLAIN_COLUMNS + code_row_cells(functions[i].view),
                                   SOURCE_ADDRESS_WIDTH, SOURCE_METRIC_WIDTH);
        measure_sass(widths, &functions[i]);
    }
    /* The functions of one result can be of several modules, and each module can have several
     * entries. */
    for (size_t copy = 0, more = count; more; copy++) {
        more = 0;
        for (size_t i = 0; i < count; i++) {
            if (copy >= functions[i].view->module->parts)
                continue;
            more++;
            if (page->options->format == FORMAT_CSV)
                sass_csv(page, functions[i].view, functions[i].name);
            else
                sass_text(page, widths, &functions[i]);
        }
    }
    free(widths);
}
