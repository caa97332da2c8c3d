#include "report/content/nvtx_columns.h"

#include <inttypes.h>

#include "report/content/nvtx_ranges.h"

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

static void add_range(struct strbuf *out, const char *domain, const char *name,
                      const Rep__NvtxEventAttributes *attributes)
{
    struct nvtx_range range = {.name = name, .attributes = attributes};
    strbuf_addf(out, "%s:", domain);
    nvtx_range_text(out, &range);
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
    strbuf_adds(out, "");
    static void (*const columns[NVTX_COLUMNS])(struct strbuf *,
                                               const Rep__NvtxState *) = {add_pushed, add_started};
    if (state)
        columns[column](out, state);
}
