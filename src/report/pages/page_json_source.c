/* The code of each result: functions with their instructions, files with their lines, or both. A
 * function is listed once, even if the report has several entries of its module. */
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/page_parts/page_json_result.h"
#include "report/pages/page_json.h"
#include "report/pages/page_source_files.h"
#include "report/pages/page_source_mixed.h"

/* Which codes the instructions have, and how often. */
static void add_codes(struct json_writer *json, const struct code_column *column,
                      const size_t *instructions, size_t count)
{
    const char *name;
    size_t at = 0, found;
    json_open_line(json, NULL, JSON_ARRAY);
    while ((name = source_metrics_next_code(column, &at, instructions, count, &found))) {
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "code", name);
        json_whole(json, "count", found);
        json_close(json);
    }
    json_close(json);
}

/* `column` is NULL if the result lacks it. */
static void add_value(struct json_writer *json, const struct code_column *column,
                      const size_t *instructions, size_t count)
{
    double sum;
    if (!column || !source_metrics_sum(column, instructions, count, &sum))
        json_null(json, NULL);
    else if (column->codes)
        add_codes(json, column, instructions, count);
    else
        json_number(json, NULL, sum);
}

/* The values of the baseline and how they changed. */
static void add_changes(struct json_writer *json, const struct code_listing *view,
                        const struct source_pick *pick)
{
    const struct source_metrics *then = &view->before->view->metrics;
    json_bool(json, "new", pick->fresh);
    if (pick->fresh)
        return;
    json_open_line(json, "baseline_values", JSON_ARRAY);
    for (size_t i = 0; i < view->metrics.count; i++)
        add_value(json, source_metrics_find(then, view->metrics.columns[i].metric), pick->before,
                  pick->before_count);
    json_close(json);
    json_open_line(json, "changes", JSON_ARRAY);
    for (size_t i = 0; i < view->metrics.count; i++) {
        struct value_change change = source_pick_change(view, &view->metrics.columns[i], pick);
        if (*change.text)
            json_string(json, NULL, change_verdict_names[change.verdict]);
        else
            json_null(json, NULL);
    }
    json_close(json);
}

static void add_values(struct json_writer *json, const struct code_listing *view,
                       const struct source_pick *pick)
{
    json_open_line(json, "values", JSON_ARRAY);
    for (size_t i = 0; i < view->metrics.count; i++)
        add_value(json, &view->metrics.columns[i], pick->instructions, pick->count);
    json_close(json);
    if (view->before && view->before->view)
        add_changes(json, view, pick);
}

/* A source line of an instruction. */
struct place {
    size_t instruction;
    const struct source_line *line;
};

static int by_instruction(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->instruction != y->instruction)
        return x->instruction > y->instruction ? 1 : -1;
    return (x->line > y->line) - (x->line < y->line);
}

/* Returns all places ordered by instruction. The caller frees them. */
static struct place *places_of(const struct source_lines *lines, size_t *count)
{
    struct place *places = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t i = 0; i < lines->count; i++)
        for (size_t j = 0; j < lines->lines[i].count; j++) {
            mem_grow(&places, *count, &capacity, sizeof *places);
            places[(*count)++] = (struct place){lines->lines[i].instructions[j], &lines->lines[i]};
        }
    if (*count)
        qsort(places, *count, sizeof *places, by_instruction);
    return places;
}

/* Opens the row of an instruction. */
static void open_instruction(struct json_writer *json, const struct code_listing *view,
                             size_t instruction)
{
    const char *text = sass_text_at(&view->sass, (uint64_t)instruction * view->step);
    json_open_line(json, NULL, JSON_OBJECT);
    json_whole(json, "address", view->address + (uint64_t)instruction * view->step);
    if (text)
        json_string(json, "text", text + strspn(text, " "));
    int live = sass_text_live(&view->sass, (uint64_t)instruction * view->step);
    if (live != SASS_NOT_LISTED)
        json_whole(json, "live_registers", (size_t)live);
}

