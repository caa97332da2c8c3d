/* program_path: whether a program could be started, and what to do if not. */
#ifndef ROOFTOP_PROGRAM_PATH_H
#define ROOFTOP_PROGRAM_PATH_H

#include <stdbool.h>

#include "error.h"

/* As a shell in the folder ("" for ours) finds it: by its path, or by its name in PATH. */
bool program_path_check(const char *program, const char *folder, struct error *error);
bool program_path_check_folder(const char *folder, struct error *error);

#endif
