/* program_path: tells before a run whether a program can be started, and if not, what to do. */
#ifndef ROOFTOP_CLI_OPTIONS_PROGRAM_PATH_H
#define ROOFTOP_CLI_OPTIONS_PROGRAM_PATH_H

#include <stdbool.h>

#include "report/base/error.h"

/* Looks for the program as a shell does that runs in the folder: by its path, or by its name in
 * PATH. The folder is "" for the current one. false: it cannot be started; the error says why. */
bool program_path_check(const char *program, const char *folder, struct error *error);

/* false: a program cannot run in this folder. */
bool program_path_check_folder(const char *folder, struct error *error);

#endif
