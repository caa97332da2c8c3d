/* Source lines and instructions of addresses. */
#include <stdlib.h>
#include <string.h>

#include "library/library.h"
#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/code/ptx_text.h"

struct library_code {
    struct source_set *set;
    char *nvdisasm, *cache;
    size_t result; /* + 1 of the views; 0: none */
    struct code_listing *views;
    size_t count;
};

static struct library_code *code_of(struct rooftop_report *report)
{
    if (!report->code) {
        struct library_code *code = report->code = mem_alloc(sizeof *code);
        code->nvdisasm = nvdisasm_find(NULL, NULL);
        code->cache = disk_cache_folder("sass");
        code->set =
            source_set_new(report->report, &(struct source_options){.nvdisasm = code->nvdisasm,
                                                                    .cache = code->cache});
    }
    return report->code;
}

void library_code_free(struct library_code *code)
{
    if (!code)
        return;
    code_listing_free(code->views, code->count);
    source_set_free(code->set);
    free(code->nvdisasm);
    free(code->cache);
    free(code);
}

/* Finds the code of a result. Its views stay until another result is asked for. */
static struct library_code *code_of_result(struct rooftop_report *report, size_t i)
{
    struct library_code *code = code_of(report);
    if (code->result == i + 1)
        return code;
    struct result *result = library_result(report, i, NULL);
    code_listing_free(code->views, code->count);
    code->views = NULL;
    code->count = 0;
    code->result = i + 1;
    if (result)
        code->count = code_listing_find(code->set, result, &code->views);
    return code;
}

/* Returns the function with the address, and the index of the instruction. */
static struct code_listing *view_at(struct rooftop_report *report, size_t i, uint64_t address,
                                    size_t *at)
{
    struct library_code *code = code_of_result(report, i);
    for (size_t j = 0; j < code->count; j++) {
        struct code_listing *view = &code->views[j];
        *at = (size_t)(address - view->address) / view->step;
        if (address >= view->address && *at < view->instructions)
            return view;
    }
    return NULL;
}

ROOFTOP_API const char *rooftop_result_line(rooftop_report *report, size_t i, uint64_t address,
                                            unsigned *line)
{
    struct rule_place place = {0};
    struct result *result = library_result(report, i, NULL);
    if (!report->places)
        report->places = rule_source_new(report->report);
    if (!result || !rule_source_find(report->places, result, address, &place) || !place.file)
        return NULL;
    *line = place.line;
    return place.file;
}

ROOFTOP_API const char *rooftop_result_sass(rooftop_report *report, size_t i, uint64_t address)
{
    size_t at;
    struct code_listing *view = view_at(report, i, address, &at);
    if (!view)
        return "";
    if (!view->sass.count && !view->no_text)
        code_listing_read(report->code->set, view);
    if (!view->sass.count)
        return "";
    const char *text = code_listing_text(view, at);
    return (address - view->address) % view->step == 0 && strcmp(text, "-") != 0 ? text : "N/A";
}

/* Copies a line of PTX. */
static const char *ptx_line(struct rooftop_report *report, const struct code_listing *view,
                            size_t line)
{
    size_t count, file, start;
    struct file_lines *files = ptx_text_read(&view->module->cubin, &count);
    bool found = ptx_text_find(files, count, view->mangled, &file, &start) && line &&
                 line <= files[file].count;
    free(report->answer);
    report->answer =
        found ? mem_strndup(files[file].lines[line - 1], files[file].lengths[line - 1]) : NULL;
    ptx_text_free(files, count);
    return report->answer ? report->answer : "";
}

ROOFTOP_API const char *rooftop_result_ptx(rooftop_report *report, size_t i, uint64_t address)
{
    size_t at;
    const struct code_listing *view = view_at(report, i, address, &at);
    if (!view)
        return "";
    struct line_table lines = {0};
    line_table_read_ptx(&lines, &view->module->cubin, view->mangled);
    const char *text = "";
    for (size_t j = 0; j < lines.span_count; j++)
        if (lines.spans[j].start <= at * view->step && at * view->step < lines.spans[j].end) {
            text = ptx_line(report, view, lines.spans[j].line);
            break;
        }
    line_table_free(&lines);
    return text;
}

static bool named_before(const struct library_code *code, size_t view, size_t file)
{
    const char *path = code->views[view].module->files->files[file]->filename;
    for (size_t i = 0; i <= view; i++) {
        const Rep__SourceFiles *files = code->views[i].module->files;
        for (size_t j = 0; files && j < files->n_files && (i < view || j < file); j++)
            if (strcmp(files->files[j]->filename, path) == 0)
                return true;
    }
    return false;
}

ROOFTOP_API const char *rooftop_result_files(rooftop_report *report, size_t i, size_t *length)
{
    const struct library_code *code = code_of_result(report, i);
    struct json_writer json;
    FILE *out = library_begin(report, &json);
    json_open(&json, NULL, JSON_OBJECT);
    for (size_t j = 0; j < code->count; j++) {
        const Rep__SourceFiles *files = code->views[j].module->files;
        for (size_t k = 0; files && k < files->n_files; k++)
            if (!named_before(code, j, k))
                json_string(&json, files->files[k]->filename,
                            files->files[k]->content ? files->files[k]->content : "");
    }
    return library_end(report, &json, out, length);
}
