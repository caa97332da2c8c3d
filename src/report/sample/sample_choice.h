/* sample_choice: the launches of a traced program that are worth measuring, in a form in which a
 * second run can recognise them: the n-th launch of a kernel with this shape in this process.
 *
 * Processes are told apart by the name of their executable and, among equal names, by the order in
 * which they first launched a kernel. */
#ifndef ROOFTOP_REPORT_SAMPLE_SAMPLE_CHOICE_H
#define ROOFTOP_REPORT_SAMPLE_SAMPLE_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/sample/sample_plan.h"
#include "report/trace/trace.h"

struct chosen_group {
    double launches, time;               /* of the stratum; ns */
    double spread;                       /* relative deviation of the durations */
    double kernel_launches, kernel_time; /* of its kernel, in all shapes */
};

struct chosen_launch {
    uint64_t occurrence; /* among the launches of its kernel, from 0 */
    uint32_t group;
    size_t rank; /* from 0, the most important one */
    double time; /* of this launch in the trace, ns */
};

/* A kernel with a shape, in a process. */
struct chosen_kernel {
    char *key;           /* made by sample_choice_key() */
    size_t first, count; /* its chosen launches */
    uint64_t launches;   /* all of them in the trace */
};

struct sample_choice {
    struct chosen_kernel *kernels;
    size_t kernel_count, kernel_capacity;
    struct chosen_launch *launches; /* by kernel, then by occurrence */
    size_t launch_count;
    size_t first; /* launches with a smaller rank cover what was asked for */
    struct chosen_group *groups;
    size_t group_count;
    double run_launches, run_time; /* of the whole program, without what is left out */
    double left_out;               /* time of kernels that are not to be measured */
    double error;                  /* see sample_plan.h */
};

/* Which kernels may be measured; NULL: all. */
typedef bool sample_takes(void *context, const char *mangled);

/* Makes the choice. Free it with sample_choice_free(). A trace without kernels gives a choice
 * without launches. */
struct sample_choice *sample_choice_make(struct trace *trace, const struct sample_limits *limits,
                                         sample_takes *takes, void *context);
void sample_choice_free(struct sample_choice *choice);

/* The text that a kernel of a process is recognised by; free() it. shape: grid, block, bytes of
 * dynamic shared memory. */
char *sample_choice_key(const char *executable, unsigned number, const char *mangled,
                        const uint32_t shape[7]);

#endif
