/* process_choice: which processes of the program are profiled, by --target-processes,
 * --target-processes-filter and --ranks. The others run as if rooftop were not there. */
#ifndef ROOFTOP_COLLECT_PROGRAM_PROCESS_CHOICE_H
#define ROOFTOP_COLLECT_PROGRAM_PROCESS_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "report/base/number_list.h"
#include "report/filter/process_filter.h"

struct process_choice {
    const struct process_filter *filter;
    const struct number_list *ranks;
    pid_t root; /* the program itself */
    bool root_only;
};

/* A process as /proc knows it. */
struct process_facts {
    pid_t pid; /* in our name space */
    const char *executable;
    int rank; /* -1: it is no rank */
};

/* Whether the process runs and is not about to end. */
bool process_is_alive(pid_t pid);

/* The rank that its launcher gave the process; -1: none. */
int process_rank(pid_t pid);

/* Whether the environment of the process has this "NAME=VALUE". */
bool process_has(pid_t pid, const char *variable);

/* The option that excludes a process; NULL: it is profiled. */
const char *process_excluded_by(const struct process_choice *choice,
                                const struct process_facts *who);

#endif
