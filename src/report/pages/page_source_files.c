/* Whole files: PTX and CUDA C++. */
#include "report/pages/page_source_files.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/page_parts/code_rows.h"
#include "report/page_parts/source_table.h"
#include "report/pages/page_source.h"

static void lines_csv(FILE *out, const struct file_lines *file)
{
    for (size_t i = 0; i < file->count; i++) {
        fprintf(out, "\"%zu\",\"", i + 1);
        fwrite(file->lines[i], 1, file->lengths[i], out);
        fputs("\"\n", out);
    }
}

static void measure_lines(size_t *widths, const struct file_lines *file)
{
    for (size_t i = 0; i < file->count; i++) {
        char *line = mem_strndup(file->lines[i], file->lengths[i]);
        size_t width = source_table_width(line);
        widths[1] = width > widths[1] ? width : widths[1];
        free(line);
    }
}

static void lines_text(FILE *out, const size_t *widths, const struct file_lines *file)
{
    for (size_t i = 0; i < file->count; i++) {
        char number[24], *line = mem_strndup(file->lines[i], file->lengths[i]);
        const char *cells[] = {number, line};
        snprintf(number, sizeof number, "%zu", i + 1);
        source_table_row(out, widths, SOURCE_PLAIN_COLUMNS, cells, SOURCE_PLAIN_COLUMNS);
        free(line);
    }
}

static const char *const line_titles[SOURCE_PLAIN_COLUMNS] = {"Line No", "Source"};

static void print_module(FILE *out, bool csv, const struct file_lines *files, size_t count)
{
    size_t widths[SOURCE_PLAIN_COLUMNS] = {SOURCE_NUMBER_WIDTH, SOURCE_METRIC_WIDTH};
    for (size_t i = 0; i < count && !csv; i++)
        measure_lines(widths, &files[i]);
    if (csv) {
        source_print_pair(out, line_titles[0], line_titles[1]);
    } else {
        source_table_rule(out, widths, SOURCE_PLAIN_COLUMNS);
        source_table_row(out, widths, SOURCE_PLAIN_COLUMNS, line_titles, SOURCE_PLAIN_COLUMNS);
    }
    for (size_t i = 0; i < count; i++) {
        if (csv) {
            lines_csv(out, &files[i]);
            continue;
        }
        source_table_rule(out, widths, SOURCE_PLAIN_COLUMNS);
        lines_text(out, widths, &files[i]);
    }
}

struct file_lines *source_ptx_read(const struct source_page *page,
                                   const struct code_function *function, size_t *count)
{
    struct file_lines *files = ptx_text_read(&function->view->module->cubin, count);
    if (!*count)
        source_note(page->set, "there is no PTX of %s in the report: compile it with -lineinfo",
                    function->name);
    return files;
}

void source_print_ptx(struct source_page *page, const struct code_function *functions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t file_count;
        if (!source_page_is_new(page, functions[i].view->module, NULL))
            continue;
        struct file_lines *files = source_ptx_read(page, &functions[i], &file_count);
        if (file_count)
            print_module(page->out, page->options->format == FORMAT_CSV, files, file_count);
        ptx_text_free(files, file_count);
    }
}

void source_note_no_lines(const struct source_page *page, const char *name)
{
    source_note(page->set, "there are no source lines for %s: compile it with -lineinfo", name);
}

const struct source_text *source_open_file(struct source_page *page,
                                           const struct code_listing *view, uint32_t index)
{
    const struct line_file *file = &view->lines.files[index];
    const struct source_text *text =
        source_files_get(source_set_files(page->set), view->module->files, file->path, file->size);
    if (!text)
        source_note(page->set,
                    "%s: the source file is neither in the report nor here; name it with "
                    "--resolve-source-file or --source-folders",
                    file->path);
    else if (text->differs)
        source_note(page->set, "%s is not the file that was compiled: its size differs",
                    text->path);
    return text;
}

static int by_text_path(const void *a, const void *b)
{
    const struct source_text *const *x = a, *const *y = b;
    return strcmp((*x)->path, (*y)->path);
}

/* Returns the file in which the function begins. */
static uint32_t first_file(const struct line_table *lines)
{
    const struct line_span *first = &lines->spans[0];
    for (size_t i = 1; i < lines->span_count; i++)
        if (lines->spans[i].start < first->start)
            first = &lines->spans[i];
    return first->file;
}

static void print_file(const struct source_page *page, const size_t *widths,
                       const struct source_text *text)
{
    const struct file_lines lines = {text->lines, text->lengths, text->count};
    if (page->options->format == FORMAT_CSV) {
        source_print_pair(page->out, "File Name", text->path);
        source_print_pair(page->out, line_titles[0], line_titles[1]);
        lines_csv(page->out, &lines);
        return;
    }
    source_print_heading(page->out, widths, SOURCE_PLAIN_COLUMNS, "File Name", text->path);
    source_table_row(page->out, widths, SOURCE_PLAIN_COLUMNS, line_titles, SOURCE_PLAIN_COLUMNS);
    lines_text(page->out, widths, &lines);
}

const struct source_text **source_texts(struct source_page *page,
                                        const struct code_function *functions, size_t count,
                                        size_t *text_count)
{
    const struct source_text **texts = NULL;
    size_t capacity = 0, known;
    *text_count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct code_listing *view = functions[i].view;
        if (!view->lines.span_count) {
            source_note_no_lines(page, functions[i].name);
            continue;
        }
        const struct source_text *text = source_open_file(page, view, first_file(&view->lines));
        for (known = 0; known < *text_count && texts[known] != text;)
            known++;
        if (text && known == *text_count) {
            mem_grow(&texts, *text_count, &capacity, sizeof *texts);
            texts[(*text_count)++] = text;
        }
    }
    if (*text_count)
        qsort(texts, *text_count, sizeof *texts, by_text_path);
    return texts;
}

void source_print_cuda(struct source_page *page, const struct code_function *functions,
                       size_t count)
{
    size_t found, text_count = 0;
    const struct source_text **texts = source_texts(page, functions, count, &found);
    for (size_t i = 0; i < found; i++)
        if (source_page_is_new(page, texts[i], NULL))
            texts[text_count++] = texts[i];
    size_t widths[SOURCE_PLAIN_COLUMNS] = {SOURCE_NUMBER_WIDTH, SOURCE_METRIC_WIDTH};
    for (size_t i = 0; i < text_count && page->options->format != FORMAT_CSV; i++)
        measure_lines(widths,
                      &(struct file_lines){texts[i]->lines, texts[i]->lengths, texts[i]->count});
    for (size_t i = 0; i < text_count; i++)
        print_file(page, widths, texts[i]);
    free(texts);
}
