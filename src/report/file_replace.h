/* file_replace: a small file of the user's, written whole or not at all: under a temporary name in
 * its folder, which is made if it is missing, and then renamed. */
#ifndef ROOFTOP_FILE_REPLACE_H
#define ROOFTOP_FILE_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

bool file_replace(const char *path, const char *bytes, size_t length, struct error *error);

/* The file that takes the bytes: where a link ends, so that the link stays, be there a file yet or
 * not. One that leads in a circle, or that the system does not follow, is replaced itself. free()
 * it. */
char *file_replaced(const char *path);

/* Adds to the end of a file instead. */
bool file_append(const char *path, const char *bytes, size_t length, struct error *error);

#endif
