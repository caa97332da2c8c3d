/* range_nvtx: the NVTX state that results of ranges hold if NVTX was not observed: the default
 * domain and the thread, without ranges. */
#ifndef ROOFTOP_COLLECT_METRICS_RANGE_NVTX_H
#define ROOFTOP_COLLECT_METRICS_RANGE_NVTX_H

#include <stdint.h>

#include "report.pb-c.h"

struct range_nvtx {
    Rep__NvtxState state;
    Rep__NvtxDomainInfo domain, *domains;
    Rep__NvtxThread thread, *threads;
    Rep__NvtxPushPopDomain pushed, *pushed_domains;
    Rep__NvtxStartEndDomain started, *started_domains;
};

/* Fills *nvtx and returns its state, which lives in it. */
Rep__NvtxState *range_nvtx_none(struct range_nvtx *nvtx, uint32_t thread);

#endif
