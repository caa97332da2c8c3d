#include "report/sample/sample_choice.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"

/* A launch of the trace, before it is numbered. */
struct traced_launch {
    uint32_t process, row;
    uint64_t correlation, start;
};

struct chooser {
    struct trace *trace;
    struct sample_choice *choice;
    struct traced_launch *launches; /* in the order of each process */
    size_t count;
    unsigned *numbers;                 /* of processes, among those of their name */
    struct name_index kernels, groups; /* keys with and without the process */
    uint32_t *kernel_of, *group_of;    /* by launch */
    uint64_t *occurrences;
    double *durations;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *sample_choice_key(const char *executable, unsigned number, const char *mangled,
                        const uint32_t s[7])
{
    return mem_printf("%s\n%u\n%s\n%u,%u,%u %u,%u,%u %u", base_name(executable), number, mangled,
                      s[0], s[1], s[2], s[3], s[4], s[5], s[6]);
}

static int in_order(const void *a, const void *b)
{
    const struct traced_launch *x = a, *y = b;
    if (x->process != y->process)
        return x->process < y->process ? -1 : 1;
    if (x->correlation != y->correlation)
        return x->correlation < y->correlation ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static uint64_t cell(const struct chooser *c, uint32_t row, size_t field)
{
    return trace_column(c->trace, TRACE_KERNEL, field)[row];
}

static double duration_of(const struct chooser *c, uint32_t row)
{
    const uint64_t start = cell(c, row, SPAN_START), end = cell(c, row, SPAN_END);
    return trace_span_is_good(start, end) ? (double)(end - start) : 0;
}

/* Processes of one name are numbered in the order of their first kernel. */
static void number_processes(struct chooser *c)
{
    const size_t processes = trace_process_count(c->trace);
    const size_t rows = trace_count(c->trace, TRACE_KERNEL);
    const uint32_t *of = trace_processes(c->trace, TRACE_KERNEL);
    const uint64_t *starts = trace_column(c->trace, TRACE_KERNEL, SPAN_START);
    uint64_t *firsts = mem_alloc((processes + 1) * sizeof *firsts);
    memset(firsts, 0xff, processes * sizeof *firsts);
    for (size_t i = 0; i < rows; i++)
        if (starts[i] < firsts[of[i]])
            firsts[of[i]] = starts[i];
    c->numbers = mem_alloc((processes + 1) * sizeof *c->numbers);
    for (size_t i = 0; i < processes; i++)
        for (size_t j = 0; j < processes; j++)
            c->numbers[i] += (firsts[j] < firsts[i] || (j < i && firsts[j] == firsts[i])) &&
                             firsts[j] != UINT64_MAX &&
                             strcmp(base_name(trace_process(c->trace, i)->name),
                                    base_name(trace_process(c->trace, j)->name)) == 0;
    free(firsts);
}

/* Names are judged once each. */
static void gather(struct chooser *c, sample_takes *takes, void *context)
{
    enum { UNKNOWN, TAKEN, LEFT };
    const size_t rows = trace_count(c->trace, TRACE_KERNEL);
    const uint64_t *names = trace_column(c->trace, TRACE_KERNEL, KERNEL_NAME);
    unsigned char *judged = mem_alloc(trace_string_count(c->trace) + 1);
    c->launches = mem_alloc((rows + 1) * sizeof *c->launches);
    for (size_t i = 0; i < rows; i++) {
        unsigned char *verdict =
            &judged[names[i] < trace_string_count(c->trace) ? names[i]
                                                            : trace_string_count(c->trace)];
        if (*verdict == UNKNOWN)
            *verdict = takes && !takes(context, trace_string(c->trace, names[i])) ? LEFT : TAKEN;
        if (*verdict == LEFT) {
            c->choice->left_out += duration_of(c, (uint32_t)i);
            continue;
        }
        c->launches[c->count++] = (struct traced_launch){
            trace_processes(c->trace, TRACE_KERNEL)[i], (uint32_t)i,
            cell(c, (uint32_t)i, KERNEL_CORRELATION), cell(c, (uint32_t)i, SPAN_START)};
    }
    free(judged);
    if (c->count)
        qsort(c->launches, c->count, sizeof *c->launches, in_order);
}

/* The number of a key, which the index takes over if it is new. */
static uint32_t number_of(struct name_index *index, char *key)
{
    const size_t known = index->count, at = name_index_add(index, key);
    if (at < known)
        free(key);
    return (uint32_t)at;
}

static void free_keys(struct name_index *index)
{
    for (size_t i = 0; i < index->count; i++)
        free((char *)(uintptr_t)index->names[i]);
    name_index_free(index);
}

static void identify(struct chooser *c)
{
    struct sample_choice *choice = c->choice;
    for (size_t i = 0; i < c->count; i++) {
        const uint32_t row = c->launches[i].row, process = c->launches[i].process;
        const char *name = trace_string(c->trace, cell(c, row, KERNEL_NAME));
        uint32_t shape[7];
        for (size_t j = 0; j < 6; j++)
            shape[j] = (uint32_t)cell(c, row, KERNEL_GRID_X + j);
        shape[6] = (uint32_t)cell(c, row, KERNEL_DYNAMIC_SHARED);
        const uint32_t kernel = c->kernel_of[i] =
            number_of(&c->kernels, sample_choice_key(trace_process(c->trace, process)->name,
                                                     c->numbers[process], name, shape));
        c->group_of[i] = number_of(&c->groups, sample_choice_key("", 0, name, shape));
        if (kernel == choice->kernel_count) {
            mem_grow(&choice->kernels, choice->kernel_count, &choice->kernel_capacity,
                     sizeof *choice->kernels);
            choice->kernels[choice->kernel_count++] =
                (struct chosen_kernel){.key = mem_strdup(c->kernels.names[kernel])};
        }
        c->occurrences[i] = choice->kernels[kernel].launches++;
        c->durations[i] = duration_of(c, row);
        choice->run_time += c->durations[i];
    }
    choice->run_launches = (double)c->count;
}

/* The name in a key of groups. */
static char *name_of(const char *key)
{
    const char *begin = strchr(strchr(key, '\n') + 1, '\n') + 1;
    return mem_strndup(begin, strcspn(begin, "\n"));
}

/* What each kernel has in all its shapes. */
static void add_kernel_totals(const struct chooser *c, const struct strata *strata)
{
    struct chosen_group *groups = c->choice->groups;
    const char *const *keys = c->groups.names;
    struct name_index names = {0};
    if (!keys)
        return; /* there are no launches */
    uint32_t *number = mem_alloc((strata->count + 1) * sizeof *number);
    double *launches = mem_alloc((strata->count + 1) * sizeof *launches);
    double *times = mem_alloc((strata->count + 1) * sizeof *times);
    for (size_t i = 0; i < strata->count; i++) {
        number[i] = number_of(&names, name_of(keys[strata->list[i].group]));
        launches[number[i]] += groups[i].launches;
        times[number[i]] += groups[i].time;
    }
    for (size_t i = 0; i < strata->count; i++) {
        groups[i].kernel_launches = launches[number[i]];
        groups[i].kernel_time = times[number[i]];
    }
    free_keys(&names);
    free(number);
    free(launches);
    free(times);
}

static void take_groups(struct sample_choice *choice, const struct strata *strata)
{
    choice->groups = mem_alloc((strata->count + 1) * sizeof *choice->groups);
    choice->group_count = strata->count;
    for (size_t i = 0; i < strata->count; i++) {
        const struct stratum *s = &strata->list[i];
        choice->groups[i] =
            (struct chosen_group){.launches = (double)s->count,
                                  .time = s->total,
                                  .spread = s->mean > 0 ? s->deviation / s->mean : 0};
    }
}

/* Picks, sorted by kernel and occurrence. */
static void take_picks(struct chooser *c, const struct sample_plan *plan)
{
    struct sample_choice *choice = c->choice;
    size_t *ranks = mem_alloc((c->count + 1) * sizeof *ranks); /* by launch: rank + 1 */
    choice->launches = mem_alloc((plan->count + 1) * sizeof *choice->launches);
    choice->launch_count = plan->count;
    for (size_t i = 0; i < plan->count; i++) {
        ranks[plan->picks[i].launch] = i + 1;
        choice->kernels[c->kernel_of[plan->picks[i].launch]].count++;
    }
    size_t first = 0;
    for (size_t i = 0; i < choice->kernel_count; i++) {
        choice->kernels[i].first = first;
        first += choice->kernels[i].count;
        choice->kernels[i].count = 0;
    }
    for (size_t i = 0; i < c->count; i++) {
        struct chosen_kernel *kernel = &choice->kernels[c->kernel_of[i]];
        if (ranks[i])
            choice->launches[kernel->first + kernel->count++] =
                (struct chosen_launch){c->occurrences[i], plan->picks[ranks[i] - 1].stratum,
                                       ranks[i] - 1, c->durations[i]};
    }
    free(ranks);
}

struct sample_choice *sample_choice_make(struct trace *trace, const struct sample_limits *limits,
                                         sample_takes *takes, void *context)
{
    struct chooser c = {.trace = trace, .choice = mem_alloc(sizeof *c.choice)};
    struct strata strata = {0};
    struct sample_plan plan = {0};
    number_processes(&c);
    gather(&c, takes, context);
    c.kernel_of = mem_alloc((c.count + 1) * sizeof *c.kernel_of);
    c.group_of = mem_alloc((c.count + 1) * sizeof *c.group_of);
    c.occurrences = mem_alloc((c.count + 1) * sizeof *c.occurrences);
    c.durations = mem_alloc((c.count + 1) * sizeof *c.durations);
    identify(&c);
    strata_make(&strata, c.group_of, c.durations, c.count);
    sample_plan_make(&plan, &strata, limits);
    take_groups(c.choice, &strata);
    add_kernel_totals(&c, &strata);
    take_picks(&c, &plan);
    c.choice->first = plan.first;
    c.choice->error = plan.error;
    sample_plan_free(&plan);
    strata_free(&strata);
    free_keys(&c.kernels);
    free_keys(&c.groups);
    free(c.kernel_of);
    free(c.group_of);
    free(c.occurrences);
    free(c.durations);
    free(c.launches);
    free(c.numbers);
    return c.choice;
}

void sample_choice_free(struct sample_choice *choice)
{
    if (!choice)
        return;
    for (size_t i = 0; i < choice->kernel_count; i++)
        free(choice->kernels[i].key);
    free(choice->kernels);
    free(choice->launches);
    free(choice->groups);
    free(choice);
}
