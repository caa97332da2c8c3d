/* The source page in Markdown: a table for each function or file of a result. It has the columns
 * of the text page, except those without a value other than 0: with the full set there are 50
 * columns, and few of them are of use in what people paste. A function is listed once, even if
 * the report has several entries of its module. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/page_parts/code_rows.h"
#include "report/page_parts/page_forms.h"
#include "report/page_parts/page_markdown.h"
#include "report/pages/page_source_files.h"
#include "report/pages/page_source_mixed.h"

/* Prints "#### `name`", and " in `where`" if that is not NULL, above a table. The heading of the
 * result comes before its first table. */
static void print_title(struct source_page *page, const struct code_function *function,
                        const char *name, const char *where)
{
    struct strbuf line = {0};
    if (page->unnamed)
        page_markdown_heading(page->out, page->unnamed);
    if (page->unnamed && source_is_debug(function->view))
        fprintf(page->out, "> **Warning:** %s\n\n", source_debug_warning);
    page->unnamed = NULL;
    strbuf_adds(&line, "#### ");
    markdown_add_code(&line, name, false);
    if (where)
        strbuf_adds(&line, " in ");
    if (where)
        markdown_add_code(&line, where, false);
    fprintf(page->out, "%s\n\n", line.data);
    strbuf_free(&line);
    char *compared = source_compared_with(page, function->view);
    strbuf_adds(&line, "");
    markdown_add_text(&line, compared);
    if (*compared)
        fprintf(page->out, "vs %s\n\n", line.data);
    free(compared);
    strbuf_free(&line);
}

/* Prints a row of cells. Those from `first` up to `end` are code; tabs in them become blanks. */
static void print_row(FILE *out, const struct code_row *row, size_t first, size_t end)
{
    const char **shown = mem_alloc(row->count * sizeof *shown);
    struct strbuf *cells = mem_alloc(row->count * sizeof *cells);
    for (size_t i = 0; i < row->count; i++) {
        strbuf_adds(&cells[i], "");
        for (char *c = row->cells[i]; i >= first && i < end && *c; c++)
            if (*c == '\t')
                *c = ' ';
        if (i >= first && i < end)
            markdown_add_code(&cells[i], row->cells[i], true);
        else
            markdown_add_text(&cells[i], row->cells[i]);
        shown[i] = cells[i].data;
    }
    markdown_table_row(out, shown, row->count);
    for (size_t i = 0; i < row->count; i++)
        strbuf_free(&cells[i]);
    free(cells);
    free(shown);
}

/* Appends a cell with the value of a metric, or of the baseline. */
static bool is_used(const char *cell)
{
    return *cell && strcmp(cell, "0") != 0 && strcmp(cell, "-") != 0;
}

/* Returns for each metric of the function whether it is other than 0 somewhere. The caller frees
 * the array. */
static bool *find_used(const struct code_listing *view)
{
    bool *used = mem_alloc(view->metrics.count * sizeof *used);
    size_t each = code_row_cells_each(view);
    for (size_t i = 0; i < view->instructions; i++) {
        struct code_row row = {0};
        const struct source_pick pick = source_pick_instruction(view, &i);
        code_row_add_values(&row, view, &pick);
        for (size_t j = 0; j < row.count; j++)
            used[j / each] = used[j / each] || (j % each < 2 && is_used(row.cells[j]));
        code_row_free(&row);
    }
    return used;
}

/* Removes the cells of unused metrics from a row, beginning at `first`; all metrics have the
 * same number of cells. */
static void drop_unused(struct code_row *row, size_t first, const bool *used, size_t each)
{
    size_t kept = first;
    for (size_t i = first; i < row->count; i++) {
        if (used[(i - first) / each])
            row->cells[kept++] = row->cells[i];
        else
            free(row->cells[i]);
    }
    row->count = kept;
}

/* Prints the head of a table: these columns, then the used metrics of the function, if there is
 * one. */
static void print_head(FILE *out, const char *const *names, size_t count,
                       const struct code_listing *view, const bool *used)
{
    struct code_row row = {0};
    for (size_t i = 0; i < count; i++)
        code_row_add(&row, mem_strdup(names[i]));
    if (view) {
        code_row_add_titles(&row, view);
        drop_unused(&row, count, used, code_row_cells_each(view));
    }
    print_row(out, &row, 0, 0);
    for (size_t i = 0; i < row.count; i++)
        fputs(i < count ? "| --- " : "| ---: ", out);
    fputs("|\n", out);
    code_row_free(&row);
}

/* Address, text and values. The text begins without the blanks that stand in place of a
 * predicate. */
static void add_instruction(struct code_row *row, const struct code_listing *view,
                            size_t instruction)
{
    const char *text = code_listing_text(view, instruction);
    code_row_add(row, source_address(view, instruction));
    code_row_add(row, mem_strdup(text + strspn(text, " ")));
    const struct source_pick pick = source_pick_instruction(view, &instruction);
    code_row_add_values(row, view, &pick);
}

