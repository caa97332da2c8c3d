#include <stdlib.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/page_parts/page_markdown.h"
#include "report/pages/page_raw.h"

/* Up to this many results stand side by side. */
enum { FEW_RESULTS = 4 };

static bool side_by_side(const struct raw_page *page)
{
    return page->results > 1 && page->results <= FEW_RESULTS;
}

void page_markdown_raw_begin(struct raw_page *page)
{
    if (side_by_side(page))
        page->cells = mem_alloc(page->count * sizeof *page->cells);
}

/* Begins a row, up to its values. */
static void begin_row(struct strbuf *row, const struct raw_column *column)
{
    strbuf_clear(row);
    strbuf_adds(row, "| ");
    markdown_add_code(row, column->name, true);
    strbuf_adds(row, " | ");
    markdown_add_text(row, column->style.scale.unit);
}

static void add_to_columns(struct raw_page *page, const struct result *result)
{
    strbuf_clear(&page->row);
    strbuf_addf(&page->row, "- **%zu**: ", result->id);
    page_markdown_add_kernel(&page->row, result);
    fprintf(page->out, "%s\n", page->row.data);
    for (size_t i = 0; i < page->count; i++) {
        const struct raw_column *column = &page->columns[i];
        const Rep__ProfileMetricResult *metric = raw_page_metric(page, result, column->name);
        strbuf_adds(&page->cells[i], " | ");
        markdown_add_text(&page->cells[i], raw_page_text(page, result, column, metric));
    }
    strbuf_addf(&page->names, "| %zu ", result->id);
}

static void print_table(struct raw_page *page, const struct result *result)
{
    page_markdown_heading(page->out, result);
    markdown_table_begin(page->out, (const char *const[]){"Metric", "Unit", "Value"},
                         (const bool[]){false, false, true}, 3);
    for (size_t i = 0; i < page->count; i++) {
        const struct raw_column *column = &page->columns[i];
        const Rep__ProfileMetricResult *metric = raw_page_metric(page, result, column->name);
        if (!metric && !raw_page_lacks(result, column))
            continue;
        begin_row(&page->row, column);
        strbuf_adds(&page->row, " | ");
        markdown_add_text(&page->row, raw_page_text(page, result, column, metric));
        fprintf(page->out, "%s |\n", page->row.data);
    }
    fputc('\n', page->out);
}

void page_markdown_raw(void *context, const struct result *result)
{
    struct raw_page *page = context;
    if (page->cells)
        add_to_columns(page, result);
    else
        print_table(page, result);
}

void page_markdown_raw_end(struct raw_page *page)
{
    if (!page->cells)
        return;
    fprintf(page->out, "\n| Metric | Unit %s|\n| --- | --- ", page->names.data);
    for (size_t i = 0; i < page->results; i++)
        fputs("| ---: ", page->out);
    fputs("|\n", page->out);
    for (size_t i = 0; i < page->count; i++) {
        begin_row(&page->row, &page->columns[i]);
        fprintf(page->out, "%s%s |\n", page->row.data, page->cells[i].data);
        strbuf_free(&page->cells[i]);
    }
    fputc('\n', page->out);
    free(page->cells);
    strbuf_free(&page->names);
}
