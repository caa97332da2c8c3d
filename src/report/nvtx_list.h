/* nvtx_list: every NVTX range that was open at a result's launch, for people to read.
 *
 * Threads in the report's order, their ranges by domain and outermost first; then start/end ranges,
 * which belong to no thread. Names of domains, threads and categories come from the tables that the
 * program gave; texts belong to the result and are as the file has them. (The columns of CSV pages:
 * nvtx_columns.h; the ranges that summaries group by: nvtx_ranges.h.) */
#ifndef ROOFTOP_NVTX_LIST_H
#define ROOFTOP_NVTX_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "result.h"
#include "strbuf.h"

struct nvtx_open {
    bool started;            /* a start/end range, else one that was pushed */
    uint32_t thread;         /* that opened it; 0: not known */
    bool launching;          /* this thread launched the result */
    uint64_t id;             /* of start/end ranges */
    size_t depth;            /* pushed: how many ranges of thread and domain are around it */
    const char *thread_name; /* "": none was given */
    const char *domain, *name;
    const Rep__NvtxDomainInfo *domain_info;     /* NULL: the file does not describe the domain */
    const Rep__NvtxEventAttributes *attributes; /* NULL: none were given */
};

/* free() the array. */
struct nvtx_open *nvtx_list(const struct result *result, size_t *count);

/* Appends what the program gave with the range: "colour #ff8000, payload 42, category 7 (io)",
 * after a comma if the text is not empty; nothing if it gave nothing. */
void nvtx_attributes_text(struct strbuf *out, const struct nvtx_open *range);

#endif
