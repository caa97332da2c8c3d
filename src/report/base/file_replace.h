/* file_replace: writes a small file of the user, either whole or not at all.
 *
 * The bytes go to a temporary file in the same folder, which is then renamed. A missing folder is
 * made. */
#ifndef ROOFTOP_REPORT_BASE_FILE_REPLACE_H
#define ROOFTOP_REPORT_BASE_FILE_REPLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"

bool file_replace(const char *path, const char *bytes, size_t length, struct error *error);

/* Returns the path of the file that file_replace() writes: the end of a chain of links, so that the
 * links stay. A link that leads in a circle, or that the system does not follow, is replaced
 * itself. The target need not exist. free() the result. */
char *file_replaced(const char *path);

/* Appends bytes to the end of a file, which is made if it is missing. */
bool file_append(const char *path, const char *bytes, size_t length, struct error *error);

#endif
