/* evaluate FOLDER CHIP WINDOW: the values of a recorded window (ROOFTOP_RECORD) for 128 launches,
 * computed by the threads that this machine has for it and by none. Prints the microseconds that a
 * launch takes without, with, and the number of threads. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../cupti/recording.h"
#include "collect/result/evaluators.h"
#include "report/base/mem.h"

enum { LAUNCHES = 128, RUNS = 3 };

struct recorded {
    struct recorded_chip chip;
    struct chip_plan plan;
    Wire__Window *window;
    struct cupti_chip *evaluates;
};

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static bool open_recording(struct recorded *r, const char *folder, const char *chip,
                           const char *window, struct error *error)
{
    struct cupti_library *library = cupti_library_open(error);
    char *path = mem_printf("%s/%s.window", folder, window);
    bool good = library && recorded_chip_read(&r->chip, folder, chip, error) &&
                (r->window = recorded_window(path, error));
    free(path);
    if (!good)
        return false;
    const Wire__Device *device = r->chip.device;
    r->plan.groups = r->chip.groups;
    r->plan.group_count = r->chip.group_count;
    r->evaluates = cupti_chip_open(library, device->chip, device->availability.data,
                                   device->availability.len, error);
    return r->evaluates && r->window->n_results;
}

/* Microseconds for a launch; the first evaluation of a thread takes longer and counts, as in a run.
 * Below 0: see error. */
static double evaluate(const struct recorded *r, unsigned threads, struct error *error)
{
    struct evaluators_launch launches[LAUNCHES];
    struct evaluators *evaluators = evaluators_new(threads);
    bool good = true;
    for (size_t i = 0; i < LAUNCHES; i++)
        launches[i] = (struct evaluators_launch){
            {&r->plan, r->window, r->window->results[i % r->window->n_results]}, r->evaluates};
    const double start = microseconds();
    struct evaluation *evaluation = evaluation_begin(evaluators, launches, LAUNCHES);
    for (size_t i = 0; i < LAUNCHES && good; i++)
        good = evaluation_values(evaluation, i, error) != NULL;
    const double took = microseconds() - start;
    evaluation_free(evaluation);
    evaluators_free(evaluators);
    return good ? took / LAUNCHES : -1;
}

int main(int argc, char **argv)
{
    struct recorded r = {0};
    struct error error = {""};
    const unsigned threads = evaluators_threads();
    double without = 0, with = 0;
    if (argc != 4 || !open_recording(&r, argv[1], argv[2], argv[3], &error)) {
        fprintf(stderr, "evaluate: %s\n", error.text);
        return 1;
    }
    for (int i = 0; i < RUNS; i++) {
        const double alone = evaluate(&r, 0, &error), together = evaluate(&r, threads, &error);
        if (alone < 0 || together < 0) {
            fprintf(stderr, "evaluate: %s\n", error.text);
            return 1;
        }
        without = i && without < alone ? without : alone;
        with = i && with < together ? with : together;
    }
    printf("%.0f %.0f %u\n", without, with, threads);
    return 0;
}
