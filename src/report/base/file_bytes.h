/* file_bytes: reads a small file whole.
 *
 * The result has a NUL behind its length; free() it. Returns NULL with the error if the file cannot
 * be read, is a folder or is larger than 64 MiB. */
#ifndef ROOFTOP_REPORT_BASE_FILE_BYTES_H
#define ROOFTOP_REPORT_BASE_FILE_BYTES_H

#include <stddef.h>

#include "report/base/error.h"

/* Returns the bytes of the file. */
char *file_bytes(const char *path, size_t *length, struct error *error);

#endif
