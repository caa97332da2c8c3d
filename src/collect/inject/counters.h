/* counters: the range profiler of one context: config images of the host, counter data images,
 * passes.
 *
 * One group is one config image. A window of launches is measured group by group:
 *   counters_begin(); do { counters_start(); launches; counters_stop(&done); } while (!done);
 * counters_end(); With automatic ranges and user replay CUPTI itself knows which pass comes next
 * and tells after the last one. */
#ifndef ROOFTOP_INJECT_COUNTERS_H
#define ROOFTOP_INJECT_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "foil.h"
#include "image_copy.h"
#include "wire.pb-c.h"

/* Ranges that a range profiler has room for: so many, until a window needs more. */
enum { FIRST_ROOM = 64 };

/* Ranges of a pass that are not of the window's launches, at most: kernels that warm up, and a
 * flush before them. */
enum { MOST_WARM = 32, MOST_BESIDES = MOST_WARM + 1 };

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

/* Takes over the schedule. *launches is the most that a window should hold and becomes what it can:
 * counter data takes about 1 to 4 MB a range, ranges_per_launch of them each. image_limit: most
 * bytes of counter data of a window. */
CUptiResult counters_open(struct counters *counters, const struct foil_cupti *cupti,
                          CUcontext context, Wire__ToTarget *schedule, size_t ranges_per_launch,
                          size_t image_limit, size_t *launches);
void counters_close(struct counters *counters, const struct foil_cupti *cupti, bool enabled);

/* Until counters_begin() there is no range profiler. */
void counters_release(struct counters *counters, const struct foil_cupti *cupti);

/* The range profiler takes one config: with a second one it counts next to nothing, and says
 * nothing (CUPTI 13.0). The same holds for passes with more ranges than its first config had room
 * for. Another group than before, or more ranges, are begun with a new one, which takes time, as
 * does much room (1 ms a range): begin with the group that is configured. ranges: that a pass will
 * have. */
CUptiResult counters_begin(struct counters *counters, const struct foil_cupti *cupti, size_t group,
                           size_t ranges);

/* Has the range profiler fill the group's image, from this pass on. Only its first config has a say
 * in that, later ones find the pass that is next (CUPTI 13.0). And pass 0 begins a range in the
 * image, into which the others are filled in their order. */
CUptiResult counters_configure(const struct counters *counters, const struct foil_cupti *cupti,
                               const struct counter_group *group, CUpti_ProfilerReplayMode replay,
                               size_t pass);

/* A range profiler makes the passes in turn, from the one that its first config names. Where runs
 * of the program make one pass each, this configures the next start to make that one, with room for
 * so many ranges, by a new range profiler if another one is next (115 ms). Going there by passes
 * with nothing in them loses sessions: in one of nine passes no range could be begun in their data.
 */
CUptiResult counters_go_to_pass(struct counters *counters, const struct foil_cupti *cupti,
                                const struct counter_group *group, size_t pass, size_t ranges);

/* The same for the first group, with counter data that is new. */
CUptiResult counters_begin_pass(struct counters *counters, const struct foil_cupti *cupti,
                                size_t pass, size_t ranges);

CUptiResult counters_start(struct counters *counters, const struct foil_cupti *cupti);
CUptiResult counters_push(struct counters *counters, const struct foil_cupti *cupti);
CUptiResult counters_pop(struct counters *counters, const struct foil_cupti *cupti);
CUptiResult counters_stop(struct counters *counters, const struct foil_cupti *cupti, bool *done);
CUptiResult counters_end(struct counters *counters, const struct foil_cupti *cupti);

/* Afterwards: whether the group's image holds so many ranges. */
bool counters_have(const struct counter_group *group, const struct foil_cupti *cupti,
                   size_t ranges);

/* The host has the counter data. */
void counters_drop_images(struct counters *counters);

#endif
