/* counters: the range profiler of one context, with the config images that the host scheduled and
 * the counter data that it fills.
 *
 * One group is one config image. A window of launches is measured group by group:
 *
 *   counters_begin();
 *   do { counters_start(); launches; counters_stop(&done); } while (!done);
 *   counters_end();
 *
 * With automatic ranges and user replay CUPTI itself knows which pass comes next, and says when
 * the last one is done. Automatic ranges are for kernels only; a graph or a part of the program
 * that is measured as one is a range between push and pop. All functions return the result of
 * CUPTI. After an error the counter data is not valid, and the next counters_begin() starts
 * anew. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_COUNTERS_H
#define ROOFTOP_COLLECT_INJECT_BASE_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/inject/base/foil.h"
#include "collect/inject/base/image_copy.h"
#include "wire.pb-c.h"

/* Ranges that a range profiler has room for at first. A window that needs more gets a new one. */
enum { FIRST_ROOM = 64 };

/* Most ranges of a pass that belong to no launch of the window: kernels that warm up, and a flush
 * before them. */
enum { MOST_WARM = 32, MOST_BESIDES = MOST_WARM + 3 };

struct counter_group {
    uint8_t *config;
    size_t config_size;
    const char **metrics;
    size_t metric_count;
    unsigned passes;
    bool optional, lost;          /* lost: the device refused it, and the others do without */
    struct image pristine, image; /* initialised counter data, and what is being filled */
    struct image_copy next;       /* of the pristine image, for the window after this one */
    size_t ranges;                /* that these have room for */
};

struct counters {
    CUpti_RangeProfiler_Object *object;
    CUcontext context;
    bool user_ranges;  /* a range is what lies between push and pop; false: each kernel is one */
    bool has_user;     /* the object was configured so */
    size_t configured; /* the group whose config the object has; group_count: none yet */
    size_t room;       /* ranges of a pass that the object has room for; 0: not known yet */
    size_t most;       /* ranges that a pass of the largest window may have */
    size_t pass;       /* that the next start counts; known where runs make one pass each */
    struct counter_group *groups;
    size_t group_count;
    Wire__ToTarget *schedule; /* owns the configs and names */
};

/* Takes over the schedule, also if it fails. *launches: the most launches that a window should
 * hold; lowered to what the counter data has room for, which takes 1 to 4 MB a range.
 * ranges_per_launch: 2 where each launch has a flush that is a kernel, else 1. image_limit: most
 * bytes of counter data of a window. */
CUptiResult counters_open(struct counters *counters, const struct foil_cupti *cupti,
                          CUcontext context, Wire__ToTarget *schedule, size_t ranges_per_launch,
                          size_t image_limit, size_t *launches);
void counters_close(struct counters *counters, const struct foil_cupti *cupti, bool enabled);

/* Whether one pass counts all that is asked for of a launch, and nothing else is to be made. */
bool counters_fit_one_pass(const struct counters *counters);

/* Gives the range profiler up until the next counters_begin(). */
void counters_release(struct counters *counters, const struct foil_cupti *cupti);

/* Prepares a group, with room for `ranges` ranges in a pass. CUPTI's range profiler takes one
 * config in its life: with a second one it counts next to nothing and reports no error (CUPTI
 * 13.0). The same holds for a pass with more ranges than its first config had room for. So another
 * group than before, or more ranges, cost a new range profiler, and room costs 1 ms a range: begin
 * with the group that is configured. */
CUptiResult counters_begin(struct counters *counters, const struct foil_cupti *cupti, size_t group,
                           size_t ranges);

/* Has the range profiler fill the group's image, from this pass on. Only its first config decides
 * where it begins; later ones go on with the pass that is next (CUPTI 13.0). Pass 0 begins ranges
 * in the image; the other passes fill these in their order. */
CUptiResult counters_configure(const struct counters *counters, const struct foil_cupti *cupti,
                               const struct counter_group *group, CUpti_ProfilerReplayMode replay,
                               size_t pass);

/* For application replay, where each run makes one pass: configures the next start to make this
 * pass, with room for `ranges` ranges. A range profiler makes the passes one after the other, so if
 * another one is next this takes a new range profiler (115 ms). Skipping passes by starts with
 * nothing in them does not work: in one of nine passes no range could be begun in the data then.
 */
CUptiResult counters_go_to_pass(struct counters *counters, const struct foil_cupti *cupti,
                                const struct counter_group *group, size_t pass, size_t ranges);

/* Does what counters_go_to_pass() does for the first group, with new counter data. */
CUptiResult counters_begin_pass(struct counters *counters, const struct foil_cupti *cupti,
                                size_t pass, size_t ranges);

CUptiResult counters_start(struct counters *counters, const struct foil_cupti *cupti);
CUptiResult counters_push(struct counters *counters, const struct foil_cupti *cupti);
CUptiResult counters_pop(struct counters *counters, const struct foil_cupti *cupti);
CUptiResult counters_stop(struct counters *counters, const struct foil_cupti *cupti, bool *done);
CUptiResult counters_end(struct counters *counters, const struct foil_cupti *cupti);

/* After counters_end(): whether the group's image holds exactly `ranges` ranges. */
bool counters_have(const struct counter_group *group, const struct foil_cupti *cupti,
                   size_t ranges);

/* Gives back the images that are files. The host has got them. */
void counters_drop_images(struct counters *counters);

#endif
