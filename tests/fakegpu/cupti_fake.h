/* cupti_fake: what the files of the CUPTI double share. */
#ifndef FAKEGPU_CUPTI_FAKE_H
#define FAKEGPU_CUPTI_FAKE_H

#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <stdbool.h>
#include <stdint.h>

#include "fault.h"
#include "hook.h"

/* An injected fault first, then the size that every parameter structure carries. */
#define CUPTI_ENTER(params, type)                                                                  \
    do {                                                                                           \
        CUPTI_FAULT();                                                                             \
        if (!(params) || (params)->structSize != type##_STRUCT_SIZE || (params)->pPriv)            \
            return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "structSize or pPriv");         \
    } while (0)

#define CUPTI_FAULT()                                                                              \
    do {                                                                                           \
        int fault_code;                                                                            \
        fault_delay(__func__);                                                                     \
        if (fault_wanted(__func__, &fault_code))                                                   \
            return (CUptiResult)fault_code;                                                        \
    } while (0)

/* A test that has this library in its own process may set it: it is called, in the thread that
 * evaluates, at the start of each evaluation. */
extern void (*fakegpu_on_evaluate)(void);

/* Logs why, and returns code. */
CUptiResult refuse(const char *function, CUptiResult code, const char *why);

/* NULL while the process has no driver. */
const struct fakegpu_driver *driver_find(void);

/* cupti_callbacks.c: the driver tells of callbacks and work through one hook, installed on first
 * need. */
CUptiResult hook_install(void);
void range_work(const struct fakegpu_work *work);         /* cupti_range.c */
void range_api(const struct fakegpu_api *call, bool own); /* own: the subscriber's */

/* cupti_metric.c */
struct metric {
    CUpti_MetricType type;
    size_t base_length;
    const char *suffix; /* from the first dot; empty: none */
};

enum metric_verdict { METRIC_OK, METRIC_NO_SUFFIX, METRIC_UNKNOWN };

/* Of a link or bus: only gpu__time_duration can be scheduled with it. */
bool metric_is_of_link(const char *name);

enum metric_verdict metric_parse(const char *name, struct metric *metric);
const char *const *metric_suffixes(CUpti_MetricType type, size_t *count);
const char *metric_unit(const char *name); /* dimension: nanosecond, byte, percent, ... */
const char *metric_hardware(const char *name);
/* FNV-1a, 64 bits, of the first length bytes. */
uint64_t metric_hash(uint64_t seed, const char *text, size_t length);
#define METRIC_HASH_SEED 0xcbf29ce484222325u

/* cupti_image.c: the two binary formats. Both hold no pointers and may be copied between processes.
 */
struct config_image {
    char magic[8];
    uint64_t size; /* names follow, each with its final zero byte */
    uint32_t metrics;
    uint32_t passes;
};

struct counter_range {
    char name[256];
    uint32_t grid[3];
    uint32_t block[3];
    uint64_t threads;
    uint32_t kernels;
    uint32_t passes_seen;
    uint8_t passes[64]; /* a bit for each of those */
};

struct counter_image {
    char magic[8];
    uint64_t size;
    uint32_t metric_room; /* hashes of base names follow, then the ranges */
    uint32_t metric_count;
    uint32_t range_room;
    uint32_t range_count;
    uint32_t passes;
    uint32_t reserved;
};

/* A pass of the range is in; once more it changes nothing. */
void counter_range_mark(struct counter_range *range, size_t pass);
const struct config_image *config_image_open(const uint8_t *bytes, size_t size); /* NULL: is none */
const char *config_image_next(const struct config_image *image, const char *name);
struct counter_image *counter_image_open(uint8_t *bytes, size_t size);
uint64_t *counter_image_metrics(struct counter_image *image);
struct counter_range *counter_image_ranges(struct counter_image *image);
uint64_t counter_image_size(uint32_t metrics, uint32_t ranges);

/* cupti_value.c: NaN when the range lacks passes or the metric was not collected. */
double metric_value(struct counter_image *image, uint32_t range, const char *name);

extern const char *const chip_names[];
extern const size_t chip_count;

/* Activity records: the call that this thread is in, and a kernel that ran. */
void activity_note_call(uint32_t correlation);
void activity_api(const struct fakegpu_api *call);
void activity_work(const struct fakegpu_work *work);

/* Kernels that are watched are longer than the program's: counting them is a fault. */
bool activity_on(void);
bool range_counting(void);

#endif
