/* nvtx_ranges: the NVTX ranges that were open when the work of a result was launched, by domain.
 *
 * Push/pop ranges count if the launching thread pushed them, or any thread if the report says
 * that their scope is the process. Domains are in the order of the report. Names belong to the
 * result. A result without an NVTX state has no ranges. */
#ifndef ROOFTOP_REPORT_CONTENT_NVTX_RANGES_H
#define ROOFTOP_REPORT_CONTENT_NVTX_RANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"
#include "report/file/result.h"

struct nvtx_range {
    const char *name;
    const Rep__NvtxEventAttributes *attributes; /* NULL: none were given */
    uint64_t api_call;                          /* the last API call before it was opened */
    bool started;                               /* a start/end range, which has an id */
    uint64_t id;
};

/* The open ranges of one domain: push/pop ranges outermost first, then start/end ranges. */
struct nvtx_context {
    const char *domain;
    struct nvtx_range *ranges;
    size_t count;
};

/* Returns the domains with open ranges. The caller releases them with nvtx_contexts_free(). */
struct nvtx_context *nvtx_contexts(const struct result *result, size_t *count);
void nvtx_contexts_free(struct nvtx_context *contexts, size_t count);

/* Returns the name of the push/pop range that was opened last, or NULL. */
const char *nvtx_innermost(const struct result *result);

/* What a program can give with a range: payload, colour and message. The type is "" if the
 * program gave none. */
enum { NVTX_ATTRIBUTES = 3 };
struct nvtx_attribute {
    const char *type;
    struct strbuf value;
};

/* Fills in what was given; `attributes` can be NULL. `name` is the name of the range; it stands
 * for the message if the attributes hold none. The caller releases the values with
 * nvtx_attributes_free(). */
void nvtx_attributes(struct nvtx_attribute given[NVTX_ATTRIBUTES],
                     const Rep__NvtxEventAttributes *attributes, const char *name);
void nvtx_attributes_free(struct nvtx_attribute given[NVTX_ATTRIBUTES]);

/* Appends "NAME:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg", as CSV pages have it. "none"
 * stands for what was not given. */
void nvtx_range_text(struct strbuf *out, const struct nvtx_range *range);

#endif
