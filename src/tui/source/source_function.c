#include "tui/source/source_function.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/names/demangle.h"

static void read_origin(struct source_origin *origin, const struct code_listing *view)
{
    source_lines_read(&origin->lines, view);
    source_links_make(&origin->links, &origin->lines, view->instructions);
}

static void free_origin(struct source_origin *origin)
{
    source_links_free(&origin->links);
    source_lines_free(&origin->lines);
}

/* Reads the PTX. A module has its text and its lines only if it was compiled with -lineinfo. */
static void read_ptx(struct source_function *function)
{
    struct code_listing view = *function->view;
    const struct cubin *cubin = &view.module->cubin;
    size_t file, line;
    line_table_read_ptx(&view.lines, cubin, view.mangled);
    read_origin(&function->ptx, &view);
    line_table_free(&view.lines);
    function->ptx_files = ptx_text_read(cubin, &function->ptx_count);
    if (!ptx_text_find(function->ptx_files, function->ptx_count, view.mangled, &file, &line)) {
        source_sheet_file(&function->ptx_sheet, SOURCE_VIEW_PTX, function->view,
                          &function->ptx.lines, &function->ptx.links, 0, NULL, NULL, 0);
        return;
    }
    const struct file_lines *text = &function->ptx_files[file];
    source_sheet_file(&function->ptx_sheet, SOURCE_VIEW_PTX, function->view, &function->ptx.lines,
                      &function->ptx.links, 0, text->lines, text->lengths, text->count);
    function->ptx_sheet.cursor = function->ptx_sheet.top = line;
}

static struct source_sheet *open_file(struct source_function *function, size_t file)
{
    struct source_sheet *sheet = &function->files[file];
    if (sheet->view)
        return sheet;
    const struct line_file *known = &function->view->lines.files[file];
    const struct source_text *text =
        source_files_get(function->texts, function->view->module->files, known->path, known->size);
    source_sheet_file(sheet, SOURCE_VIEW_CUDA, function->view, &function->cuda.lines,
                      &function->cuda.links, (uint32_t)file, text ? text->lines : NULL,
                      text ? text->lengths : NULL, text ? text->count : 0);
    return sheet;
}

static void add_mark(struct source_function *function, const Rep__SourceMarker *marker)
{
    const struct code_listing *view = function->view;
    struct source_mark mark = {.of_line = marker->kind == REP__MARKER_KIND__Source,
                               .marker = marker};
    if (!mark.of_line) {
        if (marker->source_location_case != REP__SOURCE_MARKER__SOURCE_LOCATION_ADDRESS ||
            marker->address < view->address)
            return;
        mark.at = (marker->address - view->address) / view->step;
        if (mark.at >= view->instructions)
            return;
    } else {
        if (marker->source_location_case != REP__SOURCE_MARKER__SOURCE_LOCATION_LINE_NUMBER ||
            !marker->filename)
            return;
        while (mark.file < view->lines.file_count &&
               strcmp(view->lines.files[mark.file].path, marker->filename) != 0)
            mark.file++;
        mark.at = marker->linenumber;
        if (mark.file == view->lines.file_count)
            return;
    }
    mem_grow(&function->marks, function->mark_count, &function->mark_capacity,
             sizeof *function->marks);
    function->marks[function->mark_count++] = mark;
}

/* Returns the file in which the function begins. */
static uint32_t first_file(const struct line_table *lines)
{
    const struct line_span *first = lines->spans;
    for (size_t i = 1; i < lines->span_count; i++)
        if (lines->spans[i].start < first->start)
            first = &lines->spans[i];
    return first->file;
}

struct source_function *source_function_open(struct code_listing *view, const struct result *result,
                                             struct source_files *texts,
                                             const struct source_chosen *chosen)
{
    struct source_function *function = mem_alloc(sizeof *function);
    char *name = strcmp(result->mangled, view->mangled) == 0 ? mem_strdup(result->demangled)
                                                             : demangle_full(view->mangled);
    *function = (struct source_function){
        .view = view, .name = safe_text(name), .chosen = chosen, .texts = texts};
    free(name);
    /* Rows show offsets in the function, and so do the targets of branches. */
    view->labels = 0;
    source_metrics_read(&view->metrics, result, view->address, view->instructions, view->step,
                        NULL);
    source_metrics_reserve_live(&view->metrics);
    line_table_read(&view->lines, &view->module->cubin, view->mangled);
    source_columns_find(&function->columns, &view->metrics, NULL, chosen);
    source_sheet_sass(&function->sass, view);
    read_origin(&function->cuda, view);
    read_ptx(function);
    function->files = mem_alloc((view->lines.file_count + 1) * sizeof *function->files);
    /* One further sheet, without rows, is shown if there are no lines. */
    source_sheet_file(&function->files[view->lines.file_count], SOURCE_VIEW_CUDA, view,
                      &function->cuda.lines, &function->cuda.links, UINT32_MAX, NULL, NULL, 0);
    if (view->lines.span_count)
        function->file = first_file(&view->lines);
    for (size_t i = 0; i < result->rule_count; i++)
        for (size_t j = 0; j < result->rules[i]->n_sourcemarkers; j++)
            add_mark(function, result->rules[i]->sourcemarkers[j]);
    return function;
}

