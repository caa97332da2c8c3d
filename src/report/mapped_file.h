/* mapped_file: the bytes of a file in memory, readable also when the file becomes shorter.
 *
 * Whoever touches a mapped page behind the end of its file gets SIGBUS. Reports lie on shared disks
 * and are copied over each other: such a page becomes zeros here, and the file is marked. What was
 * decoded from it is then damaged, but whole results before it can still be shown.
 *
 * The list of mapped files is all that a signal handler can see; it is private to this module. Bus
 * errors elsewhere go to the handler that was there before. One thread. */
#ifndef ROOFTOP_MAPPED_FILE_H
#define ROOFTOP_MAPPED_FILE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mapped_file {
    uint8_t *bytes;
    size_t length;
    volatile sig_atomic_t shortened;
    struct mapped_file *next; /* private */
};

/* Maps so many bytes of an open file, more than none; it may be closed then. NULL: see errno. */
struct mapped_file *mapped_file_open(int file, size_t length);
void mapped_file_close(struct mapped_file *mapped);
/* A part of it, of some megabytes from the end; true: it is closed. */
bool mapped_file_close_step(struct mapped_file *mapped);

/* For programs with a handler of their own for SIGBUS: whether the address (si_addr) was in such a
 * file and is readable now. Safe in a handler. */
bool mapped_file_heal(void *address);

#endif
