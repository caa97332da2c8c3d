/* CUDA C++ with the SASS of each line. */
#include "report/pages/page_source_mixed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/page_parts/code_rows.h"
#include "report/page_parts/source_table.h"
#include "report/pages/page_source.h"
#include "report/pages/page_source_files.h"

char *mixed_line_text(const struct mixed_file *file, uint32_t line)
{
    if (!file->text)
        return NULL;
    if (!line || line > file->text->count)
        return mem_strdup("");
    const char *text = file->text->lines[line - 1];
    size_t length = file->text->lengths[line - 1], blanks = 0;
    while (blanks < length && strchr(" \t", text[blanks]))
        blanks++;
    while (length > blanks && strchr(" \t", text[length - 1]))
        length--;
    return mem_strndup(text + blanks, length - blanks);
}

static char *line_text(const struct mixed_file *file, uint32_t line)
{
    char *text = mixed_line_text(file, line);
    return text ? text : mem_strdup("<Unable to open source file>");
}

void mixed_each_below(const struct source_line *line, size_t copies, visit_below *visit,
                      void *context)
{
    size_t before = NO_INSTRUCTION;
    for (size_t copy = 0; copy < copies; copy++)
        for (size_t i = 0; i < line->count; i++) {
            size_t now = line->instructions[i];
            if (before != NO_INSTRUCTION && now != before && now != before + 1)
                visit(context, NO_INSTRUCTION);
            visit(context, now);
            before = now;
        }
}

/* Rows are repeated for each entry of the module. */
static void each_below(const struct code_listing *view, const struct source_line *line,
                       visit_below *visit, void *context)
{
    mixed_each_below(line, view->module->parts, visit, context);
}

struct mixed {
    FILE *out;
    const struct code_listing *view;
    size_t *widths;
};

static void csv_below(void *context, size_t instruction)
{
    const struct mixed *mixed = context;
    struct code_row row = {0};
    code_row_add(&row, mem_strdup(""));
    code_row_add(&row, mem_strdup(""));
    if (instruction != NO_INSTRUCTION) {
        code_row_sass(&row, mixed->view, instruction);
    } else {
        for (size_t i = 0; i < SOURCE_PLAIN_COLUMNS + code_row_cells(mixed->view); i++)
            code_row_add(&row, mem_strdup(i < SOURCE_PLAIN_COLUMNS ? "..." : "-"));
    }
    code_row_csv(mixed->out, &row);
    code_row_free(&row);
}

static void mixed_csv(const struct mixed *mixed, const struct mixed_file *file)
{
    const struct code_listing *view = mixed->view;
    struct code_row titles = {0};
    source_print_pair(mixed->out, "Function Name", file->function->name);
    code_row_add(&titles, mem_strdup("Line No"));
    code_row_add(&titles, mem_strdup("Source"));
    code_row_titles(&titles, view);
    code_row_csv(mixed->out, &titles);
    code_row_free(&titles);
    for (size_t i = 0; i < file->count; i++) {
        const struct source_line *line = &file->lines[i];
        struct code_row row = {0};
        code_row_add(&row, mem_printf("%" PRIu32, line->line));
        code_row_add(&row, line_text(file, line->line));
        code_row_add(&row, mem_strdup("-"));
        code_row_add(&row, mem_strdup("-"));
        const struct source_pick pick = source_pick_line(view, line);
        code_row_add_values(&row, view, &pick);
        code_row_csv(mixed->out, &row);
        code_row_free(&row);
        each_below(view, line, csv_below, (void *)mixed);
    }
}

static void text_row_below(struct code_row *row, const struct code_listing *view,
                           size_t instruction)
{
    if (instruction == NO_INSTRUCTION) {
        code_row_add(row, mem_strdup("    ..."));
        code_row_add(row, mem_strdup("     ..."));
        for (size_t i = 0; i < code_row_cells(view); i++)
            code_row_add(row, mem_strdup("-"));
        return;
    }
    char *address = source_address(view, instruction);
    code_row_add(row, mem_printf("    %s", address));
    code_row_add(row, mem_strdup(code_listing_text(view, instruction)));
    const struct source_pick pick = source_pick_instruction(view, &instruction);
    code_row_add_values(row, view, &pick);
    free(address);
}

static void measure_below(void *context, size_t instruction)
{
    const struct mixed *mixed = context;
    struct code_row row = {0};
    text_row_below(&row, mixed->view, instruction);
    source_widen(mixed->widths, &row, SOURCE_PLAIN_COLUMNS);
    code_row_free(&row);
}

