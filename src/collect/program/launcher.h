/* launcher: starts the program with the injection library in it.
 *
 * The library and the socket lie in a private folder that goes away with launcher_free(). The
 * program keeps its standard input, its signals and its terminal. With a screen its output goes
 * through a terminal of its own (pty).
 *
 * The program finds the library by CUDA_INJECTION64_PATH and NVTX_INJECTION64_PATH, and the library
 * finds the socket by ROOFTOP_SOCKET and CUPTI by ROOFTOP_CUPTI. Children inherit these variables
 * and connect by themselves. A child that is made by fork() alone does not, since CUDA does not
 * work there. */
#ifndef ROOFTOP_COLLECT_PROGRAM_LAUNCHER_H
#define ROOFTOP_COLLECT_PROGRAM_LAUNCHER_H

#include <stdbool.h>
#include <sys/types.h>

#include "collect/program/attach_point.h"
#include "report/base/error.h"

struct launcher {
    char *folder;
    char *library, *socket_path;
    int listener; /* the listening socket that the library connects to; -1: none */
    pid_t child;
    int output;               /* where the program's output can be read; -1: it is passed through */
    struct attached attached; /* pid 0: the program was started here */
};

struct launcher_options {
    const char *cupti_path;
    const char *program_filter; /* of program_filter_text.h */
    bool null_input;            /* the program gets an empty standard input */
    bool own_output;            /* its output goes through a pty of this size */
    int rows, columns;
    bool quiet;         /* its output goes through a pipe, since nobody is to see it */
    int input;          /* its standard input; -1: ours */
    const char *folder; /* that the program runs in; NULL: ours */
};

/* How many variables lead the library into a program. */
enum { LAUNCHER_VARIABLES = 5 };

/* Makes the folder, unpacks the library and listens on the socket. false: see error. */
bool launcher_prepare(struct launcher *launcher, struct error *error);

/* Starts the program (arguments, with NULL at the end) and waits until it is executed. After it has
 * ended it may be started again; `output` is another descriptor then. false: see error. */
bool launcher_start(struct launcher *launcher, char *const *program,
                    const struct launcher_options *options, struct error *error);

/* In place of starting a program: leads the library into one that waits (attach_point.h). It is no
 * child of this process. false: see error. */
bool launcher_attach(struct launcher *launcher, const struct attach_ports *ports,
                     const struct launcher_options *options, struct error *error);

/* Writes these variables as "NAME=VALUE"; free() each. */
void launcher_variables(const struct launcher *launcher, const char *cupti_path,
                        const char *program_filter, char *variables[LAUNCHER_VARIABLES]);

/* Closes the descriptors and removes the folder. */
void launcher_free(struct launcher *launcher);

#endif
