/* private_file: a file without a name, for what is too much for memory, or in memory all the same.
 * It goes away with its descriptor, however the process ends. */
#ifndef ROOFTOP_PRIVATE_FILE_H
#define ROOFTOP_PRIVATE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "error.h"

/* In the folder that TMPDIR names, else in /tmp. -1: see error. */
int private_file_open(bool in_memory, struct error *error);

/* All of it or nothing; false with errno set. */
bool private_file_write(int file, const void *bytes, size_t length, off_t at);
bool private_file_read(int file, void *bytes, size_t length, off_t at);

#endif
