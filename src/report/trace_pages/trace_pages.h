/* trace_pages: the pages of a trace: tables about one question each. */
#ifndef ROOFTOP_REPORT_TRACE_PAGES_TRACE_PAGES_H
#define ROOFTOP_REPORT_TRACE_PAGES_TRACE_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "report/base/error.h"
#include "report/base/name_pattern.h"
#include "report/page_parts/page_options.h"
#include "report/trace/trace_index.h"
#include "report/trace/trace_names.h"
#include "report/trace_pages/trace_table.h"

enum trace_page {
    TRACE_PAGE_SUMMARY,
    TRACE_PAGE_KERNELS,
    TRACE_PAGE_COPIES,
    TRACE_PAGE_FILLS,
    TRACE_PAGE_API,
    TRACE_PAGE_LAUNCHES,
    TRACE_PAGE_GAPS,
    TRACE_PAGE_OVERLAP,
    TRACE_PAGE_SYNC,
    TRACE_PAGE_NVTX,
    TRACE_PAGE_UM,
    TRACE_PAGE_MEMORY,
    TRACE_PAGE_STREAMS,
    TRACE_PAGE_GRAPHS,
    TRACE_PAGE_OVERHEAD,
    TRACE_PAGE_RANKS,
    TRACE_PAGE_CPU,
    TRACE_PAGE_JIT,
    TRACE_PAGE_ENVIRONMENT,
    TRACE_PAGE_DECOMPRESSIONS,
    TRACE_PAGES
};

/* Their words on the command line, in this order. */
extern const char *const trace_page_names[TRACE_PAGES];

/* The pages of a comma-separated list, as bits. false: see error, which names the nearest page. */
bool trace_pages_parse(const char *list, unsigned *pages, struct error *error);

/* What pages are made of. */
struct trace_view {
    struct trace_index *index;
    struct trace_names *names;
    const struct name_pattern *kernel; /* only launches of these; NULL or unset: all */
};

/* The tables of a page, at most TRACE_MOST_TABLES; the caller frees each. Returns how many. */
enum { TRACE_MOST_TABLES = 3 };
size_t trace_page_make(const struct trace_view *view, enum trace_page page,
                       struct trace_table **tables);

/* Prints the pages whose bits are set. */
void trace_pages_print(const struct trace_view *view, unsigned pages, enum page_format format,
                       FILE *out);

#endif
