#include "collect/program/chosen_launches.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/name_index.h"

/* What a launch may cost beside its passes while it is not known, and after how many the average
 * counts. */
#define FIRST_COST 0.02
enum { FEW = 16 };

/* A kernel of a process of the second run. */
struct known_kernel {
    const struct chosen_kernel *kernel; /* NULL: none of its launches was chosen */
    size_t next;                        /* its next chosen launch */
    uint64_t seen;
};

struct known_process {
    uint32_t id;
    const char *executable; /* owned */
    unsigned number;        /* among those of its name */
};

struct admitted {
    uint32_t process;
    uint64_t number;
    const struct chosen_launch *launch;
};

struct chosen_launches {
    const struct sample_choice *choice;
    double budget;
    struct name_index keys; /* of the choice, in its order */
    struct known_kernel *kernels;
    /* Picks that are still to come, of all kernels with a name in a process: by its key without the
     * shape. */
    struct name_index names;
    size_t *left, *name_of; /* by name; by kernel */
    size_t all_left;
    struct to_come {
        size_t count;
        double time; /* of their kernels, ns */
    } * tree;        /* Fenwick: picks that are still to come, by rank */
    struct known_process *processes;
    size_t process_count, process_capacity;
    struct admitted *admitted;
    size_t admitted_count, admitted_capacity;
    size_t *measured; /* by group */
    double *run;      /* of the launches that were admitted: ns of all until this one; [0] is 0 */
    size_t run_capacity;
    /* After the first launches, which set up the counters and say little of the others. */
    double set_up;
    uint64_t set_up_by;
    struct chosen_outcome outcome;
};

/* --- picks that are still to come --------------------------------------------------------------
 */

/* A pick comes, or with -1 it has come. */
static void tree_add(struct chosen_launches *c, const struct chosen_launch *launch, int sign)
{
    for (size_t i = launch->rank + 1; i <= c->choice->launch_count; i += i & (~i + 1)) {
        c->tree[i].count += (size_t)sign;
        c->tree[i].time += sign * launch->time;
    }
}

/* Those with a smaller rank. */
static struct to_come tree_below(const struct chosen_launches *c, size_t rank)
{
    struct to_come sum = {0};
    for (size_t i = rank; i; i -= i & (~i + 1)) {
        sum.count += c->tree[i].count;
        sum.time += c->tree[i].time;
    }
    return sum;
}

/* The key of a kernel without its shape. */
static char *name_key(const char *key)
{
    const char *end = strrchr(key, '\n');
    return mem_strndup(key, end ? (size_t)(end - key) : strlen(key));
}

static size_t number_of(struct name_index *index, char *key)
{
    const size_t known = index->count, at = name_index_add(index, key);
    if (at < known)
        free(key);
    return at;
}

struct chosen_launches *chosen_launches_new(const struct sample_choice *choice, double budget)
{
    struct chosen_launches *c = mem_alloc(sizeof *c);
    c->choice = choice;
    c->budget = budget;
    c->kernels = mem_alloc((choice->kernel_count + 1) * sizeof *c->kernels);
    c->name_of = mem_alloc((choice->kernel_count + 1) * sizeof *c->name_of);
    c->left = mem_alloc((choice->kernel_count + 1) * sizeof *c->left);
    c->tree = mem_alloc((choice->launch_count + 1) * sizeof *c->tree);
    c->measured = mem_alloc((choice->group_count + 1) * sizeof *c->measured);
    mem_grow(&c->run, 0, &c->run_capacity, sizeof *c->run);
    c->run[0] = 0;
    for (size_t i = 0; i < choice->kernel_count; i++) {
        const struct chosen_kernel *kernel = &choice->kernels[i];
        name_index_add(&c->keys, kernel->key);
        c->kernels[i] = (struct known_kernel){.kernel = kernel};
        c->name_of[i] = number_of(&c->names, name_key(kernel->key));
        c->left[c->name_of[i]] += kernel->count;
    }
    for (size_t i = 0; i < choice->launch_count; i++)
        tree_add(c, &choice->launches[i], 1);
    c->all_left = choice->launch_count;
    return c;
}

void chosen_launches_free(struct chosen_launches *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->names.count; i++)
        free((char *)(uintptr_t)c->names.names[i]);
    for (size_t i = c->choice->kernel_count; i < c->keys.count; i++)
        free((char *)(uintptr_t)c->keys.names[i]);
    for (size_t i = 0; i < c->process_count; i++)
        free((char *)(uintptr_t)c->processes[i].executable);
    name_index_free(&c->names);
    name_index_free(&c->keys);
    free(c->kernels);
    free(c->name_of);
    free(c->left);
    free(c->tree);
    free(c->measured);
    free(c->run);
    free(c->processes);
    free(c->admitted);
    free(c);
}

/* --- launches ----------------------------------------------------------------------------------
 */

