/* nvtx_list: every NVTX range that was open at the launch of a result, for people to read.
 *
 * The ranges of threads come first, in the order of the report's threads, by domain and
 * outermost first. Start/end ranges, which belong to no thread, follow. Names of domains,
 * threads and categories come from the tables that the program gave. Texts belong to the result
 * and are those of the file. nvtx_columns.h has the columns of CSV pages, nvtx_ranges.h the
 * ranges by which summaries group. */
#ifndef ROOFTOP_REPORT_CONTENT_NVTX_LIST_H
#define ROOFTOP_REPORT_CONTENT_NVTX_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"
#include "report/file/result.h"

struct nvtx_open {
    bool started;    /* a start/end range; false: a push/pop range */
    uint32_t thread; /* the thread that opened it; 0: not known */
    bool launching;  /* this thread launched the result */
    uint64_t id;     /* of start/end ranges */
    size_t depth; /* of push/pop ranges: how many ranges of its thread and domain are around it */
    const char *thread_name; /* "": none was given */
    const char *domain, *name;
    const Rep__NvtxDomainInfo *domain_info;     /* NULL: the file does not describe the domain */
    const Rep__NvtxEventAttributes *attributes; /* NULL: none were given */
};

/* The caller frees the array. */
struct nvtx_open *nvtx_list(const struct result *result, size_t *count);

/* Appends what the program gave with the range: "colour #ff8000, payload 42, category 7 (io)". A
 * comma separates it from text that is already there. Appends nothing if the program gave
 * nothing. */
void nvtx_attributes_text(struct strbuf *out, const struct nvtx_open *range);

#endif
