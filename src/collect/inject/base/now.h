/* now: the clock for intervals, CLOCK_MONOTONIC. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_NOW_H
#define ROOFTOP_COLLECT_INJECT_BASE_NOW_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds since some moment in the past. */
static inline uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#endif
