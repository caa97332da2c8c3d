/* process_choice: which processes of the program are profiled: --target-processes,
 * --target-processes-filter, --ranks. The others run as if rooftop was not there. */
#ifndef ROOFTOP_PROCESS_CHOICE_H
#define ROOFTOP_PROCESS_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "number_list.h"
#include "process_filter.h"

struct process_choice {
    const struct process_filter *filter;
    const struct number_list *ranks;
    pid_t root; /* the program itself */
    bool root_only;
};

/* A process as /proc knows it. */
struct process_facts {
    pid_t pid; /* in this name space */
    const char *executable;
    int rank; /* -1: none */
};

/* Whether the process runs and is not about to end. */
bool process_is_alive(pid_t pid);

/* The rank that its launcher gave the process, -1: none. */
int process_rank(pid_t pid);

/* Whether its environment has this "NAME=VALUE". */
bool process_has(pid_t pid, const char *variable);

/* NULL: it is profiled; else the option that leaves it out. */
const char *process_left_out(const struct process_choice *choice, const struct process_facts *who);

#endif
