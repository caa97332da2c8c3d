/* result_builder: makes one measured launch a packed ProfileResult, or a graph or range that was
 * measured as one a GraphResult or RangeResult: facts of launch and device, evaluated counters,
 * derived metrics, sections. */
#ifndef ROOFTOP_COLLECT_RESULT_RESULT_BUILDER_H
#define ROOFTOP_COLLECT_RESULT_RESULT_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/metrics/metric_list.h"
#include "collect/plan/plan.h"
#include "collect/result/result_pack.h"
#include "report/file/report.h"
#include "report/sample/sample_choice.h"
#include "report/section/section_scope.h"
#include "wire.pb-c.h"

struct result_input {
    struct report *report;
    const struct plan *plan;
    struct packed_sections *sections; /* of this plan, kept between results */
    const struct chip_plan *chip_plan;
    const double *values; /* of the counters (counter_values.h) */
    const Wire__Device *device;
    const Wire__Result *result;
    const Wire__Window *window;
    uint32_t process;                   /* whose modules the report has */
    const struct sample_choice *choice; /* of a traced run, or NULL */
    const struct chosen_launch *chosen; /* what the launch stands for, or NULL */
    Rep__NvtxState *nvtx;               /* the state at the launch; NULL: not known */
    Rep__CpuStacktraceStackMessage *cpu_stack, *python_stack; /* NULL: not known */
    uint32_t series; /* the number of its series, if the result is of a variant */
    bool clock_requested, clock_locked;
    float driver; /* version of the kernel driver, 0: unknown */
};

/* The packed message; free() it. */
uint8_t *result_build(const struct result_input *input, size_t *length);

/* The device and driver as the filters of sections see them. */
struct section_scope result_scope(const Wire__Device *device, float driver);

#endif
