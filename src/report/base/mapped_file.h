/* mapped_file: the bytes of a file in memory, which stay readable if the file becomes shorter.
 *
 * Reading a mapped page behind the end of its file raises SIGBUS. This happens: reports lie on
 * shared disks and are copied over each other. The page then becomes zeros, and `shortened` is set.
 * What was decoded from the file is damaged from there on, but the whole results before that can
 * still be shown.
 *
 * A signal handler can see nothing but a global list of the mapped files, which is private to this
 * module. Bus errors elsewhere go to the handler that was installed before. For one thread only. */
#ifndef ROOFTOP_REPORT_BASE_MAPPED_FILE_H
#define ROOFTOP_REPORT_BASE_MAPPED_FILE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct mapped_file {
    uint8_t *bytes;
    size_t length;
    volatile sig_atomic_t shortened;
    bool is_memory;           /* there is no file, its bytes are nowhere else */
    struct mapped_file *next; /* private */
};

/* Maps `length` bytes of an open file, at least one; the file may be closed afterwards. Returns
 * NULL with errno set if that fails. */
struct mapped_file *mapped_file_open(int file, size_t length);
/* Maps a part that begins at `offset`, a multiple of the size of a page. It may reach beyond the
 * end of a file that still grows: those bytes can be read once they are written. */
struct mapped_file *mapped_file_open_part(int file, off_t offset, size_t length);
/* Takes over the pages at `bytes` (mmap(2)) as if they were those of a file. */
struct mapped_file *mapped_file_of_memory(uint8_t *bytes, size_t length);
void mapped_file_close(struct mapped_file *mapped);
/* Lets the system use the memory of some bytes, and of what was read around them, for something
 * else. All are read again when somebody looks at them. */
void mapped_file_rest(const struct mapped_file *mapped, const uint8_t *bytes, size_t length);
/* Unmaps some megabytes from the end. Returns true when the whole file is closed. */
bool mapped_file_close_step(struct mapped_file *mapped);

/* For programs that have their own handler of SIGBUS: returns whether the address (si_addr) was in
 * a mapped file and is readable now. Safe in a signal handler. */
bool mapped_file_heal(void *address);

#endif
