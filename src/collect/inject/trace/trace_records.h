/* trace_records: makes rows of CUPTI's activity records. Only the thread that packs uses it. */
#ifndef ROOFTOP_COLLECT_INJECT_TRACE_TRACE_RECORDS_H
#define ROOFTOP_COLLECT_INJECT_TRACE_TRACE_RECORDS_H

#include <cupti.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/trace/trace_rows.h"

/* Calls of the driver that may turn out to lie inside a call of the runtime. */
enum {
    TRACE_HELD_CALLS = 4096,
    TRACE_KNOWN_DEVICES = 64,
    TRACE_KNOWN_THREADS = 1024,
    TRACE_ROTATIONS = 64
};

struct trace_held {
    uint64_t values[API_RESULT + 1];
    uint32_t age; /* 0: the place is free */
};

/* A channel of confidential computing whose keys are being rotated. */
struct trace_rotation {
    uint32_t device, channel;
    uint64_t since; /* it was blocked, or its work was over; 0: the place is free */
};

struct trace_records {
    struct inject *inject;
    struct trace_packer *packer;
    bool keep_inner;     /* also driver calls inside of runtime calls */
    uint32_t own_thread; /* whose calls are not the program's */
    struct trace_held held[TRACE_HELD_CALLS];
    bool devices[TRACE_KNOWN_DEVICES]; /* that were told */
    uint32_t threads[TRACE_KNOWN_THREADS];
    struct trace_rotation rotations[TRACE_ROTATIONS];
    uint64_t unknown;              /* records of kinds that were not asked for */
    const char *kernel_texts[256]; /* the last names by the address of their text, and their */
    uint64_t kernel_names[256];    /* numbers: the text of a kernel stays where it is */
};

void trace_records_add(struct trace_records *records, const CUpti_Activity *record);

/* Gives up calls that were held since the last time; all: every one. */
void trace_records_age(struct trace_records *records, bool all);

#endif
