/* trace_environment: clocks, temperature and power of the GPUs over time, as series.
 *
 * CUPTI tells the values of a GPU a few times a second. A value holds until the next one of its
 * series; the last one holds as long as the one before it did, and an only one to the end. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_ENVIRONMENT_H
#define ROOFTOP_REPORT_TRACE_TRACE_ENVIRONMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace_index.h"

struct trace_sample {
    uint64_t start, end;
    uint64_t number; /* as CUPTI tells it */
};

struct trace_series {
    uint32_t gpu;             /* among the index's; TRACE_NONE: one without works */
    uint32_t process, device; /* of a GPU without works: the process's number of it */
    enum environment_what what;
    struct trace_sample *samples; /* by time */
    size_t count, capacity;
};

struct trace_environment {
    struct trace_series *series; /* by GPU, those without works last; then by what they are about */
    size_t count, capacity;
};

void trace_environment_make(struct trace_environment *environment, const struct trace_index *index);
void trace_environment_free(struct trace_environment *environment);

/* What a series is about. */
struct trace_environment_info {
    const char *name; /* with its unit: "power (W)" */
    double scale;     /* of a number to a value in this unit */
    bool changes;     /* while a program runs: it is worth a row of the timeline */
};
const struct trace_environment_info *trace_environment_info(enum environment_what what);

double trace_environment_value(enum environment_what what, uint64_t number);

/* Whether these reasons lower the clocks of a GPU that works: idleness is none, and neither is one
 * that the GPU cannot tell. */
bool trace_throttles(uint64_t reasons);

/* The words of the reasons, by their bits; NULL: there is none. */
const char *trace_throttle_word(unsigned bit);

#endif
