#include "collect/metrics/range_nvtx.h"

#include "report/filter/nvtx_pattern.h"

Rep__NvtxState *range_nvtx_none(struct range_nvtx *n, uint32_t thread)
{
    rep__nvtx_state__init(&n->state);
    rep__nvtx_domain_info__init(&n->domain);
    rep__nvtx_thread__init(&n->thread);
    rep__nvtx_push_pop_domain__init(&n->pushed);
    rep__nvtx_start_end_domain__init(&n->started);
    n->domain.name = (char *)(uintptr_t)NVTX_DEFAULT_DOMAIN;
    n->thread.tid = thread;
    n->domains = &n->domain;
    n->threads = &n->thread;
    n->pushed_domains = &n->pushed;
    n->started_domains = &n->started;
    n->thread.n_pushpopdomains = 1;
    n->thread.pushpopdomains = &n->pushed_domains;
    n->state.n_domains = n->state.n_threads = n->state.n_startenddomains = 1;
    n->state.domains = &n->domains;
    n->state.threads = &n->threads;
    n->state.startenddomains = &n->started_domains;
    n->state.has_defaultdomain = n->state.has_pushpoprangescope = true;
    return &n->state;
}
