/* milliseconds: a clock for how long something may go on. */
#ifndef ROOFTOP_MILLISECONDS_H
#define ROOFTOP_MILLISECONDS_H

#include <stdint.h>
#include <time.h>

static inline int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

#endif
