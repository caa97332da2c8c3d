/* result_builder: one measured launch as a packed ProfileResult, a graph or a range that was
 * measured as one as a GraphResult or RangeResult: facts of launch and device, evaluated counters,
 * derived metrics, sections.
 */
#ifndef ROOFTOP_RESULT_BUILDER_H
#define ROOFTOP_RESULT_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "metric_list.h"
#include "plan.h"
#include "report.h"
#include "result_pack.h"
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
    Rep__NvtxState *nvtx;                                     /* at the launch; NULL: not known */
    Rep__CpuStacktraceStackMessage *cpu_stack, *python_stack; /* the same */
    uint32_t series; /* its number, if the result has a combination of parameters */
    bool clock_requested, clock_locked;
    float driver; /* version of the kernel driver, 0: unknown */
};

/* The packed message; free() it. */
uint8_t *result_build(const struct result_input *input, size_t *length);

/* Its parts that are known without counters: of launch and device, and of the replay, of whose
 * memory a range says nothing. */
void result_add_facts(struct metric_list *list, const Wire__Facts *facts,
                      const Wire__Device *device, const char *function);
void result_add_replay(struct metric_list *list, const Wire__Window *window, bool is_range);

/* What sections are asked with on this device and driver. */
struct section_scope result_scope(const Wire__Device *device, float driver);

#endif
