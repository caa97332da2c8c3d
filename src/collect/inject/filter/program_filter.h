/* program_filter: decides in the program which launches the host is asked about: launches
 * between cuProfilerStart and cuProfilerStop, and launches in NVTX ranges. What it leaves out costs
 * no message. nvtx/filter_launch.h judges a launch.
 *
 * The host leaves the filter in the environment (ROOFTOP_PROGRAM_FILTER; ProgramFilter in
 * wire.proto), since NVTX ranges can open before the driver is initialised, and so before
 * there is a connection. The program's calls of cuProfilerStart and cuProfilerStop make profiler
 * ranges, numbered from 1 where a start follows a stop. */
#ifndef ROOFTOP_COLLECT_INJECT_FILTER_PROGRAM_FILTER_H
#define ROOFTOP_COLLECT_INJECT_FILTER_PROGRAM_FILTER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <cupti.h>

#include "collect/inject/filter/range_edges.h"
#include "report/base/regex.h"
#include "report/filter/nvtx_pattern.h"
#include "wire.pb-c.h"

/* Most expressions to include, and to exclude: sets of them are bits of a number. */
enum { PROGRAM_FILTER_PATTERNS = 64 };

struct program_filter {
    bool nvtx, of_process, ignore_calls, restart;
    struct nvtx_pattern *include, *exclude;
    size_t include_count, exclude_count;
    struct regex *starts, *ranges; /* numbers that are chosen; NULL: all */
    Wire__ProgramFilter *message;  /* texts of the patterns are its */
    char *failed;                  /* why it cannot be read: then nothing is profiled; or NULL */

    bool running, start_chosen; /* guarded by the library's lock */
    uint64_t stopped_launches, outside_launches;
    atomic_uint_fast64_t start; /* number of the last profiler range */
    atomic_bool in_range;

    struct range_edges edges; /* of the range that is measured as one */

    pthread_mutex_t count_lock;
    uint64_t opened[PROGRAM_FILTER_PATTERNS]; /* ranges that each included pattern has found */
};

/* The one of this process; read when it is first asked for. */
struct program_filter *program_filter_get(void);

/* At the entry of a driver call, with the library's lock held. */
void program_filter_call(struct program_filter *program_filter, CUpti_CallbackId id);

/* Whether profiling is on: between a start and a stop of the profiler that are chosen, or where
 * there is no such filter. Counts the launch if not. With the library's lock held. */
bool program_filter_runs(struct program_filter *program_filter);

/* Whether the range that has just opened, where the pattern ends, has a number that is chosen.
 * Counts it. */
bool program_filter_counts(struct program_filter *program_filter, size_t include);

#endif
