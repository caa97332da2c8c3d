/* cupti_inside: the code of a kernel, as the doubles of SASS metrics and of sampling see it.
 *
 * Every kernel has seven instructions of 16 bytes and one behind its end, of which there are no
 * records. With T threads and W = T / 32 warps, at least 1:
 *
 *   0x00  moves data                   0x40  loads from shared memory, two wavefronts a warp
 *   0x10  loads 32 bits from global    0x50  stores 128 bits to local memory, and never runs
 *   0x20  the same, half of the threads off   0x60  branches; every second warp diverges
 *   0x30  stores 32 bits to global */
#ifndef FAKEGPU_CUPTI_INSIDE_H
#define FAKEGPU_CUPTI_INSIDE_H

#include <cupti_pcsampling.h>
#include <cupti_sass_metrics.h>

#include "cupti_fake.h"

enum { INSIDE_INSTRUCTIONS = 7, INSIDE_STEP = 16 };

void sass_work(const struct fakegpu_work *work);
void sampling_work(const struct fakegpu_work *work);

/* cupti_pm.c: the counter data of PM sampling, and a value of a sample. */
struct pm_sample {
    uint64_t start, end, work;
};

struct pm_image {
    char magic[8];
    uint64_t room, count;
    struct pm_sample samples[];
};

void pm_work(const struct fakegpu_work *work);
void pm_code_loaded(void);
bool pm_on(void);
struct pm_image *pm_image_open(const uint8_t *bytes, size_t size); /* NULL: is none */
double pm_value(const struct pm_image *image, size_t sample, const char *name);

/* cupti_range.c: whether a range profiler exists in the context. */
bool range_exists(CUcontext context);
/* cupti_sampling.c: whether the context's warps are sampled. */
bool sampling_on(CUcontext context);
/* A range profiler counts a kernel; instructions are counted from now on. */
void sampling_note_counted(const struct fakegpu_work *work);
void sampling_note_sass(void);

#endif
