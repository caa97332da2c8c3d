/* folder_files: reads the files of one kind in a folder, each as a whole. */
#ifndef ROOFTOP_REPORT_BASE_FOLDER_FILES_H
#define ROOFTOP_REPORT_BASE_FOLDER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"

/* Receives a file with its text, or with NULL and the reason why it could not be read. */
typedef void folder_file_use(void *context, const char *path, const char *text, size_t length,
                             const struct error *problem);

/* Calls use() for each file whose name ends in `suffix` (".section"), in the order of names.
 * Returns false if the folder cannot be read. */
bool folder_files(const char *folder, const char *suffix, folder_file_use *use, void *context,
                  struct error *error);

/* Returns whether the name ends in the suffix and has something before it. */
bool folder_file_ends(const char *name, const char *suffix);

#endif
