/* choice: which launches the host is asked about. What the choice leaves out costs no message.
 *
 * The host leaves its choice in the environment (wire.proto, Choice): NVTX ranges can open before
 * the driver is initialised and there is a connection. The program's calls of cuProfilerStart and
 * cuProfilerStop make profiler ranges, numbered from 1 where a start follows a stop. */
#ifndef ROOFTOP_INJECT_CHOICE_H
#define ROOFTOP_INJECT_CHOICE_H

#include <pthread.h>
#include <regex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <cupti.h>

#include "nvtx_pattern.h"
#include "range_edges.h"
#include "wire.pb-c.h"

/* Most expressions to include, and to exclude: sets of them are bits of a number. */
enum { CHOICE_PATTERNS = 64 };

struct choice {
    bool nvtx, of_process, ignore_calls, restart;
    struct nvtx_pattern *include, *exclude;
    size_t include_count, exclude_count;
    regex_t *starts, *ranges; /* numbers that are chosen; NULL: all */
    Wire__Choice *message;    /* texts of the patterns are its */
    char *failed;             /* why the choice cannot be kept: nothing is profiled; or NULL */

    bool running, start_chosen; /* guarded by the library's lock */
    uint64_t stopped_launches, outside_launches;
    atomic_uint_fast64_t start; /* number of the last profiler range */
    atomic_bool in_range;

    struct range_edges edges; /* of the range that is measured as one */

    pthread_mutex_t count_lock;
    uint64_t opened[CHOICE_PATTERNS]; /* ranges that each included pattern has found */
};

/* The one of this process; read when it is first asked for. */
struct choice *choice_get(void);

/* At the entry of a driver call, with the library's lock held. */
void choice_call(struct choice *choice, CUpti_CallbackId id);

/* Whether a launch of this thread is chosen; with the library's lock held. */
bool choice_takes(struct choice *choice, uint64_t launch);

/* Whether the range that has just opened, where the pattern ends, has a number that is chosen.
 * Counts it. */
bool choice_counts(struct choice *choice, size_t include);

#endif
