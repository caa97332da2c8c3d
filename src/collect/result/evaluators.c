/* One lock guards the list of evaluations and the state of every launch. A thread looks for the
 * next launch that waits, marks it as running, computes it without the lock, and marks it as done.
 * The loop does the same for the launch whose values it needs; if a thread works on that one, the
 * loop computes a later launch meanwhile. If counter_values() fails, only
 * that launch has an error. */
#include "collect/result/evaluators.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/os/quiet_thread.h"
#include "report/base/mem.h"

enum { MOST_THREADS = 16, FEW_THREADS = 2 };

enum state { WAITS, RUNS, DONE };

struct launch {
    struct evaluators_launch is;
    enum state state;
    bool good;
    double *values;
    struct error *error; /* why it failed */
};

struct evaluation {
    struct evaluators *all;
    struct evaluation *next; /* in the order in which they began */
    struct launch *launches;
    size_t count;
    size_t first;   /* no launch before this one waits for a thread */
    size_t running; /* launches that threads work on */
    double *values; /* of all launches */
};

struct worker {
    struct evaluators *all;
    pthread_t thread;
    /* The thread's own chips. They are few. */
    struct own_chip {
        const struct cupti_chip *of;
        struct cupti_chip *own;
    } * chips;
    size_t chip_count, chip_capacity;
};

/* The lock guards everything except the values and the error of a launch that RUNS. */
struct evaluators {
    pthread_mutex_t lock;
    pthread_cond_t more, done;
    struct evaluation *evaluations;
    struct worker workers[MOST_THREADS];
    unsigned most, started, idle, running;
    bool hurries, ends;
};

unsigned evaluators_threads(void)
{
    const char *given = getenv("ROOFTOP_EVALUATORS");
    cpu_set_t set;
    const bool known = sched_getaffinity(0, sizeof set, &set) == 0;
    const long count = known ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
    long threads = given && *given ? strtol(given, NULL, 10) : count - 1;
    if (threads < 0)
        return 0;
    return threads < MOST_THREADS ? (unsigned)threads : MOST_THREADS;
}

struct evaluators *evaluators_new(unsigned threads)
{
    struct evaluators *all = mem_alloc(sizeof *all);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->more, NULL);
    pthread_cond_init(&all->done, NULL);
    all->most = threads < MOST_THREADS ? threads : MOST_THREADS;
    return all;
}

/* A launch without a chip waits for no thread: it fails where it is asked for. */
static bool waits_for_thread(const struct launch *launch)
{
    return launch->state == WAITS && launch->is.chip;
}

/* The next launch that waits for a thread, or NULL. */
static struct launch *find_waiting(struct evaluators *all, struct evaluation **of)
{
    for (struct evaluation *e = all->evaluations; e; e = e->next) {
        while (e->first < e->count && !waits_for_thread(&e->launches[e->first]))
            e->first++;
        *of = e;
        if (e->first < e->count)
            return &e->launches[e->first];
    }
    return NULL;
}

static void evaluate(struct launch *launch, struct cupti_chip *chip)
{
    struct error error;
    launch->good = counter_values(&launch->is.source, chip, launch->values, &error);
    if (launch->good)
        return;
    launch->error = mem_alloc(sizeof error);
    *launch->error = error;
}

static struct cupti_chip *find_own(const struct worker *worker, const struct cupti_chip *of)
{
    for (size_t i = 0; i < worker->chip_count; i++)
        if (worker->chips[i].of == of)
            return worker->chips[i].own;
    return NULL;
}

static bool make_own(struct worker *worker, const struct cupti_chip *of)
{
    struct cupti_chip *own = cupti_chip_again(of);
    if (!own)
        return false;
    mem_grow(&worker->chips, worker->chip_count, &worker->chip_capacity, sizeof *worker->chips);
    worker->chips[worker->chip_count++] = (struct own_chip){of, own};
    return true;
}

static bool may_run(const struct evaluators *all)
{
    return all->hurries || all->running < FEW_THREADS;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct evaluators *all = worker->all;
    bool able = true;
    pthread_mutex_lock(&all->lock);
    while (able && !all->ends) {
        struct evaluation *evaluation;
        struct launch *launch = may_run(all) ? find_waiting(all, &evaluation) : NULL;
        if (!launch) {
            all->idle++;
            pthread_cond_wait(&all->more, &all->lock);
            all->idle--;
            continue;
        }
        const struct cupti_chip *chip = launch->is.chip;
        struct cupti_chip *own = find_own(worker, chip);
        if (!own) {
            /* Other threads may begin with the launch meanwhile. */
            pthread_mutex_unlock(&all->lock);
            able = make_own(worker, chip);
            pthread_mutex_lock(&all->lock);
            continue;
        }
        launch->state = RUNS;
        evaluation->running++;
        all->running++;
        pthread_mutex_unlock(&all->lock);
        evaluate(launch, own);
        pthread_mutex_lock(&all->lock);
        launch->state = DONE;
        evaluation->running--;
        all->running--;
        pthread_cond_signal(&all->done);
    }
    pthread_mutex_unlock(&all->lock);
    for (size_t i = 0; i < worker->chip_count; i++)
        cupti_chip_close(worker->chips[i].own);
    free(worker->chips);
    return NULL;
}

