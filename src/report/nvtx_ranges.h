/* nvtx_ranges: the NVTX ranges that were open when a result's work was launched.
 *
 * Push/pop ranges count if the launching thread pushed them, or any thread where the report says
 * that their scope is the process. Ranges are grouped by domain, in the order of the report's
 * domains; names belong to the result. A result without NVTX state has none. */
#ifndef ROOFTOP_NVTX_RANGES_H
#define ROOFTOP_NVTX_RANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"
#include "strbuf.h"

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

/* The domains with open ranges; release with nvtx_contexts_free(). */
struct nvtx_context *nvtx_contexts(const struct result *result, size_t *count);
void nvtx_contexts_free(struct nvtx_context *contexts, size_t count);

/* Name of the push/pop range that was opened last, or NULL. */
const char *nvtx_innermost(const struct result *result);

/* What a program may give with a range: payload, colour, message; the type is "" where it did not.
 */
enum { NVTX_ATTRIBUTES = 3 };
struct nvtx_attribute {
    const char *type;
    struct strbuf value;
};

/* Fills them in; attributes may be NULL. name: of the range, which is the message where that holds
 * none. Release with nvtx_attributes_free(). */
void nvtx_attributes(struct nvtx_attribute given[NVTX_ATTRIBUTES],
                     const Rep__NvtxEventAttributes *attributes, const char *name);
void nvtx_attributes_free(struct nvtx_attribute given[NVTX_ATTRIBUTES]);

/* Appends "NAME:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg", the form of CSV pages; what was not
 * given is "none". */
void nvtx_range_text(struct strbuf *out, const struct nvtx_range *range);

#endif
