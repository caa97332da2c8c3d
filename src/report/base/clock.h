/* clock: how much time has passed. The clock counts from any moment and is never set back, so only
 * differences of its values mean something. The injection library has its own (inject/base/now.h).
 */
#ifndef ROOFTOP_REPORT_BASE_CLOCK_H
#define ROOFTOP_REPORT_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static inline int64_t milliseconds(void)
{
    return nanoseconds() / 1000000;
}

#endif
