/* Threads that evaluate counters, on the double of CUPTI (ROOFTOP_CUPTI, else beside this program):
 * launch N of an image made here took 1000 + N nanoseconds. The double takes a millisecond for each
 * launch, so threads come into each other's way, and calls a function here, which can hold them. */
#include "collect/result/evaluators.h"

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../cupti/no_deepbind.h"
#include "../../fakegpu/cupti_fake.h"
#include "build_report.h"
#include "cupti_paths.h"
#include "report/base/mem.h"

enum { LAUNCHES = 100, NAMES = 2, SLOW_MS = 1 };

struct fixture {
    struct cupti_library *cupti;
    struct cupti_chip *chip;
    struct plan_group groups[NAMES];
    struct chip_plan plan;
    uint8_t *image;
    Wire__GroupData data[NAMES], *data_pointers[NAMES];
    Wire__Window window;
    Wire__Result results[LAUNCHES];
    struct evaluators_launch launches[LAUNCHES];
};

static char double_path[4096];
static char *names[NAMES] = {"gpu__time_duration.sum", "gpu__time_duration.max"};

static uint64_t hash_of(const char *text)
{
    uint64_t hash = METRIC_HASH_SEED;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

static uint8_t *make_image(size_t *size)
{
    *size =
        sizeof(struct counter_image) + sizeof(uint64_t) + LAUNCHES * sizeof(struct counter_range);
    uint8_t *bytes = mem_alloc(*size);
    struct counter_image *image = (struct counter_image *)bytes;
    uint64_t *hash = (uint64_t *)(image + 1);
    struct counter_range *ranges = (struct counter_range *)(hash + 1);
    memcpy(image->magic, "FAKECTR1", sizeof image->magic);
    image->size = *size;
    image->metric_room = image->metric_count = image->passes = 1;
    image->range_room = image->range_count = LAUNCHES;
    *hash = hash_of("gpu__time_duration");
    for (size_t i = 0; i < LAUNCHES; i++) {
        snprintf(ranges[i].name, sizeof ranges[i].name, "%zu", i);
        ranges[i].threads = 10 * i;
        ranges[i].passes_seen = 1;
    }
    return bytes;
}

/* Evaluations wait at the gate while it is closed. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool closed;
    size_t begun, inside, most; /* evaluations: all, now, at the same time */
} gate = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void go_through(void)
{
    pthread_mutex_lock(&gate.lock);
    gate.begun++;
    gate.inside++;
    gate.most = gate.inside > gate.most ? gate.inside : gate.most;
    pthread_cond_broadcast(&gate.changed);
    while (gate.closed)
        pthread_cond_wait(&gate.changed, &gate.lock);
    gate.inside--;
    pthread_mutex_unlock(&gate.lock);
}

static void set_gate(bool closed)
{
    pthread_mutex_lock(&gate.lock);
    gate.begun = gate.most = 0;
    gate.closed = closed;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.lock);
}

static void open_gate(void)
{
    pthread_mutex_lock(&gate.lock);
    gate.closed = false;
    pthread_cond_broadcast(&gate.changed);
    pthread_mutex_unlock(&gate.lock);
}

static void wait_for_inside(size_t count)
{
    pthread_mutex_lock(&gate.lock);
    while (gate.inside < count)
        pthread_cond_wait(&gate.changed, &gate.lock);
    pthread_mutex_unlock(&gate.lock);
}

static int open_fixture(void **state)
{
    struct fixture *f = mem_alloc(sizeof *f);
    struct error error = {""};
    size_t size;
    *state = f;
    f->cupti = cupti_library_open(&error);
    f->chip = f->cupti ? cupti_chip_open(f->cupti, "GH100", NULL, 0, &error) : NULL;
    if (!f->chip)
        print_error("%s\n", error.text);
    void *double_library = dlopen(double_path, RTLD_NOW | RTLD_NOLOAD);
    void (**on_evaluate)(void) =
        double_library ? dlsym(double_library, "fakegpu_on_evaluate") : NULL;
    assert_non_null(on_evaluate);
    *on_evaluate = go_through;
    dlclose(double_library);
    f->image = make_image(&size);
    wire__window__init(&f->window);
    f->plan.groups = f->groups;
    f->plan.group_count = f->window.n_groups = NAMES;
    f->window.groups = f->data_pointers;
    for (size_t i = 0; i < NAMES; i++) {
        f->groups[i] = (struct plan_group){.metrics = &names[i], .count = 1};
        wire__group_data__init(&f->data[i]);
        f->data[i].has_image = f->data[i].has_ranges = true;
        f->data[i].image = (ProtobufCBinaryData){size, f->image};
        f->data[i].ranges = LAUNCHES;
        f->data_pointers[i] = &f->data[i];
    }
    for (size_t i = 0; i < LAUNCHES; i++) {
        wire__result__init(&f->results[i]);
        f->results[i].range = i;
        f->launches[i] =
            (struct evaluators_launch){{&f->plan, &f->window, &f->results[i]}, f->chip};
    }
    return f->chip ? 0 : -1;
}

