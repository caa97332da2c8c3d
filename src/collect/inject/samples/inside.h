/* inside: what a context has for counting and sampling inside kernels. */
#ifndef ROOFTOP_COLLECT_INJECT_SAMPLES_INSIDE_H
#define ROOFTOP_COLLECT_INJECT_SAMPLES_INSIDE_H

#include "collect/inject/samples/instruction_counters.h"
#include "collect/inject/samples/time_samples.h"
#include "collect/inject/samples/warp_samples.h"

/* Zeroed at first. */
struct inside {
    const struct instruction_counters *counters; /* NULL: not opened yet */
    struct warp_samples warps;
    struct time_room room; /* for counters over time */
    bool counts_failed, samples_failed,
        times_failed;         /* the host knows why, and it is not tried again */
    bool introduces_none;     /* CUPTI refused it, see context/introduce.h */
    bool told_whole;          /* that graphs and ranges are left out */
    unsigned without_samples; /* windows in which no warp was seen */
};

/* What one launch came to, or NULL each; owned. */
struct inside_values {
    struct instruction_counts *counts;
    struct warp_sample_list *samples;
    struct time_sample_list *times;    /* one for each group of counters that are sampled */
    Wire__TimeSamples **time_messages; /* their messages */
    size_t time_count;
};

void inside_values_free(struct inside_values *values);
void inside_values_drop_counts(struct inside_values *values);
void inside_values_drop_times(struct inside_values *values);
void inside_values_drop_samples(struct inside_values *values);

#endif
