#include "nvtx_columns.h"

#include <inttypes.h>

const char *const nvtx_column_names[NVTX_COLUMNS] = {
    "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg",
    "Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"};

static bool has_pushed(const Rep__NvtxThread *thread)
{
    for (size_t i = 0; i < thread->n_pushpopdomains; i++)
        if (thread->pushpopdomains[i]->n_stack)
            return true;
    return false;
}

bool nvtx_has_ranges(const Rep__NvtxState *state)
{
    for (size_t i = 0; state && i < state->n_threads; i++)
        if (has_pushed(state->threads[i]))
            return true;
    for (size_t i = 0; state && i < state->n_startenddomains; i++)
        if (state->startenddomains[i]->n_ranges)
            return true;
    return false;
}

static const char *domain_name(const Rep__NvtxState *state, uint64_t id)
{
    for (size_t i = 0; i < state->n_domains; i++)
        if (state->domains[i]->id == id)
            return state->domains[i]->name;
    return "";
}

static void add_payload(struct strbuf *out, const Rep__NvtxPayload *payload)
{
    switch (payload ? payload->payloadtype : REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUnknown) {
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint64:
        strbuf_addf(out, ":UINT64:%" PRIu64, payload->ullvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt64:
        strbuf_addf(out, ":INT64:%" PRId64, payload->llvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeDouble:
        strbuf_addf(out, ":DOUBLE:%g", payload->doublevalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeUint32:
        strbuf_addf(out, ":UINT32:%" PRIu32, payload->uvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeInt32:
        strbuf_addf(out, ":INT32:%" PRId32, payload->ivalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeFloat:
        strbuf_addf(out, ":FLOAT:%g", (double)payload->fvalue);
        break;
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeJson:
    case REP__NVTX_PAYLOAD_TYPE__NvtxPayloadTypeJsonRegistered:
        strbuf_addf(out, ":JSON:%s", payload->strvalue ? payload->strvalue : "");
        break;
    default:
        strbuf_adds(out, ":none:none");
    }
}

static void add_color(struct strbuf *out, const Rep__NvtxColor *color)
{
    if (color && color->colortype == REP__NVTX_COLOR_TYPE__NvtxColorTypeArgb)
        strbuf_addf(out, ":ARGB:%" PRIu32, color->color);
    else
        strbuf_adds(out, ":none:none");
}

static void add_message(struct strbuf *out, const Rep__NvtxMessage *message, const char *name)
{
    static const char *const types[] = {NULL, "ASCII", "UNICODE", "REGISTERED"};
    size_t type = message ? (size_t)message->messagetype : 0;
    if (type == 0 || type >= sizeof types / sizeof *types) {
        strbuf_adds(out, ":none:none");
        return;
    }
    /* A registered message may be stored as its handle alone; the range is named after it. */
    strbuf_addf(out, ":%s:%s", types[type], message->message ? message->message : name);
}

static void add_range(struct strbuf *out, const char *domain, const char *name,
                      const Rep__NvtxEventAttributes *attributes)
{
    strbuf_addf(out, "%s:%s", domain, name);
    add_payload(out, attributes ? attributes->payload : NULL);
    add_color(out, attributes ? attributes->color : NULL);
    add_message(out, attributes ? attributes->message : NULL, name);
    strbuf_adds(out, "\" ");
}

static void add_pushed(struct strbuf *out, const Rep__NvtxState *state)
{
    for (size_t i = 0; i < state->n_threads; i++) {
        const Rep__NvtxThread *thread = state->threads[i];
        if (!has_pushed(thread))
            continue;
        strbuf_addf(out, "%" PRIu32 " ", thread->tid);
        for (size_t j = 0; j < thread->n_pushpopdomains; j++) {
            const Rep__NvtxPushPopDomain *domain = thread->pushpopdomains[j];
            for (size_t k = 0; k < domain->n_stack; k++) {
                strbuf_adds(out, " \"");
                add_range(out, domain_name(state, domain->id), domain->stack[k]->name,
                          domain->stack[k]->attributes);
            }
        }
    }
}

static void add_started(struct strbuf *out, const Rep__NvtxState *state)
{
    for (size_t i = 0; i < state->n_startenddomains; i++) {
        const Rep__NvtxStartEndDomain *domain = state->startenddomains[i];
        for (size_t j = 0; j < domain->n_ranges; j++) {
            strbuf_addf(out, " \"%" PRIu64 ":", domain->ranges[j]->id);
            add_range(out, domain_name(state, domain->id), domain->ranges[j]->name,
                      domain->ranges[j]->attributes);
        }
    }
}

void nvtx_add_column(struct strbuf *out, const Rep__NvtxState *state, size_t column)
{
    static void (*const columns[NVTX_COLUMNS])(struct strbuf *,
                                               const Rep__NvtxState *) = {add_pushed, add_started};
    if (state)
        columns[column](out, state);
}
