/* nvtx_open: goes through the NVTX ranges of one domain that were open at a launch. */
#ifndef ROOFTOP_REPORT_FILTER_NVTX_OPEN_H
#define ROOFTOP_REPORT_FILTER_NVTX_OPEN_H

#include <stdbool.h>
#include <stdint.h>

#include "report.pb-c.h"

typedef void nvtx_open_range(void *context, const Rep__NvtxDomainInfo *domain, const char *name,
                             const Rep__NvtxEventAttributes *attributes);

/* The pushed ranges of a thread, the outermost first; of all threads, if the state says that they
 * belong to the process. */
void nvtx_open_pushed(const Rep__NvtxState *state, const Rep__NvtxDomainInfo *domain,
                      uint32_t thread, nvtx_open_range *each, void *context);

/* The ranges that were started and had not ended, in any thread. */
void nvtx_open_started(const Rep__NvtxState *state, const Rep__NvtxDomainInfo *domain,
                       nvtx_open_range *each, void *context);

#endif
