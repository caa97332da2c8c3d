/* window_limits: limits of dynamic shared memory that the program lowers between its launches, as
 * cuDNN does before each of them. A launch that had more runs again with the limit raised, and then
 * the program's own is put back. So the window stays open. A higher limit changes nothing of a
 * launch: what it takes is an argument of its own. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_WINDOW_LIMITS_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_WINDOW_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

#include <cupti.h>

struct inject;

struct window_limit {
    CUfunction handle; /* a CUkernel if is_kernel */
    bool is_kernel;
    CUdevice device; /* of a CUkernel */
    size_t needed;   /* bytes, of the launch that has most */
    int program;     /* the limit that the program has set; while it is raised */
    bool raised;
};

/* Zeroed at first. */
struct window_limits {
    struct window_limit *limits;
    size_t count;
};

/* At the entry of a call that limits a function's launches to fewer bytes than a launch has that
 * will run again. false: no memory. */
bool window_limits_add(struct window_limits *limits, CUpti_CallbackId id,
                       const CUpti_CallbackData *data, size_t needed);

/* Before launches run again, and behind them. NULL, or what the driver said. */
const char *window_limits_raise(struct window_limits *limits, const struct inject *inject);
void window_limits_put_back(struct window_limits *limits, const struct inject *inject);

void window_limits_free(struct window_limits *limits);

#endif
