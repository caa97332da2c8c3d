/* processes: what /proc tells of other processes. `root` is "" or a folder of a test that has a
 * "proc" like it. */
#ifndef ROOFTOP_PROCESSES_H
#define ROOFTOP_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A small file whose size nobody knows before, NUL-ended beyond *length (may be NULL); free() it.
 * NULL: it cannot be read. */
char *processes_file(const char *path, size_t *length);

/* Its name, of at most 15 bytes; NULL: there is no such process. free() it. */
char *process_name(const char *root, pid_t pid);

/* "ncu (process 1234)", or what can be said; free() it. 0: it cannot be seen from here. */
char *process_text(const char *root, pid_t pid);

/* Calls use() for every process. */
void processes_each(const char *root, void (*use)(void *context, pid_t pid, const char *name),
                    void *context);

/* Whether that process is another rank of the parallel job that this one is a rank of: by the
 * variables of the launcher, of which one tells the rank and others the job. */
bool process_is_of_job(const char *root, pid_t pid);

#endif
