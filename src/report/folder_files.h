/* folder_files: the files of one kind in a folder, read whole one by one. */
#ifndef ROOFTOP_FOLDER_FILES_H
#define ROOFTOP_FOLDER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/* A file with its text, or NULL and why it could not be read. */
typedef void folder_file_use(void *context, const char *path, const char *text, size_t length,
                             const struct error *problem);

/* Calls use() for each file whose name ends in `suffix` (".section"), in order of their names.
 * false: the folder cannot be read. */
bool folder_files(const char *folder, const char *suffix, folder_file_use *use, void *context,
                  struct error *error);

/* Whether the name ends so and has something before it. */
bool folder_file_ends(const char *name, const char *suffix);

#endif
