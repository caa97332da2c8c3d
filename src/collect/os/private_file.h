/* private_file: a file without a name, for data that is too much for memory, or that the user wants
 * in memory all the same. The file goes away with its descriptor, however the process ends. */
#ifndef ROOFTOP_COLLECT_OS_PRIVATE_FILE_H
#define ROOFTOP_COLLECT_OS_PRIVATE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "report/base/error.h"

/* Makes one in the folder that TMPDIR names, else in /tmp. -1: see error. */
int private_file_open(bool in_memory, struct error *error);

/* Writes or reads the whole length at an offset. false: not all of it could be done, and errno says
 * why. */
bool private_file_write(int file, const void *bytes, size_t length, off_t at);
bool private_file_read(int file, void *bytes, size_t length, off_t at);

#endif
