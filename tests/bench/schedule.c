/* schedule CHIP SET CACHE: loads the sections and schedules a set on a chip, with what the folder
 * CACHE keeps ("" for nothing). Prints the microseconds that the two took together, and the passes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "collect/plan/plan_cache.h"

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static bool schedule(const char *chip_name, const char *set, const char *folder,
                     struct chip_plan *on_chip, struct error *error)
{
    struct section_library sections;
    const struct plan_request request = {.sets = &set, .set_count = 1, .extra_suffixes = true};
    const struct section_scope scope = {.arch = 90};
    struct plan plan;
    section_library_init(&sections);
    struct cupti_library *library = cupti_library_open(error);
    const struct plan_cache cache = {.folder = *folder ? folder : NULL,
                                     .library = library ? cupti_library_path(library) : "",
                                     .chip = chip_name};
    bool planned = library && plan_make(&plan, &sections, &request, error);
    bool good = planned && plan_cache_get(on_chip, &cache, &plan, &scope);
    if (planned && !good) {
        struct cupti_chip *chip = cupti_chip_open(library, chip_name, NULL, 0, error);
        good = chip && chip_plan_make(on_chip, &plan, chip, &scope, error);
        if (good)
            plan_cache_put(on_chip, &cache, &plan, &scope);
        cupti_chip_close(chip);
    }
    if (planned)
        plan_free(&plan);
    cupti_library_close(library);
    section_library_free(&sections);
    return good;
}

int main(int argc, char **argv)
{
    struct chip_plan plan;
    struct error error;
    if (argc != 4)
        return 2;
    double start = microseconds();
    if (!schedule(argv[1], argv[2], argv[3], &plan, &error)) {
        fprintf(stderr, "schedule: %s\n", error.text);
        return 1;
    }
    double took = microseconds() - start;
    unsigned passes = 0;
    for (size_t i = 0; i < plan.group_count; i++)
        passes += plan.groups[i].passes;
    printf("%.0f %u\n", took, passes);
    chip_plan_free(&plan);
    return 0;
}
