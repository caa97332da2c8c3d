/* lock_file: a lock that processes of one machine take turns with, as a POSIX record lock on the
 * whole of a file. It goes with the process that holds it, however that ends, so there are no stale
 * owners; the file stays, as others may be waiting at it.
 *
 * The file may be in a folder that everybody writes to. It is opened without being made first: the
 * kernel refuses O_CREAT on files of others there (fs.protected_regular). What is made is for all
 * users, whatever the umask. Links, and whatever is no plain file, are refused. A file that was
 * deleted under the lock is noticed: the lock is then taken on the one that replaced it.
 *
 * Record locks are the process's own: it must not open the file elsewhere meanwhile, as closing it
 * gives the lock up; children do not inherit it. */
#ifndef ROOFTOP_LOCK_FILE_H
#define ROOFTOP_LOCK_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include "error.h"

struct lock_file {
    char *path;
    bool shared; /* with others that share it; else alone */
    int fd;      /* -1: not held */
};

enum lock_state { LOCK_TAKEN, LOCK_BUSY, LOCK_FAILED };

/* Tries once. LOCK_BUSY: *holder is the process that holds it, 0 if that is in a container whose
 * processes cannot be seen from here. LOCK_FAILED: there is no such lock, *error says why and what
 * to do. */
enum lock_state lock_file_take(struct lock_file *lock, pid_t *holder, struct error *error);
void lock_file_drop(struct lock_file *lock);

/* Who holds it (as above; 0 with LOCK_BUSY: cannot be seen), without taking it. */
enum lock_state lock_file_ask(struct lock_file *lock, pid_t *holder, struct error *error);

#endif