/* Says what the function is compared with. */
static void add_baseline(const struct source_page *page, const struct code_listing *view)
{
    static const char *const how[] = {[SOURCE_SAME_CODE] = "same",
                                      [SOURCE_BY_TEXT] = "text",
                                      [SOURCE_BY_BYTES] = "opcodes",
                                      [SOURCE_UNMATCHED] = "none"};
    struct json_writer *json = page->json;
    const struct code_before *before = view->before;
    if (!before)
        return;
    json_open(json, "baseline", JSON_OBJECT);
    json_string(json, "name", page->options->baseline->name);
    if (before->view) {
        json_string(json, "matched_by", how[before->match.by]);
        json_whole(json, "new_instructions", before->match.fresh);
        json_whole(json, "only_in_baseline", before->match.gone);
    }
    json_close(json);
}

/* Opens a function: its name, and the metrics whose values its rows have. */
static void open_function(const struct source_page *page, const struct code_function *function)
{
    struct json_writer *json = page->json;
    const struct code_listing *view = function->view;
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "name", function->name);
    json_string(json, "mangled", view->mangled);
    json_whole(json, "module", view->module->reference);
    if (view->address)
        json_whole(json, "address", view->address);
    add_baseline(page, view);
    json_open(json, "metrics", JSON_ARRAY);
    for (size_t i = 0; i < view->metrics.count; i++) {
        const struct code_column *column = &view->metrics.columns[i];
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "name", column->metric);
        json_string(json, "label", column->label);
        json_string(json, "unit", column->unit);
        json_close(json);
    }
    json_close(json);
}

static void add_function(const struct source_page *page, const struct code_function *function)
{
    struct json_writer *json = page->json;
    const struct code_listing *view = function->view;
    struct source_lines lines;
    size_t count, at = 0;
    source_lines_read(&lines, view);
    struct place *places = places_of(&lines, &count);
    open_function(page, function);
    json_open(json, "rows", JSON_ARRAY);
    for (size_t i = 0; i < view->instructions; i++) {
        open_instruction(json, view, i);
        const struct source_pick pick = source_pick_instruction(view, &i);
        add_values(json, view, &pick);
        json_open_line(json, "lines", JSON_ARRAY);
        for (size_t first = at; at < count && places[at].instruction == i; at++) {
            /* Spans of one line can overlap. */
            if (at > first && places[at].line == places[at - 1].line)
                continue;
            json_open_line(json, NULL, JSON_OBJECT);
            json_string(json, "file", view->lines.files[places[at].line->file].path);
            json_whole(json, "line", places[at].line->line);
            json_close(json);
        }
        json_close(json);
        json_close(json);
    }
    json_close(json);
    json_close(json);
    free(places);
    source_lines_free(&lines);
}

static void add_sass(struct source_page *page, const struct code_function *functions, size_t count)
{
    json_open(page->json, "functions", JSON_ARRAY);
    for (size_t i = 0; i < count; i++)
        add_function(page, &functions[i]);
    json_close(page->json);
}

static void add_rows(struct json_writer *json, const char *const *lines, const size_t *lengths,
                     size_t count)
{
    json_open(json, "rows", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_open_line(json, NULL, JSON_OBJECT);
        json_whole(json, "line", i + 1);
        json_bytes(json, "text", lines[i], lengths[i]);
        json_close(json);
    }
    json_close(json);
}

static void add_ptx(struct source_page *page, const struct code_function *functions, size_t count)
{
    struct json_writer *json = page->json;
    json_open(json, "files", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        const struct source_module *module = functions[i].view->module;
        size_t first, file_count;
        bool listed = false;
        for (size_t j = 0; j < i && !listed; j++)
            listed = functions[j].view->module == module;
        if (listed)
            continue;
        bool is_new = source_page_is_new(page, module, &first);
        struct file_lines *files = source_ptx_read(page, &functions[i], &file_count);
        for (size_t j = 0; j < file_count; j++) {
            json_open(json, NULL, JSON_OBJECT);
            json_whole(json, "module", module->reference);
            if (is_new)
                add_rows(json, files[j].lines, files[j].lengths, files[j].count);
            else
                json_whole(json, "rows_of", first);
            json_close(json);
        }
        ptx_text_free(files, file_count);
    }
    json_close(json);
}

