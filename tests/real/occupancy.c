/* occupancy REPORT...: at each launch's own numbers the what-if must come to what the report has:
 * each limit, active warps, theoretical occupancy, waves, registers and shared memory as they were
 * given out. Prints what differs, and how many there were; status 1 if any differs or none was. */
#include <math.h>
#include <stdio.h>

#include "report/content/what_if.h"
#include "report/file/report.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct tally {
    size_t results, without, compared, different;
};

static void hold(struct tally *tally, const struct result *result)
{
    struct what_if what;
    if (!what_if_begin(&what, result, NULL)) {
        tally->without++;
        return;
    }
    const struct what_if_outcome out = what_if_outcome(&what);
    const struct {
        const char *name;
        double ours;
    } values[] = {
        {"launch__occupancy_limit_warps", out.by[LIMIT_WARPS]},
        {"launch__occupancy_limit_registers", out.by[LIMIT_REGISTERS]},
        {"launch__occupancy_limit_shared_mem", out.by[LIMIT_SHARED]},
        {"launch__occupancy_limit_blocks", out.by[LIMIT_BLOCKS]},
        {"launch__occupancy_limit_barriers", out.by[LIMIT_BARRIERS]},
        {"sm__maximum_warps_avg_per_active_cycle", out.limits.active_warps},
        {"sm__maximum_warps_per_active_cycle_pct", out.percent},
        {"launch__waves_per_multiprocessor", out.waves},
        {"launch__shared_mem_per_block_allocated", out.shared},
        {"launch__registers_per_thread_allocated",
         (double)out.registers / what.launch[WHAT_IF_BLOCK]},
        {"launch__grid_size", (double)out.blocks},
    };
    tally->results++;
    for (size_t i = 0; i < COUNT(values); i++) {
        double recorded;
        if (!result_number(result, values[i].name, &recorded))
            continue;
        tally->compared++;
        if (fabs(recorded - values[i].ours) <= fabs(recorded) * 1e-12)
            continue;
        tally->different++;
        printf("%s: %s: recorded %.17g, computed %.17g\n", result->name, values[i].name, recorded,
               values[i].ours);
    }
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    for (int i = 1; i < argc; i++) {
        struct error error;
        struct report *report = report_open(argv[i], &error);
        if (!report) {
            printf("%s\n", error.text);
            return 1;
        }
        for (size_t j = 0; j < report_count(report); j++) {
            const struct result *result = report_result(report, j, &error);
            if (result)
                hold(&tally, result);
            report_drop(report, j);
        }
        report_close(report);
    }
    printf("%zu results, %zu without a launch, %zu values, %zu differ\n", tally.results,
           tally.without, tally.compared, tally.different);
    return tally.different || !tally.compared;
}
