/* cupti_activity: what the files of activity records share. */
#ifndef FAKEGPU_CUPTI_ACTIVITY_H
#define FAKEGPU_CUPTI_ACTIVITY_H

#include <cupti.h>
#include <stdbool.h>

#include "hook.h"

/* Whether the profiler has enabled the kind. */
bool activity_wants(CUpti_ActivityKind kind);

/* Keeps a record until it is handed over. host: of a call, and not of what the device did. */
void activity_add(const void *record, bool host);

/* Whether records of calls with this number were not left out. */
bool activity_call_wanted(uint32_t cbid);

void activity_latency(bool on);

/* Now, and a place for work of this length behind the other work of the stream and this long after
 * a call. */
uint64_t activity_clock(void);
void activity_place(uint32_t stream, uint64_t called, uint64_t length, uint64_t *start,
                    uint64_t *end);

/* cupti_activity_rare.c: records of a call that began at `start` or ended at `end`, of a flush, and
 * of graphs that kernels of a graph, whose times are known, launch. */
void activity_jit(const struct fakegpu_api *call, uint64_t start);
void activity_decompression(const struct fakegpu_api *call, uint32_t stream, uint64_t end);
void activity_environment(void);
void activity_rotations(void);
void activity_device_graphs(const CUpti_ActivityKernel10 *kernels, size_t count);

#endif
