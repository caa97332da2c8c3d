/* other_profilers: the programs running here that use counters of GPUs, by their names. */
#ifndef ROOFTOP_OTHER_PROFILERS_H
#define ROOFTOP_OTHER_PROFILERS_H

#include <sys/types.h>

typedef void profiler_user(void *context, pid_t pid, const char *name, const char *remedy);

/* Calls use() for each but this process, with what makes it let go. root: see processes.h. */
void other_profilers_each(const char *root, profiler_user *use, void *context);

/* "nv-hostengine (process 77), ncu (process 78)", or NULL; free() it. */
char *other_profilers_text(const char *root);

#endif
