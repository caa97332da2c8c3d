/* time_samples: counters over the time of a launch, by CUPTI's PM sampling.
 *
 *   time_sampler_open()     one group of counters; 100 ms on an H200
 *   time_sampler_start()
 *     ...                   kernels; time_sampler_now() before and behind each of them
 *   time_sampler_stop()
 *   time_sampler_read()     hands over each sample
 *   time_sampler_close()
 *
 * What CUPTI 13.0 does (tests/gpu/RESULTS.md):
 *  - A group is of one pass. Enabling, configuring and disabling belong to the device.
 *  - The first sample covers the time since before the start.
 *  - Where the buffer was full, decoding fails, and nothing of it can be had. A sample of 27
 * metrics takes 16 KB of it.
 *  - Computing values takes the availability image of the device.
 *  - What does not fit into the counter data is lost, and not decoded: a second call brings
 * nothing. A sample of 27 metrics needs 122 KB there, so values are computed here, in the program:
 * they are 8 bytes each. To empty counter data takes 9 to 42 us for each sample that it has room
 * for, and to decode a sample 60 us, so it is made as large as the samples need.
 *  - Starting takes 0.5 ms and stopping 1.6 ms, and in 0.4 ms of them it samples.
 */
#ifndef ROOFTOP_COLLECT_INJECT_SAMPLES_TIME_SAMPLES_H
#define ROOFTOP_COLLECT_INJECT_SAMPLES_TIME_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/inject/base/foil.h"
#include "wire.pb-c.h"

/* Numbers of samples are multiples of SAMPLES_STEP, so that few sizes are asked for. */
enum { SAMPLES_STEP = 8 };

/* Room for counter data, which samplers share one after the other: to touch 180 MB for the first
 * time takes 150 ms. Zeroed at first; the image is to be freed. */
struct time_room {
    uint8_t *image;
    size_t size;
};

/* Zeroed at first. */
struct time_sampler {
    const struct foil_cupti *cupti;
    const Wire__Group *group;
    CUpti_PmSampling_Object *object;
    CUpti_Profiler_Host_Object *host; /* computes values */
    CUptiResult evaluated;            /* what it said last */
    struct time_room *room;
    size_t image_size; /* of the counter data in the room */
    size_t asked;      /* so many samples it has room for; 0: not known */
    double *values;    /* of one sample */
    bool started;
    bool full; /* the hardware's buffer had no room for all samples */
};

/* What a launch came to with one group. */
struct time_sample_list {
    Wire__TimeSamples message;
    size_t room;
};

/* Whether this CUPTI has all the functions. */
bool time_sampler_exists(const struct foil_cupti *cupti);

/* interval: ns. The group, the room and the chip's name must stay. After an error nothing is
 * open. */
CUptiResult time_sampler_open(struct time_sampler *sampler, const struct foil_cupti *cupti,
                              CUdevice device, const char *chip, const Wire__Group *group,
                              struct time_room *room, uint64_t interval, size_t buffer);
CUptiResult time_sampler_close(struct time_sampler *sampler);

CUptiResult time_sampler_start(struct time_sampler *sampler);
/* Does nothing if it was not started. */
CUptiResult time_sampler_stop(struct time_sampler *sampler);

/* A sample: its times, and how to get its values, which cost 0.2 ms. */
struct time_sample {
    uint64_t start, end; /* ns since 1970 */
    struct time_sampler *sampler;
    size_t number; /* 1 is the first one */
};

/* Calls take() for each sample but the first, in the order of time. take() returns false to end
 * the reading. samples: how many are decoded; later ones are lost. */
CUptiResult time_sampler_read(struct time_sampler *sampler, size_t samples,
                              bool (*take)(void *, const struct time_sample *), void *context);

/* The values of a sample, one for each metric of the group, until the next call. Only inside of
 * take(). NULL: they cannot be computed; take() is to return false, and the reading fails. */
const double *time_sample_values(const struct time_sample *sample);

/* The clock of the samples. */
uint64_t time_sampler_now(const struct foil_cupti *cupti);

void time_sample_list_init(struct time_sample_list *list);
void time_sample_list_free(struct time_sample_list *list);
/* false: no memory. */
bool time_sample_list_add(struct time_sample_list *list, uint64_t time, const double *values,
                          size_t count);

#endif