static void open_file(struct json_writer *json, const char *path, const struct source_text *text)
{
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "path", path);
    if (text)
        json_bool(json, "differs", text->differs);
}

static void add_cuda(struct source_page *page, const struct code_function *functions, size_t count)
{
    struct json_writer *json = page->json;
    size_t first, text_count;
    const struct source_text **texts = source_texts(page, functions, count, &text_count);
    json_open(json, "files", JSON_ARRAY);
    for (size_t i = 0; i < text_count; i++) {
        open_file(json, texts[i]->path, texts[i]);
        if (source_page_is_new(page, texts[i], &first))
            add_rows(json, texts[i]->lines, texts[i]->lengths, texts[i]->count);
        else
            json_whole(json, "rows_of", first);
        json_close(json);
    }
    json_close(json);
    free(texts);
}

static void add_line(struct json_writer *json, const struct mixed_file *file,
                     const struct source_line *line)
{
    const struct code_listing *view = file->function->view;
    char *text = mixed_line_text(file, line->line);
    json_open(json, NULL, JSON_OBJECT);
    json_whole(json, "line", line->line);
    if (text)
        json_string(json, "text", text);
    const struct source_pick pick = source_pick_line(view, line);
    add_values(json, view, &pick);
    json_open(json, "instructions", JSON_ARRAY);
    for (size_t i = 0; i < line->count; i++) {
        open_instruction(json, view, line->instructions[i]);
        const struct source_pick one = source_pick_instruction(view, &line->instructions[i]);
        add_values(json, view, &one);
        json_close(json);
    }
    json_close(json);
    json_close(json);
    free(text);
}

/* The functions of a file stand one behind the other. */
static void add_mixed(struct source_page *page, const struct code_function *functions, size_t count)
{
    struct json_writer *json = page->json;
    struct mixed_files files;
    mixed_files_open(&files, page, functions, count);
    json_open(json, "files", JSON_ARRAY);
    for (size_t i = 0; i < files.count; i++) {
        const struct mixed_file *file = &files.items[i];
        if (!i || strcmp(file->path, file[-1].path) != 0) {
            open_file(json, file->path, file->text);
            json_open(json, "functions", JSON_ARRAY);
        }
        open_function(page, file->function);
        json_open(json, "rows", JSON_ARRAY);
        for (size_t j = 0; j < file->count; j++)
            add_line(json, file, &file->lines[j]);
        json_close(json);
        json_close(json);
        if (i + 1 == files.count || strcmp(file->path, file[1].path) != 0) {
            json_close(json);
            json_close(json);
        }
    }
    json_close(json);
    mixed_files_close(&files);
}

static void add_result(void *context, const struct result *result)
{
    typedef void add_functions(struct source_page *, const struct code_function *, size_t);
    static add_functions *const views[SOURCE_KINDS] = {[SOURCE_SASS] = add_sass,
                                                       [SOURCE_PTX] = add_ptx,
                                                       [SOURCE_CUDA] = add_cuda,
                                                       [SOURCE_CUDA_SASS] = add_mixed};
    struct source_page *page = context;
    struct source_listing listing;
    source_listing_open(&listing, page, result);
    page_json_result_open(page->json, result);
    if (listing.count)
        json_bool(page->json, "debug", source_is_debug(listing.views));
    views[page->options->source.kind](page, listing.functions, listing.count);
    json_close(page->json);
    source_listing_close(page, &listing);
    page->results++;
}

bool page_json_source(struct report *report, const struct page_options *options,
                      struct json_writer *json, struct error *error)
{
    struct page_options shown = *options;
    struct source_page page = {.options = &shown, .json = json};
    shown.source.lines = options->source.kind == SOURCE_SASS;
    json_string(json, "view", source_kind_names[options->source.kind]);
    json_open(json, "results", JSON_ARRAY);
    bool good = source_page_each(&page, report, add_result, error);
    json_close(json);
    return good;
}
