/* SASS: a table for each function. */
#include <stdlib.h>

#include "page_source.h"
#include "source_rows.h"
#include "source_table.h"

static void sass_csv(const struct source_page *page, const struct source_view *view,
                     const char *name)
{
    FILE *out = page->out;
    struct source_row titles = {0};
    char *compared = source_compared_with(page, view);
    source_row_titles(&titles, view);
    if (*compared)
        source_print_pair(out, "Baseline", compared);
    free(compared);
    fprintf(out, "\"Kernel Name\",\"%s\"%s\n", name, view->metrics.count ? "," : "");
    source_row_csv(out, &titles);
    source_row_free(&titles);
    for (size_t i = 0; i < view->instructions; i++) {
        struct source_row row = {0};
        source_row_sass(&row, view, i);
        source_row_csv(out, &row);
        source_row_free(&row);
    }
}

static void measure_sass(size_t *widths, const struct source_function *function)
{
    size_t name = source_table_width(function->name);
    name = name < SOURCE_BESIDE_WIDTH ? name : SOURCE_BESIDE_WIDTH;
    widths[1] = name > widths[1] ? name : widths[1];
    for (size_t i = 0; i < function->view->instructions; i++) {
        struct source_row row = {0};
        source_row_sass(&row, function->view, i);
        source_widen(widths, &row, 1);
        source_row_free(&row);
    }
}

static void sass_text(const struct source_page *page, const size_t *widths,
                      const struct source_function *function)
{
    FILE *out = page->out;
    const struct source_view *view = function->view;
    size_t columns = SOURCE_PLAIN_COLUMNS + source_cells(view);
    char *compared = source_compared_with(page, view);
    if (*compared)
        fprintf(out, "  vs %s\n", compared);
    free(compared);
    source_print_heading(out, widths, columns, "Kernel Name", function->name);
    source_print_titles(out, widths, view);
    for (size_t i = 0; i < view->instructions; i++) {
        struct source_row row = {0};
        source_row_sass(&row, view, i);
        source_row_text(out, widths, &row, columns);
        source_row_free(&row);
    }
}

/* Tables of one result have the same widths. */
void source_print_sass(struct source_page *page, const struct source_function *functions,
                       size_t count)
{
    size_t *widths = NULL;
    for (size_t i = 0; i < count && page->options->format != FORMAT_CSV; i++) {
        if (!widths)
            widths = source_widths(SOURCE_PLAIN_COLUMNS + source_cells(functions[i].view),
                                   SOURCE_ADDRESS_WIDTH, SOURCE_METRIC_WIDTH);
        measure_sass(widths, &functions[i]);
    }
    /* The functions of one result can be of several modules, with several entries each. */
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
