/* now: a clock for how long something takes. */
#ifndef ROOFTOP_INJECT_NOW_H
#define ROOFTOP_INJECT_NOW_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds. */
static inline uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