static int close_fixture(void **state)
{
    struct fixture *f = *state;
    cupti_chip_close(f->chip);
    cupti_library_close(f->cupti);
    free(f->image);
    free(f);
    return 0;
}

static void assert_values(struct evaluation *evaluation, size_t launch)
{
    struct error error = {""};
    const double *values = evaluation_values(evaluation, launch, &error);
    if (!values)
        fail_msg("launch %zu: %s", launch, error.text);
    for (size_t i = 0; i < NAMES; i++)
        assert_float_equal(values[i], 1000.0 + (double)launch, 0);
}

static void assert_error(struct evaluation *evaluation, size_t launch, const char *text)
{
    struct error error = {""};
    assert_null(evaluation_values(evaluation, launch, &error));
    if (!strstr(error.text, text))
        fail_msg("launch %zu: \"%s\" instead of \"%s\"", launch, error.text, text);
}

/* Two windows at once, as they wait in a run. */
static void run_with(struct fixture *f, unsigned threads)
{
    struct evaluators *evaluators = evaluators_new(threads);
    struct evaluation *first = evaluation_begin(evaluators, f->launches, LAUNCHES);
    struct evaluation *second = evaluation_begin(evaluators, f->launches, LAUNCHES);
    for (size_t i = 0; i < LAUNCHES; i++)
        assert_values(first, i);
    evaluation_free(first);
    for (size_t i = 0; i < LAUNCHES; i++)
        assert_values(second, i);
    evaluation_free(second);
    evaluators_free(evaluators);
}

static void values_are_those_of_their_launch(void **state)
{
    for (unsigned threads = 0; threads <= 8; threads++)
        run_with(*state, threads);
}

static void threads_work_at_the_same_time(void **state)
{
    enum { THREADS = 8 };
    struct fixture *f = *state;
    set_gate(false);
    run_with(f, 0);
    assert_int_equal(gate.most, 1);
    assert_int_equal(gate.begun, 2 * NAMES * LAUNCHES);
    set_gate(true);
    struct evaluators *evaluators = evaluators_new(THREADS);
    struct evaluation *evaluation = evaluation_begin(evaluators, f->launches, LAUNCHES);
    evaluators_hurry(evaluators);
    wait_for_inside(THREADS); /* none goes on before all are there */
    open_gate();
    for (size_t i = 0; i < LAUNCHES; i++)
        assert_values(evaluation, i);
    evaluation_free(evaluation);
    evaluators_free(evaluators);
    assert_int_equal(gate.begun, NAMES * LAUNCHES);
}

static size_t count_tasks(void)
{
    size_t count = 0;
    DIR *tasks = opendir("/proc/self/task");
    assert_non_null(tasks);
    for (const struct dirent *entry; (entry = readdir(tasks));)
        count += entry->d_name[0] != '.';
    closedir(tasks);
    return count;
}

static void few_threads_work_while_programs_measure(void **state)
{
    struct fixture *f = *state;
    const size_t before = count_tasks();
    struct evaluators *evaluators = evaluators_new(8);
    struct evaluation *evaluation = evaluation_begin(evaluators, f->launches, LAUNCHES);
    assert_int_equal(count_tasks(), before + 2);
    evaluators_hurry(evaluators);
    assert_int_equal(count_tasks(), before + 8);
    for (size_t i = 0; i < LAUNCHES; i++)
        assert_values(evaluation, i);
    evaluation_free(evaluation);
    evaluators_free(evaluators);
    assert_int_equal(count_tasks(), before);
}

