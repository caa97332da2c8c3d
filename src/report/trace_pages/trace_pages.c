#include "report/trace_pages/trace_pages.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/page_parts/json_document.h"
#include "report/trace_pages/trace_page_forms.h"
#include "report/trace_pages/trace_print.h"

const char *const trace_page_names[TRACE_PAGES] = {
    "summary",  "kernels", "copies", "fills", "api",    "launches",  "gaps",
    "overlap",  "sync",    "nvtx",   "um",    "memory", "streams",   "graphs",
    "overhead", "ranks",   "cpu",    "jit",   "env",    "decompress"};

static trace_page_maker *const makers[TRACE_PAGES] = {
    trace_page_summary, trace_page_kernels,  trace_page_copies,      trace_page_fills,
    trace_page_api,     trace_page_launches, trace_page_gaps,        trace_page_overlap,
    trace_page_sync,    trace_page_nvtx,     trace_page_um,          trace_page_memory,
    trace_page_streams, trace_page_graphs,   trace_page_overhead,    trace_page_ranks,
    trace_page_cpu,     trace_page_jit,      trace_page_environment, trace_page_decompressions};

static bool add_page(const char *word, unsigned *pages, struct error *error)
{
    struct nearest nearest = {.wanted = word};
    for (unsigned i = 0; i < TRACE_PAGES; i++) {
        if (strcmp(word, trace_page_names[i]) == 0) {
            *pages |= 1u << i;
            return true;
        }
        nearest_offer(&nearest, trace_page_names[i]);
    }
    if (strcmp(word, "all") == 0) {
        *pages = (1u << TRACE_PAGES) - 1;
        return true;
    }
    if (nearest.best)
        return error_set(error, "a trace has no page \"%s\"; nearest is %s", word, nearest.best);
    return error_set(error,
                     "a trace has no page \"%s\"; its pages are summary, kernels, copies, fills, "
                     "api, launches, gaps, overlap, sync, nvtx, um, memory, streams, graphs, "
                     "overhead, ranks, cpu, jit, env, decompress and all",
                     word);
}

bool trace_pages_parse(const char *list, unsigned *pages, struct error *error)
{
    bool good = true;
    *pages = 0;
    while (good) {
        const size_t length = strcspn(list, ",");
        char *word = mem_strndup(list, length);
        good = add_page(word, pages, error);
        free(word);
        if (!list[length])
            break;
        list += length + 1;
    }
    return good;
}

size_t trace_page_make(const struct trace_view *view, enum trace_page page,
                       struct trace_table **tables)
{
    return makers[page](view, tables);
}

void trace_pages_print(const struct trace_view *view, unsigned pages, enum page_format format,
                       FILE *out)
{
    struct json_writer json;
    bool first = true;
    if (format == FORMAT_JSON) {
        json_document_begin(&json, "rooftop-trace", out);
        json_open(&json, "tables", JSON_ARRAY);
    }
    for (unsigned page = 0; page < TRACE_PAGES; page++) {
        struct trace_table *tables[TRACE_MOST_TABLES];
        const size_t count =
            pages & 1u << page ? trace_page_make(view, (enum trace_page)page, tables) : 0;
        for (size_t i = 0; i < count; i++) {
            if (format == FORMAT_CSV && !first)
                fputc('\n', out); /* an empty line between two tables */
            first = false;
            trace_print(tables[i], format, &json, out);
            trace_table_free(tables[i]);
        }
    }
    if (format == FORMAT_JSON) {
        const char *damage = trace_damage(view->index->trace);
        struct error error;
        error_set(&error, "%s", damage);
        json_document_end(&json, *damage ? &error : NULL);
    }
}
