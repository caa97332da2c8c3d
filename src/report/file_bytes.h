/* file_bytes: a small file read whole. The result is NUL-ended beyond its length; free() it. Files
 * over 64 MiB are refused: nothing that is read this way is that large. */
#ifndef ROOFTOP_FILE_BYTES_H
#define ROOFTOP_FILE_BYTES_H

#include <stddef.h>

#include "error.h"

char *file_bytes(const char *path, size_t *length, struct error *error);

#endif
