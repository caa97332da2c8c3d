#include "report/filter/nvtx_open.h"

void nvtx_open_pushed(const Rep__NvtxState *state, const Rep__NvtxDomainInfo *domain,
                      uint32_t thread, nvtx_open_range *each, void *context)
{
    bool all = state->pushpoprangescope == REP__NVTX_PUSH_POP_RANGE_SCOPE__Process;
    for (size_t i = 0; i < state->n_threads; i++) {
        const Rep__NvtxThread *one = state->threads[i];
        for (size_t j = 0; (all || one->tid == thread) && j < one->n_pushpopdomains; j++) {
            const Rep__NvtxPushPopDomain *stacks = one->pushpopdomains[j];
            for (size_t k = 0; stacks->id == domain->id && k < stacks->n_stack; k++)
                each(context, domain, stacks->stack[k]->name, stacks->stack[k]->attributes);
        }
    }
}

void nvtx_open_started(const Rep__NvtxState *state, const Rep__NvtxDomainInfo *domain,
                       nvtx_open_range *each, void *context)
{
    for (size_t i = 0; i < state->n_startenddomains; i++) {
        const Rep__NvtxStartEndDomain *open = state->startenddomains[i];
        for (size_t j = 0; open->id == domain->id && j < open->n_ranges; j++)
            each(context, domain, open->ranges[j]->name, open->ranges[j]->attributes);
    }
}
