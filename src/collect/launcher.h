/* launcher: starts the program with the injection library in it.
 *
 * The library and the socket live in a private folder that goes away with launcher_free(). The
 * program keeps its standard input, its signals and its terminal; with a screen its output goes
 * through a terminal of its own (pty). */
#ifndef ROOFTOP_LAUNCHER_H
#define ROOFTOP_LAUNCHER_H

#include <stdbool.h>
#include <sys/types.h>

#include "error.h"

struct launcher {
    char *folder;
    char *library, *socket_path;
    int listener; /* listening socket for the library */
    pid_t child;
    int output; /* the program's output, or -1: passed through */
};

struct launcher_options {
    const char *cupti_path;
    const char *choice; /* see choice.h */
    bool null_input;    /* the program gets an empty standard input */
    bool own_output;    /* its output goes through a pty of these dimensions */
    int rows, columns;
    int input;          /* its standard input; -1: ours */
    const char *folder; /* that it runs in; NULL: ours */
};

/* Makes the folder, unpacks the library, listens. */
bool launcher_prepare(struct launcher *launcher, struct error *error);

/* Runs program (NULL-ended arguments). It may be run again once it has ended; its output is another
 * one then. */
bool launcher_start(struct launcher *launcher, char *const *program,
                    const struct launcher_options *options, struct error *error);

void launcher_free(struct launcher *launcher);

#endif
