/* cupti_activity: what the two files of activity records share. */
#ifndef FAKEGPU_CUPTI_ACTIVITY_H
#define FAKEGPU_CUPTI_ACTIVITY_H

#include <cupti.h>
#include <stdbool.h>

/* Whether the profiler has enabled the kind. */
bool activity_wants(CUpti_ActivityKind kind);

/* Keeps a record until it is handed over. host: of a call, and not of what the device did. */
void activity_add(const void *record, bool host);

/* Whether records of calls with this number were not left out. */
bool activity_call_wanted(uint32_t cbid);

void activity_latency(bool on);

#endif