static void values_may_be_asked_for_in_any_order(void **state)
{
    struct fixture *f = *state;
    struct evaluators *evaluators = evaluators_new(3);
    struct evaluation *evaluation = evaluation_begin(evaluators, f->launches, LAUNCHES);
    for (size_t i = LAUNCHES; i-- > 0;)
        assert_values(evaluation, i);
    assert_values(evaluation, LAUNCHES / 2);
    evaluation_free(evaluation);
    evaluators_free(evaluators);
}

static void a_launch_that_fails_is_that_launch(void **state)
{
    struct fixture *f = *state;
    struct evaluators_launch launches[LAUNCHES];
    memcpy(launches, f->launches, sizeof launches);
    f->results[7].range = LAUNCHES;
    launches[11].chip = NULL;
    launches[13] = (struct evaluators_launch){0};
    for (unsigned threads = 0; threads <= 3; threads += 3) {
        struct evaluators *evaluators = evaluators_new(threads);
        struct evaluation *evaluation = evaluation_begin(evaluators, launches, LAUNCHES);
        for (size_t i = 0; i < LAUNCHES; i++)
            if (i == 7)
                assert_error(evaluation, i, "there is no range 100 in a counter image of 100");
            else if (i == 11)
                assert_error(evaluation, i, "the chip's counters cannot be evaluated");
            else if (i == 13)
                assert_error(evaluation, i, "nothing was measured");
            else
                assert_values(evaluation, i);
        evaluation_free(evaluation);
        evaluators_free(evaluators);
    }
    f->results[7].range = 7;
}

static atomic_bool gives_up;

static char state_of(pid_t task)
{
    char path[64], state = '?';
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", task);
    FILE *file = fopen(path, "r");
    if (file) {
        if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
            state = '?';
        fclose(file);
    }
    return state;
}

/* Opens the gate once the first thread sleeps in evaluation_free(). */
static void *open_behind(void *first)
{
    while (!atomic_load(&gives_up) || state_of(*(const pid_t *)first) != 'S')
        sched_yield();
    open_gate();
    return NULL;
}

/* Only what threads are at is still evaluated. */
static void what_nobody_asks_for_is_dropped(void **state)
{
    enum { THREADS = 4 };
    struct fixture *f = *state;
    pid_t first = getpid();
    pthread_t opener;
    struct evaluators *evaluators = evaluators_new(THREADS);
    set_gate(true);
    atomic_store(&gives_up, false);
    struct evaluation *evaluation = evaluation_begin(evaluators, f->launches, LAUNCHES);
    evaluators_hurry(evaluators);
    wait_for_inside(THREADS);
    assert_int_equal(pthread_create(&opener, NULL, open_behind, &first), 0);
    atomic_store(&gives_up, true);
    evaluation_free(evaluation);
    pthread_join(opener, NULL);
    assert_int_equal(gate.begun, NAMES * THREADS);
    for (size_t asked = 0; asked < LAUNCHES / 4; asked += 5) {
        evaluation = evaluation_begin(evaluators, f->launches, LAUNCHES);
        for (size_t i = 0; i < asked; i++)
            assert_values(evaluation, i);
        evaluation_free(evaluation);
    }
    evaluators_free(evaluators);
}

static void their_number_can_be_set(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned threads;
    } cases[] = {{"0", 0}, {"3", 3}, {"100", 16}, {"-2", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv("ROOFTOP_EVALUATORS", cases[i].text, 1);
        assert_int_equal(evaluators_threads(), cases[i].threads);
    }
    unsetenv("ROOFTOP_EVALUATORS");
    assert_true(evaluators_threads() <= 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_their_launch),
        cmocka_unit_test(threads_work_at_the_same_time),
        cmocka_unit_test(few_threads_work_while_programs_measure),
        cmocka_unit_test(values_may_be_asked_for_in_any_order),
        cmocka_unit_test(a_launch_that_fails_is_that_launch),
        cmocka_unit_test(what_nobody_asks_for_is_dropped),
        cmocka_unit_test(their_number_can_be_set),
    };
    if (!cupti_path_double(double_path, sizeof double_path)) {
        print_message("evaluators: skipped, no %s (make fakegpu)\n", double_path);
        return 0;
    }
    char slow[64];
    snprintf(slow, sizeof slow, "cuptiProfilerHostEvaluateToGpuValues=%d", SLOW_MS);
    setenv("FAKEGPU_SLOW", slow, 1);
    setenv("ROOFTOP_CUPTI", double_path, 1);
    return cmocka_run_group_tests(tests, open_fixture, close_fixture);
}
