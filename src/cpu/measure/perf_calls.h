/* perf_calls: what is asked of the kernel to count, behind a table, so that tests can be the
 * kernel. All fail like the calls of the same names: -1 with errno. */
#ifndef ROOFTOP_CPU_MEASURE_PERF_CALLS_H
#define ROOFTOP_CPU_MEASURE_PERF_CALLS_H

#include <linux/perf_event.h>
#include <sys/types.h>

struct perf_calls {
    int (*open)(struct perf_event_attr *attributes, pid_t pid, int cpu, int group,
                unsigned long flags);
    ssize_t (*read)(int fd, void *bytes, size_t size);
    int (*control)(int fd, unsigned long request, unsigned long argument); /* ioctl(2) */
    int (*close)(int fd);
    double (*now)(void); /* ns */
};

extern const struct perf_calls perf_calls_real;

#endif