static unsigned process_number(struct chosen_launches *c, const struct asked_launch *asked)
{
    const char *slash = strrchr(asked->executable, '/');
    const char *name = slash ? slash + 1 : asked->executable;
    unsigned number = 0;
    for (size_t i = 0; i < c->process_count; i++) {
        if (c->processes[i].id == asked->process)
            return c->processes[i].number;
        number += strcmp(c->processes[i].executable, name) == 0;
    }
    mem_grow(&c->processes, c->process_count, &c->process_capacity, sizeof *c->processes);
    c->processes[c->process_count++] =
        (struct known_process){asked->process, mem_strdup(name), number};
    return number;
}

/* The kernel in the choice; kernel_count or more if it is not there. New ones are remembered, so
 * that keys can be freed. */
static size_t kernel_of(struct chosen_launches *c, const struct asked_launch *asked, size_t *name)
{
    char *key = sample_choice_key(asked->executable, process_number(c, asked), asked->mangled,
                                  asked->shape);
    *name = number_of(&c->names, name_key(key));
    return number_of(&c->keys, key);
}

static void pass(struct chosen_launches *c, struct known_kernel *kernel, size_t name)
{
    tree_add(c, &c->choice->launches[kernel->kernel->first + kernel->next], -1);
    kernel->next++;
    c->left[name]--;
    c->all_left--;
}

/* ns that the kernels ran of the first launches that were admitted. */
static double run_of(const struct chosen_launches *c, uint64_t launches)
{
    return c->run[launches < c->outcome.measured ? launches : c->outcome.measured];
}

/* Seconds that a launch costs beside the passes of its kernel. */
static double cost_of(struct chosen_launches *c, const struct asked_launch *asked, double passes)
{
    if (!c->set_up_by) {
        c->set_up = asked->spent;
        c->set_up_by = asked->measured;
    }
    const uint64_t since = asked->measured - c->set_up_by;
    const double ran = run_of(c, asked->measured) - run_of(c, c->set_up_by),
                 others = asked->spent - c->set_up - passes * ran;
    return since < FEW ? FIRST_COST : others > 0 ? others / (double)since : 0;
}

/* Whether there is time for this pick beside the more important ones. */
static bool is_affordable(struct chosen_launches *c, const struct asked_launch *asked,
                          const struct chosen_launch *launch)
{
    const double passes = asked->passes / 1e9; /* of a kernel in ns */
    const double cost = cost_of(c, asked, passes);
    const struct to_come before = tree_below(c, launch->rank);
    const double open =
        asked->measured < c->outcome.measured ? (double)(c->outcome.measured - asked->measured) : 0;
    const double time =
        run_of(c, c->outcome.measured) - run_of(c, asked->measured) + launch->time + before.time;
    return asked->spent + cost * (open + 1 + (double)before.count) + passes * time <= c->budget;
}

static void admit(struct chosen_launches *c, const struct asked_launch *asked,
                  const struct chosen_launch *launch)
{
    mem_grow(&c->admitted, c->admitted_count, &c->admitted_capacity, sizeof *c->admitted);
    c->admitted[c->admitted_count++] = (struct admitted){asked->process, asked->number, launch};
    c->measured[launch->group]++;
    c->outcome.measured++;
    mem_grow(&c->run, c->outcome.measured, &c->run_capacity, sizeof *c->run);
    c->run[c->outcome.measured] = c->run[c->outcome.measured - 1] + launch->time;
}

enum launch_verdict chosen_launches_judge(struct chosen_launches *c,
                                          const struct asked_launch *asked, bool *again)
{
    size_t name;
    *again = false;
    const size_t number = kernel_of(c, asked, &name);
    if (!c->all_left)
        return LAUNCH_DONE;
    if (name >= c->choice->kernel_count || !c->left[name])
        return LAUNCH_NEVER;
    if (number >= c->choice->kernel_count)
        return LAUNCH_SKIP;
    struct known_kernel *kernel = &c->kernels[number];
    const uint64_t occurrence = kernel->seen++;
    if (kernel->next >= kernel->kernel->count)
        return LAUNCH_SKIP;
    const struct chosen_launch *launch = &c->choice->launches[kernel->kernel->first + kernel->next];
    if (launch->occurrence != occurrence)
        return LAUNCH_SKIP;
    pass(c, kernel, name);
    if (!is_affordable(c, asked, launch)) {
        c->outcome.late++;
        return LAUNCH_SKIP;
    }
    *again = c->measured[launch->group] > 0;
    admit(c, asked, launch);
    return LAUNCH_MEASURE;
}

const struct chosen_launch *chosen_launches_take(struct chosen_launches *c, uint32_t process,
                                                 uint64_t number)
{
    for (size_t i = 0; i < c->admitted_count; i++) {
        if (c->admitted[i].process != process || c->admitted[i].number != number)
            continue;
        const struct chosen_launch *launch = c->admitted[i].launch;
        memmove(&c->admitted[i], &c->admitted[i + 1],
                (--c->admitted_count - i) * sizeof *c->admitted);
        return launch;
    }
    return NULL;
}

struct chosen_outcome chosen_launches_outcome(const struct chosen_launches *c)
{
    struct chosen_outcome outcome = c->outcome;
    outcome.missed = c->all_left;
    for (size_t i = 0; i < c->choice->group_count; i++)
        if (!c->measured[i])
            outcome.missed_time += c->choice->groups[i].time;
    return outcome;
}