static void text_below(void *context, size_t instruction)
{
    const struct mixed *mixed = context;
    struct code_row row = {0};
    text_row_below(&row, mixed->view, instruction);
    code_row_text(mixed->out, mixed->widths, &row, SOURCE_PLAIN_COLUMNS);
    code_row_free(&row);
}

static void mixed_text_line(struct mixed *mixed, const struct mixed_file *file,
                            const struct source_line *line)
{
    const struct code_listing *view = mixed->view;
    size_t columns = SOURCE_PLAIN_COLUMNS + code_row_cells(view);
    struct code_row row = {0};
    mixed->widths = source_widths(columns, SOURCE_ADDRESS_WIDTH, SOURCE_BESIDE_WIDTH);
    code_row_add(&row, mem_printf("%" PRIu32, line->line));
    code_row_add(&row, line_text(file, line->line));
    const struct source_pick pick = source_pick_line(view, line);
    code_row_add_values(&row, view, &pick);
    source_widen(mixed->widths, &row, SOURCE_PLAIN_COLUMNS);
    each_below(view, line, measure_below, mixed);
    source_table_rule(mixed->out, mixed->widths, columns);
    source_print_titles(mixed->out, mixed->widths, view);
    code_row_text(mixed->out, mixed->widths, &row, SOURCE_PLAIN_COLUMNS);
    source_table_rule(mixed->out, mixed->widths, columns);
    each_below(view, line, text_below, mixed);
    code_row_free(&row);
    free(mixed->widths);
}

static void print_comment(FILE *out, const char *name, const char *value)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%s: %s", name, value);
    char *safe = safe_text(text.data);
    fprintf(out, "/*\n%s\n*/\n", safe);
    free(safe);
    strbuf_free(&text);
}

static void mixed_text(struct mixed *mixed, const struct mixed_file *file)
{
    print_comment(mixed->out, "Function Name", file->function->name);
    for (size_t i = 0; i < file->count; i++)
        mixed_text_line(mixed, file, &file->lines[i]);
}

static int by_path(const void *a, const void *b)
{
    const struct mixed_file *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    return order ? order : strcmp(x->function->view->mangled, y->function->view->mangled);
}

static void add_files(struct source_page *page, struct mixed_files *files,
                      const struct code_function *function, const struct source_lines *lines)
{
    if (!lines->count)
        source_note_no_lines(page, function->name);
    for (size_t i = 0; i < lines->count; i++) {
        uint32_t index = lines->lines[i].file;
        if (!i || index != lines->lines[i - 1].file) {
            const struct source_text *text = source_open_file(page, function->view, index);
            mem_grow(&files->items, files->count, &files->capacity, sizeof *files->items);
            files->items[files->count++] = (struct mixed_file){
                text, text ? text->path : function->view->lines.files[index].path, function,
                &lines->lines[i], 0};
        }
        files->items[files->count - 1].count++;
    }
}

static void print_mixed_file(const struct source_page *page, const struct mixed_file *file,
                             bool is_first)
{
    struct mixed mixed = {.out = page->out, .view = file->function->view};
    bool csv = page->options->format == FORMAT_CSV;
    char *compared = source_compared_with(page, mixed.view);
    if (is_first)
        (csv ? source_print_pair : print_comment)(page->out, "File Path", file->path);
    if (*compared)
        (csv ? source_print_pair : print_comment)(page->out, "Baseline", compared);
    free(compared);
    if (csv)
        mixed_csv(&mixed, file);
    else
        mixed_text(&mixed, file);
}

void mixed_files_open(struct mixed_files *files, struct source_page *page,
                      const struct code_function *functions, size_t count)
{
    *files = (struct mixed_files){.lines = mem_alloc((count + 1) * sizeof *files->lines),
                                  .functions = count};
    for (size_t i = 0; i < count; i++) {
        source_lines_read(&files->lines[i], functions[i].view);
        add_files(page, files, &functions[i], &files->lines[i]);
    }
    if (files->count)
        qsort(files->items, files->count, sizeof *files->items, by_path);
}

void mixed_files_close(struct mixed_files *files)
{
    for (size_t i = 0; i < files->functions; i++)
        source_lines_free(&files->lines[i]);
    free(files->items);
    free(files->lines);
}

void source_print_mixed(struct source_page *page, const struct code_function *functions,
                        size_t count)
{
    struct mixed_files files;
    mixed_files_open(&files, page, functions, count);
    for (size_t i = 0; i < files.count; i++)
        print_mixed_file(page, &files.items[i],
                         !i || strcmp(files.items[i].path, files.items[i - 1].path) != 0);
    mixed_files_close(&files);
}
