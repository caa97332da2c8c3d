/* lock_file: a lock for the processes of one machine, as a POSIX record lock on the whole of a
 * file. The lock goes with the process that holds it, however that ends, so no lock is left behind.
 * The file stays, since other processes may be waiting for it.
 *
 * The file may be in a folder that everybody can write to. It is first opened without O_CREAT,
 * which the kernel refuses there for files of other users (fs.protected_regular). A file that is
 * made here may be used by all users, whatever the umask says. Links and anything that is not a
 * plain file are refused. If the file is deleted while it is locked, the lock is taken on the file
 * that replaced it.
 *
 * Record locks belong to the process: it must not open the file elsewhere meanwhile, since closing
 * it there gives the lock up. Children do not inherit the lock. */
#ifndef ROOFTOP_COLLECT_OS_LOCK_FILE_H
#define ROOFTOP_COLLECT_OS_LOCK_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include "report/base/error.h"

struct lock_file {
    char *path;
    bool shared; /* others may hold it at the same time if they share it, too */
    int fd;      /* -1: not held */
};

enum lock_state { LOCK_TAKEN, LOCK_BUSY, LOCK_FAILED };

/* Tries once. LOCK_BUSY: *holder is the process that holds the lock, or 0 if that is in a container
 * whose processes cannot be seen from here. LOCK_FAILED: there can be no such lock; *error says why
 * and what to do. */
enum lock_state lock_file_take(struct lock_file *lock, pid_t *holder, struct error *error);
void lock_file_drop(struct lock_file *lock);

/* Tells who holds the lock, as above, without taking it. */
enum lock_state lock_file_ask(struct lock_file *lock, pid_t *holder, struct error *error);

#endif
