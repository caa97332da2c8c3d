/* processes: what /proc tells of other processes. `root` is "", or a folder of a test that has a
 * "proc" like it. */
#ifndef ROOFTOP_COLLECT_MACHINE_PROCESSES_H
#define ROOFTOP_COLLECT_MACHINE_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The content of a small file whose size is not known before, with a NUL behind it; free() it.
 * length may be NULL. NULL: it cannot be read. */
char *processes_file(const char *path, size_t *length);

/* The name of a process, of at most 15 bytes; free() it. NULL: there is no such process. */
char *process_name(const char *root, pid_t pid);

/* Text like "ncu (process 1234)", or as much of it as is known; free() it. pid 0: a process that
 * cannot be seen from here. */
char *process_text(const char *root, pid_t pid);

/* Calls use() for every process. */
void processes_each(const char *root, void (*use)(void *context, pid_t pid, const char *name),
                    void *context);

/* Whether that process is another rank of the parallel job that this process is a rank of. The
 * variables of the launcher tell: one of them is the rank, others are the same in all ranks of a
 * job. */
bool process_is_of_job(const char *root, pid_t pid);

#endif
