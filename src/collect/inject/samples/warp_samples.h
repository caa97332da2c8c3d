/* warp_samples: at which instructions the warps of a kernel were, and what they waited for, by
 * CUPTI's sampling of program counters.
 *
 *   warp_samples_start()    kernels run one at a time from now on, and are sampled
 *   warp_samples_take()     after each kernel has ended
 *   warp_samples_stop()
 *   warp_samples_introduce()    instead: kernels are made known, and go on as they are
 *
 * What CUPTI 13.0 does (tests/gpu/RESULTS.md):
 *  - While a range profiler exists, even one that is not started, nothing is sampled and no call
 *    fails. To make a range profiler while warps are sampled crashes the process.
 *  - All samples of a kernel that a range profiler counted before it was sampled for the first time
 *    are "of a kernel that is not the user's", without records, as long as the module stays.
 * Sampled first, it is sampled ever after. So the passes of a window begin with the samples, and
 * kernels that run unmeasured are made known (context/introduce.h).
 *  - Where SASS metrics were enabled before the sampling was for the first time, nothing is
 * sampled.
 *  - Without a buffer in the configuration the first kernel crashes the process. When a kernel ends
 *    its records go into that buffer. Asking for data with it destroys them; asking with another
 *    one moves them there.
 *  - A buffer of 32 MiB on the device takes 80 ms at the first kernel, the usual 512 MiB 300 ms.
 *  - The number of reasons of a record says how many fit before a call, and how many there are
 *    after it. So it is set again before each call.
 *  - Once the hardware's buffer was full, nothing more is sampled until the sampling is stopped. */
#ifndef ROOFTOP_COLLECT_INJECT_SAMPLES_WARP_SAMPLES_H
#define ROOFTOP_COLLECT_INJECT_SAMPLES_WARP_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/inject/base/foil.h"
#include "collect/inject/samples/code_points.h"

/* Periods are powers of two, in cycles; --warp-sampling-interval counts from the shortest. */
enum { SHORTEST_PERIOD = 5, LONGEST_PERIOD = 31 };

/* The sampling of one context. Zeroed at first. */
struct warp_samples {
    struct warp_records {
        CUpti_PCSamplingData data;
        CUpti_PCSamplingStallReason *room; /* of all its records */
    } ready, taken; /* what CUPTI fills when a kernel ends; and when it is asked */
    char **reasons; /* names, by place; the index that CUPTI uses is in `indices` */
    uint32_t *indices;
    size_t reason_count;
    size_t buffer;  /* bytes on the device */
    unsigned usual; /* CUPTI's own choice of a period */
    bool on;
};

/* What a launch came to. */
struct warp_sample_list {
    struct code_points points;
    Wire__WarpSamples message;
    size_t room;
    bool unknown; /* there were samples, but none of a kernel that CUPTI knows */
};

/* What CUPTI said of the samples of one pass, those of launches that nobody wants left out. */
struct warp_sample_facts {
    uint64_t all;    /* with those that are lost or of no kernel of the program */
    uint64_t others; /* of kernels that are "not the user's", without records */
    uint64_t lost;   /* dropped by the hardware */
    bool full;       /* the buffer was too small, and samples are missing; for all launches */
};

/* Begins to sample every kernel of the context. buffer: bytes on the device. period: a power of
 * two; 0: CUPTI's own choice. */
CUptiResult warp_samples_start(struct warp_samples *samples, const struct foil_cupti *cupti,
                               CUcontext context, size_t buffer, unsigned period);
CUptiResult warp_samples_stop(struct warp_samples *samples, const struct foil_cupti *cupti,
                              CUcontext context);
/* Kernels are only made known: they go on running at the same time and at their speed, with next to
 * no samples, which stay where they are. */
CUptiResult warp_samples_introduce(struct warp_samples *samples, const struct foil_cupti *cupti,
                                   CUcontext context);
void warp_samples_free(struct warp_samples *samples);

/* Takes what was seen since the last call; the context is idle. list: gets it; NULL: nobody wants
 * it. facts: grow. */
CUptiResult warp_samples_take(struct warp_samples *samples, const struct foil_cupti *cupti,
                              CUcontext context, struct warp_sample_list *list,
                              struct warp_sample_facts *facts);

void warp_sample_list_init(struct warp_sample_list *list);
void warp_sample_list_free(struct warp_sample_list *list);
/* The message, whose memory stays that of the list. */
Wire__WarpSamples *warp_sample_list_message(struct warp_sample_list *list);

#endif
