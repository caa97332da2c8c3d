#include "report/content/nvtx_list.h"

#include <inttypes.h>
#include <string.h>

#include "report/base/mem.h"

struct list {
    const struct result *result;
    struct nvtx_open *ranges;
    size_t count, capacity;
};

static const Rep__NvtxDomainInfo *domain_of(const Rep__NvtxState *state, uint64_t id)
{
    for (size_t i = 0; i < state->n_domains; i++)
        if (state->domains[i]->id == id)
            return state->domains[i];
    return NULL;
}

static const char *mapped(Rep__NvtxRegisteredString **strings, size_t count, uint64_t id)
{
    for (size_t i = 0; i < count; i++)
        if (strings[i]->id == id)
            return strings[i]->value;
    return "";
}

/* Returns the name that a table of the domain gives, or "". */
static const char *named(const Rep__NvtxDomainInfo *domain, Rep__NvtxNameFamily family, uint64_t id)
{
    for (size_t i = 0; domain && i < domain->n_nametables; i++) {
        const Rep__NvtxNameTable *table = domain->nametables[i];
        const char *name =
            table->family == family ? mapped(table->mappings, table->n_mappings, id) : "";
        if (*name)
            return name;
    }
    return "";
}

/* A thread is named once for all domains, usually in the default one. */
static const char *thread_name(const Rep__NvtxState *state, uint32_t thread)
{
    const char *name = "";
    for (size_t i = 0; i < state->n_domains && !*name; i++)
        name = named(state->domains[i], REP__NVTX_NAME_FAMILY__NvtxNameFamilyOsThread, thread);
    return name;
}

static void add(struct list *list, struct nvtx_open range, uint64_t domain)
{
    const Rep__NvtxState *state = list->result->nvtx;
    range.domain_info = domain_of(state, domain);
    range.domain = range.domain_info ? range.domain_info->name : "";
    range.thread_name = thread_name(state, range.thread);
    range.launching = range.thread == list->result->thread;
    const Rep__NvtxMessage *message = range.attributes ? range.attributes->message : NULL;
    /* A registered message can be missing in the range and stand only in the table of its
     * domain. */
    if (!*range.name && message && message->has_handle && range.domain_info)
        range.name =
            mapped(range.domain_info->strings, range.domain_info->n_strings, message->handle);
    mem_grow(&list->ranges, list->count, &list->capacity, sizeof *list->ranges);
    list->ranges[list->count++] = range;
}

static void add_stack(struct list *list, uint32_t thread, const Rep__NvtxPushPopDomain *domain)
{
    for (size_t i = 0; i < domain->n_stack; i++)
        add(list,
            (struct nvtx_open){.thread = thread,
                               .depth = i,
                               .name = domain->stack[i]->name,
                               .attributes = domain->stack[i]->attributes},
            domain->id);
}

static void add_started(struct list *list, const Rep__NvtxStartEndDomain *domain)
{
    for (size_t i = 0; i < domain->n_ranges; i++)
        add(list,
            (struct nvtx_open){.started = true,
                               .thread = domain->ranges[i]->starttid,
                               .id = domain->ranges[i]->id,
                               .name = domain->ranges[i]->name,
                               .attributes = domain->ranges[i]->attributes},
            domain->id);
}

struct nvtx_open *nvtx_list(const struct result *result, size_t *count)
{
    struct list list = {.result = result};
    const Rep__NvtxState *state = result->nvtx;
    for (size_t i = 0; state && i < state->n_threads; i++)
        for (size_t j = 0; j < state->threads[i]->n_pushpopdomains; j++)
            add_stack(&list, state->threads[i]->tid, state->threads[i]->pushpopdomains[j]);
    for (size_t i = 0; state && i < state->n_startenddomains; i++)
        add_started(&list, state->startenddomains[i]);
    *count = list.count;
    return list.ranges;
}

static void separate(struct strbuf *out)
{
    if (out->length)
        strbuf_adds(out, ", ");
}

static void add_payload(struct strbuf *out, const Rep__NvtxPayload *payload)
{
    switch (payload->payloadtype) {
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint64:
        strbuf_addf(out, "payload %" PRIu64, payload->ullvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt64:
        strbuf_addf(out, "payload %" PRId64, payload->llvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeDouble:
        strbuf_addf(out, "payload %g", payload->doublevalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint32:
        strbuf_addf(out, "payload %" PRIu32, payload->uvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt32:
        strbuf_addf(out, "payload %" PRId32, payload->ivalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeFloat:
        strbuf_addf(out, "payload %g", (double)payload->fvalue);
        break;
    default: /* JSON, or a kind that is newer than this program */
        strbuf_addf(out, "payload %s", payload->strvalue ? payload->strvalue : "?");
    }
}

void nvtx_attributes_text(struct strbuf *out, const struct nvtx_open *range)
{
    strbuf_adds(out, "");
    const Rep__NvtxEventAttributes *a = range->attributes;
    if (!a)
        return;
    if (a->color->colortype == REP__NVTX_COLOR_TYPE__NvtxColorTypeArgb) {
        separate(out);
        strbuf_addf(out, "colour #%06" PRIx32, a->color->color & 0xffffff);
    }
    if (a->payload->payloadtype != REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUnknown) {
        separate(out);
        add_payload(out, a->payload);
    }
    if (a->category) {
        const char *name =
            named(range->domain_info, REP__NVTX_NAME_FAMILY__NvtxNameFamilyCategory, a->category);
        separate(out);
        strbuf_addf(out, "category %" PRIu32, a->category);
        if (*name)
            strbuf_addf(out, " (%s)", name);
    }
    const char *message = a->message->message;
    if (message && *message && strcmp(message, range->name) != 0) {
        separate(out);
        strbuf_addf(out, "message %s", message);
    }
}