void source_function_free(struct source_function *function)
{
    struct code_listing *view = function->view;
    for (size_t i = 0; i <= view->lines.file_count; i++)
        source_sheet_free(&function->files[i]);
    source_sheet_free(&function->sass);
    source_sheet_free(&function->ptx_sheet);
    free_origin(&function->cuda);
    free_origin(&function->ptx);
    ptx_text_free(function->ptx_files, function->ptx_count);
    source_columns_free(&function->columns);
    source_metrics_free(&view->metrics);
    line_table_free(&view->lines);
    sass_text_free(&view->sass);
    free(function->files);
    free(function->marks);
    free(function->name);
    free(function);
}

void source_function_compare(struct source_function *function, const struct source_metrics *before)
{
    function->before = before;
    source_columns_free(&function->columns);
    source_columns_find(&function->columns, &function->view->metrics, before, function->chosen);
    source_sheet_forget_heat(&function->sass);
    source_sheet_forget_heat(&function->ptx_sheet);
    for (size_t i = 0; i <= function->view->lines.file_count; i++)
        source_sheet_forget_heat(&function->files[i]);
}

void source_function_take_live(struct source_function *function)
{
    struct code_listing *view = function->view;
    const struct code_column *column = source_metrics_find(&view->metrics, source_metrics_live);
    bool any = false;
    for (size_t i = 0; column && i < view->instructions; i++) {
        int live = sass_text_live(&view->sass, (uint64_t)i * view->step);
        column->known[i] = live != SASS_NOT_LISTED;
        column->numbers[i] = live > 0 ? live : 0;
        any |= column->known[i];
    }
    if (any)
        source_function_compare(function, function->before);
}

struct source_sheet *source_function_sheet(struct source_function *function, enum source_side side)
{
    if (side == SOURCE_VIEW_SASS)
        return &function->sass;
    if (side == SOURCE_VIEW_PTX)
        return &function->ptx_sheet;
    return function->view->lines.span_count ? open_file(function, function->file)
                                            : &function->files[function->view->lines.file_count];
}

const struct source_sheet *source_function_seen(const struct source_function *function,
                                                enum source_side side)
{
    const struct code_listing *view = function->view;
    if (side == SOURCE_VIEW_SASS)
        return &function->sass;
    if (side == SOURCE_VIEW_PTX)
        return &function->ptx_sheet;
    return &function->files[view->lines.span_count ? function->file : view->lines.file_count];
}

void source_function_missing(const struct source_function *function, enum source_side side,
                             struct strbuf *out)
{
    const struct line_table *lines = &function->view->lines;
    if (side == SOURCE_VIEW_PTX && !function->ptx_sheet.texts)
        strbuf_adds(out, "the report has no PTX of this function: compile it with -lineinfo");
    else if (side == SOURCE_VIEW_PTX && !function->ptx.lines.count)
        strbuf_adds(out, "no instruction is known to come from this PTX");
    if (side != SOURCE_VIEW_CUDA)
        return;
    if (!lines->span_count) {
        strbuf_adds(out, "the module has no source lines: compile it with -lineinfo");
        return;
    }
    const struct line_file *file = &lines->files[function->file];
    const struct source_text *text =
        source_files_get(function->texts, function->view->module->files, file->path, file->size);
    if (text && !text->differs)
        return;
    safe_text_add(out, file->path, strlen(file->path), false);
    strbuf_adds(out, text ? ": not the file that was compiled, its size differs"
                          : ": neither in the report nor on disk; profile with --import-source "
                            "yes, or name it with --resolve-source-file or --source-folders");
}

void source_function_follow(struct source_function *function, size_t instruction)
{
    size_t count;
    const size_t *lines = source_links_of_instruction(&function->cuda.links, instruction, &count);
    for (size_t i = 0; i < count; i++)
        if (function->cuda.lines.lines[lines[i]].file == function->file)
            return;
    if (count)
        function->file = function->cuda.lines.lines[lines[0]].file;
}

bool source_function_next_file(struct source_function *function, int step)
{
    const struct source_lines *lines = &function->cuda.lines;
    size_t count = function->view->lines.file_count, file = function->file;
    for (size_t tried = 0; tried + 1 < count; tried++) {
        file = (file + count + (size_t)(step + (int)count)) % count;
        for (size_t i = 0; i < lines->count; i++)
            if (lines->lines[i].file == file) {
                bool other = file != function->file;
                function->file = file;
                return other;
            }
    }
    return false;
}

const Rep__SourceMarker *source_function_mark(const struct source_function *function,
                                              const struct source_sheet *sheet, size_t row,
                                              size_t *at)
{
    while (*at < function->mark_count) {
        const struct source_mark *mark = &function->marks[(*at)++];
        if (mark->of_line ? sheet->side == SOURCE_VIEW_CUDA && mark->file == function->file &&
                                source_sheet_line(sheet, row) == mark->at
                          : sheet->side == SOURCE_VIEW_SASS && mark->at == row)
            return mark->marker;
    }
    return NULL;
}