static void print_sass(struct source_page *page, const struct code_function *functions,
                       size_t count)
{
    static const char *const names[] = {"Address", "Source"};
    for (size_t i = 0; i < count; i++) {
        const struct code_listing *view = functions[i].view;
        print_title(page, &functions[i], functions[i].name, NULL);
        bool *used = find_used(view);
        print_head(page->out, names, SOURCE_PLAIN_COLUMNS, view, used);
        for (size_t j = 0; j < view->instructions; j++) {
            struct code_row row = {0};
            add_instruction(&row, view, j);
            drop_unused(&row, SOURCE_PLAIN_COLUMNS, used, code_row_cells_each(view));
            print_row(page->out, &row, 0, SOURCE_PLAIN_COLUMNS);
            code_row_free(&row);
        }
        free(used);
        fputc('\n', page->out);
    }
}

static void print_lines(FILE *out, const char *const *lines, const size_t *lengths, size_t count)
{
    print_head(out, (const char *const[]){"Line", "Source"}, SOURCE_PLAIN_COLUMNS, NULL, NULL);
    for (size_t i = 0; i < count; i++) {
        struct code_row row = {0};
        code_row_add(&row, mem_printf("%zu", i + 1));
        code_row_add(&row, mem_strndup(lines[i], lengths[i]));
        print_row(out, &row, 1, SOURCE_PLAIN_COLUMNS);
        code_row_free(&row);
    }
    fputc('\n', out);
}

static void print_ptx(struct source_page *page, const struct code_function *functions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t files;
        if (!source_page_is_new(page, functions[i].view->module, NULL))
            continue;
        struct file_lines *ptx = source_ptx_read(page, &functions[i], &files);
        for (size_t j = 0; j < files; j++) {
            print_title(page, &functions[i], "PTX", NULL);
            print_lines(page->out, ptx[j].lines, ptx[j].lengths, ptx[j].count);
        }
        ptx_text_free(ptx, files);
    }
}

static void print_cuda(struct source_page *page, const struct code_function *functions,
                       size_t count)
{
    size_t text_count;
    const struct source_text **texts = source_texts(page, functions, count, &text_count);
    for (size_t i = 0; i < text_count; i++) {
        if (!source_page_is_new(page, texts[i], NULL))
            continue;
        print_title(page, functions, texts[i]->path, NULL);
        print_lines(page->out, texts[i]->lines, texts[i]->lengths, texts[i]->count);
    }
    free(texts);
}

struct mixed_table {
    FILE *out;
    const struct code_listing *view;
    const bool *used;
};

static void print_below(void *context, size_t instruction)
{
    const struct mixed_table *table = context;
    struct code_row row = {0};
    code_row_add(&row, mem_strdup(""));
    if (instruction != NO_INSTRUCTION)
        add_instruction(&row, table->view, instruction);
    for (size_t i = row.count; i < 1 + SOURCE_PLAIN_COLUMNS + code_row_cells(table->view); i++)
        code_row_add(&row, mem_strdup(i <= SOURCE_PLAIN_COLUMNS ? "..." : "-"));
    drop_unused(&row, 1 + SOURCE_PLAIN_COLUMNS, table->used, code_row_cells_each(table->view));
    print_row(table->out, &row, 1, instruction == NO_INSTRUCTION ? 1 : 1 + SOURCE_PLAIN_COLUMNS);
    code_row_free(&row);
}

/* A source line has a number, an instruction an address. */
static void print_mixed(struct source_page *page, const struct code_function *functions,
                        size_t count)
{
    static const char *const names[] = {"Line", "Address", "Source"};
    struct mixed_files files;
    mixed_files_open(&files, page, functions, count);
    for (size_t i = 0; i < files.count; i++) {
        const struct mixed_file *file = &files.items[i];
        bool *used = find_used(file->function->view);
        struct mixed_table table = {page->out, file->function->view, used};
        print_title(page, file->function, file->function->name, file->path);
        print_head(page->out, names, 1 + SOURCE_PLAIN_COLUMNS, table.view, used);
        for (size_t j = 0; j < file->count; j++) {
            const struct source_line *line = &file->lines[j];
            struct code_row row = {0};
            char *text = mixed_line_text(file, line->line);
            code_row_add(&row, mem_printf("%" PRIu32, line->line));
            code_row_add(&row, mem_strdup(""));
            code_row_add(&row, text ? text : mem_strdup(""));
            const struct source_pick pick = source_pick_line(table.view, line);
            code_row_add_values(&row, table.view, &pick);
            drop_unused(&row, 1 + SOURCE_PLAIN_COLUMNS, used, code_row_cells_each(table.view));
            print_row(page->out, &row, 2, 1 + SOURCE_PLAIN_COLUMNS);
            code_row_free(&row);
            mixed_each_below(line, 1, print_below, &table);
        }
        free(used);
        fputc('\n', page->out);
    }
    mixed_files_close(&files);
}

static void print_result(void *context, const struct result *result)
{
    typedef void print_functions(struct source_page *, const struct code_function *, size_t);
    static print_functions *const views[SOURCE_KINDS] = {[SOURCE_SASS] = print_sass,
                                                         [SOURCE_PTX] = print_ptx,
                                                         [SOURCE_CUDA] = print_cuda,
                                                         [SOURCE_CUDA_SASS] = print_mixed};
    struct source_page *page = context;
    struct source_listing listing;
    source_listing_open(&listing, page, result);
    page->unnamed = result;
    views[page->options->source.kind](page, listing.functions, listing.count);
    source_listing_close(page, &listing);
}

bool page_markdown_source(struct report *report, const struct page_options *options, FILE *out,
                          struct error *error)
{
    struct source_page page = {.options = options, .out = out};
    return source_page_each(&page, report, print_result, error);
}
