#include "cpu/measure/perf_calls.h"

#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int real_open(struct perf_event_attr *attributes, pid_t pid, int cpu, int group,
                     unsigned long flags)
{
    return (int)syscall(SYS_perf_event_open, attributes, pid, cpu, group, flags);
}

static int real_control(int fd, unsigned long request, unsigned long argument)
{
    return ioctl(fd, request, argument);
}

static double real_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

const struct perf_calls perf_calls_real = {real_open, read, real_control, close, real_now};
