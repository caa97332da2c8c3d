/* other_profilers: finds the programs that run here and use counters of GPUs, by their names. */
#ifndef ROOFTOP_COLLECT_MACHINE_OTHER_PROFILERS_H
#define ROOFTOP_COLLECT_MACHINE_OTHER_PROFILERS_H

#include <sys/types.h>

typedef void profiler_user(void *context, pid_t pid, const char *name, const char *remedy);

/* Calls use() for each of them but this process. remedy: what makes it let the counters go. root:
 * see processes.h. */
void other_profilers_each(const char *root, profiler_user *use, void *context);

/* Text like "nv-hostengine (process 77), ncu (process 78)"; free() it. NULL: there is none. */
char *other_profilers_text(const char *root);

#endif
