/* cpu_child: a program that is started and held until its events are open. */
#ifndef ROOFTOP_CPU_MEASURE_CPU_CHILD_H
#define ROOFTOP_CPU_MEASURE_CPU_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "report/base/error.h"

struct cpu_child {
    pid_t pid;
    int hold;  /* closed when it may run */
    int fault; /* tells why it could not be executed */
};

/* Starts the program with the default handling of signals. output: a descriptor for its standard
 * output and error, and it reads nothing; -1: those of this process. */
bool cpu_child_start(struct cpu_child *child, char *const *program, int output,
                     struct error *error);
/* Lets it run. false: it could not be executed. */
bool cpu_child_release(struct cpu_child *child, char *const *program, struct error *error);
/* Whether it has ended; *status as a shell has it. */
bool cpu_child_ended(struct cpu_child *child, bool wait, int *status);
/* Ends it before it has run. */
void cpu_child_drop(struct cpu_child *child);

#endif
