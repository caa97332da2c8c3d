#include "tui/rerun/rerun_place.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

static bool is_kernel(const struct result_launch *launch, const char *kernel)
{
    return kernel && launch->function && strcmp(launch->function, kernel) == 0;
}

void rerun_place_find(struct rerun_place *place, const struct report *report, size_t result)
{
    const size_t file = report_result_file(report, result);
    struct result_launch launch;
    report_launch(report, result, &launch);
    *place = (struct rerun_place){.kernel = launch.function ? mem_strdup(launch.function) : NULL};
    result_launch_free(&launch);
    for (size_t i = 0; i < result; i++) {
        if (report_result_file(report, i) != file)
            continue;
        report_launch(report, i, &launch);
        place->of_kernel += is_kernel(&launch, place->kernel);
        place->of_file++;
        result_launch_free(&launch);
    }
}

void rerun_place_free(struct rerun_place *place)
{
    free(place->kernel);
    *place = (struct rerun_place){0};
}

static bool same_shape(const struct result_summary *a, const struct result_summary *b)
{
    return memcmp(a->grid, b->grid, sizeof a->grid) == 0 &&
           memcmp(a->block, b->block, sizeof a->block) == 0;
}

size_t rerun_place_again(struct report *report, size_t result, size_t first)
{
    size_t found = SIZE_MAX;
    const struct result_summary *old = report_summary(report, result);
    for (size_t i = first; i < report_count(report); i++) {
        const struct result_summary *now = report_summary(report, i);
        if (strcmp(old->name, now->name) != 0)
            continue;
        if (same_shape(old, now))
            return i;
        found = found == SIZE_MAX ? i : found;
    }
    return found;
}
