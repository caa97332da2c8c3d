/* trace_nvtx: the program's NVTX ranges and marks with their times. The NVTX functions (nvtx room)
 * tell of them; the thread that packs takes them. Ranges that were opened before the trace began
 * are not in it. */
#ifndef ROOFTOP_COLLECT_INJECT_TRACE_TRACE_NVTX_H
#define ROOFTOP_COLLECT_INJECT_TRACE_TRACE_NVTX_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/inject/trace/trace_rows.h"

/* Listens from now on. */
void trace_nvtx_open(void);

/* Hands over the ranges that have ended; last: also those that are open, marked as such. */
void trace_nvtx_drain(struct trace_packer *packer, bool last);

/* Ranges for which there was no room since the last call. */
uint64_t trace_nvtx_lost(void);

#endif
