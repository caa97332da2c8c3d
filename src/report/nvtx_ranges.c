#include "nvtx_ranges.h"

#include <inttypes.h>
#include <stdlib.h>

#include "mem.h"

static bool counts(const struct result *result, const Rep__NvtxThread *thread)
{
    return thread->tid == result->thread ||
           result->nvtx->pushpoprangescope == REP__NVTX_PUSH_POP_RANGE_SCOPE__Process;
}

static void add(struct nvtx_context *context, size_t *capacity, struct nvtx_range range)
{
    mem_grow(&context->ranges, context->count, capacity, sizeof *context->ranges);
    context->ranges[context->count++] = range;
}

static void add_stack(struct nvtx_context *context, size_t *capacity,
                      const Rep__NvtxPushPopDomain *domain)
{
    for (size_t i = 0; i < domain->n_stack; i++) {
        const Rep__NvtxPushPopRange *range = domain->stack[i];
        add(context, capacity,
            (struct nvtx_range){range->name, range->attributes, range->lastapicallid});
    }
}

static void add_started(struct nvtx_context *context, size_t *capacity,
                        const Rep__NvtxStartEndDomain *domain)
{
    for (size_t i = 0; i < domain->n_ranges; i++) {
        const Rep__NvtxStartEndRange *range = domain->ranges[i];
        add(context, capacity,
            (struct nvtx_range){range->name, range->attributes, range->lastapicallid});
    }
}

static struct nvtx_context context_of(const struct result *result, const Rep__NvtxDomainInfo *info)
{
    const Rep__NvtxState *state = result->nvtx;
    struct nvtx_context context = {.domain = info->name};
    size_t capacity = 0;
    for (size_t i = 0; i < state->n_threads; i++)
        for (size_t j = 0;
             counts(result, state->threads[i]) && j < state->threads[i]->n_pushpopdomains; j++)
            if (state->threads[i]->pushpopdomains[j]->id == info->id)
                add_stack(&context, &capacity, state->threads[i]->pushpopdomains[j]);
    for (size_t i = 0; i < state->n_startenddomains; i++)
        if (state->startenddomains[i]->id == info->id)
            add_started(&context, &capacity, state->startenddomains[i]);
    return context;
}

struct nvtx_context *nvtx_contexts(const struct result *result, size_t *count)
{
    struct nvtx_context *contexts = NULL;
    size_t capacity = 0;
    *count = 0;
    for (size_t i = 0; result->nvtx && i < result->nvtx->n_domains; i++) {
        struct nvtx_context context = context_of(result, result->nvtx->domains[i]);
        if (!context.count)
            continue;
        mem_grow(&contexts, *count, &capacity, sizeof *contexts);
        contexts[(*count)++] = context;
    }
    return contexts;
}

void nvtx_contexts_free(struct nvtx_context *contexts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(contexts[i].ranges);
    free(contexts);
}

const char *nvtx_innermost(const struct result *result)
{
    const Rep__NvtxPushPopRange *last = NULL;
    for (size_t i = 0; result->nvtx && i < result->nvtx->n_threads; i++) {
        const Rep__NvtxThread *thread = result->nvtx->threads[i];
        for (size_t j = 0; counts(result, thread) && j < thread->n_pushpopdomains; j++) {
            const Rep__NvtxPushPopDomain *domain = thread->pushpopdomains[j];
            const Rep__NvtxPushPopRange *top =
                domain->n_stack ? domain->stack[domain->n_stack - 1] : NULL;
            /* Domains have stacks of their own; the API calls tell which range is newer. */
            if (top && (!last || top->lastapicallid >= last->lastapicallid))
                last = top;
        }
    }
    return last ? last->name : NULL;
}

static void add_payload(struct strbuf *out, const Rep__NvtxPayload *payload)
{
    switch (payload ? payload->payloadtype : REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUnknown) {
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint64:
        strbuf_addf(out, "UINT64:%" PRIu64, payload->ullvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt64:
        strbuf_addf(out, "INT64:%" PRId64, payload->llvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeDouble:
        strbuf_addf(out, "DOUBLE:%g", payload->doublevalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint32:
        strbuf_addf(out, "UINT32:%" PRIu32, payload->uvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt32:
        strbuf_addf(out, "INT32:%" PRId32, payload->ivalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeFloat:
        strbuf_addf(out, "FLOAT:%g", (double)payload->fvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeJson:
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeJsonRegistered:
        strbuf_addf(out, "JSON:%s", payload->strvalue ? payload->strvalue : "");
        break;
    default:
        strbuf_adds(out, "none:none");
    }
}

void nvtx_range_text(struct strbuf *out, const struct nvtx_range *range)
{
    static const char *const messages[] = {NULL, "ASCII", "UNICODE", "REGISTERED"};
    const Rep__NvtxEventAttributes *a = range->attributes;
    strbuf_addf(out, "%s:", range->name);
    add_payload(out, a ? a->payload : NULL);
    if (a && a->color && a->color->colortype == REP__NVTX_COLOR_TYPE__NvtxColorTypeArgb)
        strbuf_addf(out, ":ARGB:%" PRIu32, a->color->color);
    else
        strbuf_adds(out, ":none:none");
    const Rep__NvtxMessage *message = a ? a->message : NULL;
    if (message && message->messagetype > 0 &&
        (size_t)message->messagetype < sizeof messages / sizeof *messages)
        strbuf_addf(out, ":%s:%s", messages[message->messagetype],
                    message->message ? message->message : range->name);
    else
        strbuf_adds(out, ":none:none");
}