/* Starts more threads, if there is work for them and they may run. */
static void start_threads(struct evaluators *all, size_t count)
{
    const unsigned most = all->hurries || all->most < FEW_THREADS ? all->most : FEW_THREADS;
    for (; all->started < most && count; count--) {
        struct worker *worker = &all->workers[all->started];
        worker->all = all;
        if (!quiet_thread_start(&worker->thread, work, worker)) {
            all->most = all->started;
            return;
        }
        all->started++;
    }
}

void evaluators_free(struct evaluators *all)
{
    if (!all)
        return;
    pthread_mutex_lock(&all->lock);
    all->ends = true;
    pthread_cond_broadcast(&all->more);
    pthread_mutex_unlock(&all->lock);
    for (unsigned i = 0; i < all->started; i++)
        pthread_join(all->workers[i].thread, NULL);
    pthread_cond_destroy(&all->done);
    pthread_cond_destroy(&all->more);
    pthread_mutex_destroy(&all->lock);
    free(all);
}

static size_t values_of(const struct evaluators_launch *launch)
{
    return launch->source.plan ? counter_values_count(launch->source.plan) : 0;
}

struct evaluation *evaluation_begin(struct evaluators *all,
                                    const struct evaluators_launch *launches, size_t count)
{
    struct evaluation *evaluation = mem_alloc(sizeof *evaluation);
    size_t values = 0, waiting = 0;
    for (size_t i = 0; i < count; i++)
        values += values_of(&launches[i]);
    *evaluation = (struct evaluation){.all = all,
                                      .launches = mem_alloc(count * sizeof(struct launch)),
                                      .count = count,
                                      .values = mem_alloc(values * sizeof(double))};
    double *at = evaluation->values;
    for (size_t i = 0; i < count; i++) {
        struct launch *launch = &evaluation->launches[i];
        *launch = (struct launch){.is = launches[i], .values = at};
        launch->state = launches[i].source.plan ? WAITS : DONE;
        at += values_of(&launches[i]);
        waiting += waits_for_thread(launch);
    }
    pthread_mutex_lock(&all->lock);
    struct evaluation **end = &all->evaluations, *of;
    all->hurries = find_waiting(all, &of);
    while (*end)
        end = &(*end)->next;
    *end = evaluation;
    const size_t idle = all->idle;
    pthread_cond_broadcast(&all->more);
    pthread_mutex_unlock(&all->lock);
    start_threads(all, waiting > idle ? waiting - idle : 0);
    return evaluation;
}

void evaluators_hurry(struct evaluators *all)
{
    size_t waiting = 0;
    pthread_mutex_lock(&all->lock);
    all->hurries = true;
    for (const struct evaluation *e = all->evaluations; e; e = e->next)
        for (size_t i = e->first; i < e->count; i++)
            waiting += waits_for_thread(&e->launches[i]);
    pthread_cond_broadcast(&all->more);
    pthread_mutex_unlock(&all->lock);
    start_threads(all, waiting);
}

/* Evaluates on the loop's thread. The lock is held, but not during the computation. */
static void evaluate_here(struct evaluators *all, struct launch *launch)
{
    launch->state = RUNS;
    pthread_mutex_unlock(&all->lock);
    evaluate(launch, launch->is.chip);
    pthread_mutex_lock(&all->lock);
    launch->state = DONE;
}

const double *evaluation_values(struct evaluation *evaluation, size_t number, struct error *error)
{
    struct evaluators *all = evaluation->all;
    struct launch *launch = &evaluation->launches[number];
    pthread_mutex_lock(&all->lock);
    if (launch->state == WAITS)
        evaluate_here(all, launch);
    /* If a thread works on the launch, a later launch is computed here meanwhile. */
    while (launch->state != DONE) {
        struct evaluation *of;
        struct launch *other = find_waiting(all, &of);
        if (other)
            evaluate_here(all, other);
        else
            pthread_cond_wait(&all->done, &all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    if (launch->good)
        return launch->values;
    if (launch->error)
        *error = *launch->error;
    else
        error_set(error, "nothing was measured");
    return NULL;
}

void evaluation_free(struct evaluation *evaluation)
{
    if (!evaluation)
        return;
    struct evaluators *all = evaluation->all;
    pthread_mutex_lock(&all->lock);
    struct evaluation **at = &all->evaluations;
    while (*at != evaluation)
        at = &(*at)->next;
    *at = evaluation->next;
    while (evaluation->running)
        pthread_cond_wait(&all->done, &all->lock);
    pthread_mutex_unlock(&all->lock);
    for (size_t i = 0; i < evaluation->count; i++)
        free(evaluation->launches[i].error);
    free(evaluation->launches);
    free(evaluation->values);
    free(evaluation);
}
