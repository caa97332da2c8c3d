/* The state of NVTX at a launch has a stack of push/pop ranges for each thread and domain, and a
 * list of start/end ranges for each domain. Both are joined into one list for each domain, push/pop
 * ranges first. Stacks of threads other than the launching one are left out, unless the scope of
 * push/pop ranges is the process. */
#include "report/content/nvtx_ranges.h"

#include <inttypes.h>
#include <stdlib.h>

#include "report/base/mem.h"

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
            (struct nvtx_range){range->name, range->attributes, range->lastapicallid, false, 0});
    }
}

static void add_started(struct nvtx_context *context, size_t *capacity,
                        const Rep__NvtxStartEndDomain *domain)
{
    for (size_t i = 0; i < domain->n_ranges; i++) {
        const Rep__NvtxStartEndRange *range = domain->ranges[i];
        add(context, capacity,
            (struct nvtx_range){range->name, range->attributes, range->lastapicallid, true,
                                range->id});
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
            /* Each domain has its own stack. The API calls say which range is newer. */
            if (top && (!last || top->lastapicallid >= last->lastapicallid))
                last = top;
        }
    }
    return last ? last->name : NULL;
}

/* Names of types as ncu writes them. Double, RGB, ASCII and REGISTERED were seen; the others are
 * made alike. */
static const char *payload_text(struct strbuf *out, const Rep__NvtxPayload *payload)
{
    switch (payload ? payload->payloadtype : REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUnknown) {
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint64:
        strbuf_addf(out, "%" PRIu64, payload->ullvalue);
        return "Uint64";
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt64:
        strbuf_addf(out, "%" PRId64, payload->llvalue);
        return "Int64";
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeDouble:
        strbuf_addf(out, "%f", payload->doublevalue);
        return "Double";
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint32:
        strbuf_addf(out, "%" PRIu32, payload->uvalue);
        return "Uint32";
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt32:
        strbuf_addf(out, "%" PRId32, payload->ivalue);
        return "Int32";
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeFloat:
        strbuf_addf(out, "%f", (double)payload->fvalue);
        return "Float";
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeJson:
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeJsonRegistered:
        strbuf_adds(out, payload->strvalue ? payload->strvalue : "");
        return "Json";
    default:
        return "";
    }
}

static const char *colour_text(struct strbuf *out, const Rep__NvtxColor *colour)
{
    if (!colour || colour->colortype != REP__NVTX_COLOR_TYPE__NvtxColorTypeArgb)
        return "";
    strbuf_addf(out, "0x%08" PRIx32, colour->color);
    return "RGB";
}

static const char *message_text(struct strbuf *out, const Rep__NvtxMessage *message)
{
    static const char *const types[] = {"", "ASCII", "UNICODE", "REGISTERED"};
    size_t type = message && message->messagetype > 0 ? (size_t)message->messagetype : 0;
    if (!type || type >= sizeof types / sizeof *types)
        return "";
    strbuf_adds(out, message->message ? message->message : "");
    return types[type];
}

void nvtx_attributes(struct nvtx_attribute given[NVTX_ATTRIBUTES],
                     const Rep__NvtxEventAttributes *attributes, const char *name)
{
    for (size_t i = 0; i < NVTX_ATTRIBUTES; i++) {
        given[i] = (struct nvtx_attribute){.type = ""};
        strbuf_adds(&given[i].value, "");
    }
    if (!attributes)
        return;
    given[0].type = payload_text(&given[0].value, attributes->payload);
    given[1].type = colour_text(&given[1].value, attributes->color);
    given[2].type = message_text(&given[2].value, attributes->message);
    if (*given[2].type && !attributes->message->message)
        strbuf_adds(&given[2].value, name);
}

void nvtx_attributes_free(struct nvtx_attribute given[NVTX_ATTRIBUTES])
{
    for (size_t i = 0; i < NVTX_ATTRIBUTES; i++)
        strbuf_free(&given[i].value);
}

void nvtx_range_text(struct strbuf *out, const struct nvtx_range *range)
{
    strbuf_adds(out, "");
    struct nvtx_attribute given[NVTX_ATTRIBUTES];
    nvtx_attributes(given, range->attributes, range->name);
    strbuf_adds(out, range->name);
    for (size_t i = 0; i < NVTX_ATTRIBUTES; i++)
        if (*given[i].type)
            strbuf_addf(out, ":%s:%s", given[i].type, given[i].value.data);
        else
            strbuf_adds(out, ":none:none");
    nvtx_attributes_free(given);
}
