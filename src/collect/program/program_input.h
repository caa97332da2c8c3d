/* program_input: standard input for a program that runs several times.
 *
 * A file is wound back before each run. What comes through a pipe or a socket can be read only
 * once, so it is kept on its way into the program, and later runs get the same bytes; if they read
 * more than the runs before, they get new bytes from the pipe. A terminal and anything else is left
 * to each run. */
#ifndef ROOFTOP_COLLECT_PROGRAM_PROGRAM_INPUT_H
#define ROOFTOP_COLLECT_PROGRAM_PROGRAM_INPUT_H

#include <stdbool.h>
#include <sys/types.h>

#include "collect/os/loop.h"
#include "report/base/error.h"

struct program_input {
    struct loop *loop;
    bool is_file, relays;
    off_t start;      /* of a file */
    int kept, pipe;   /* of a relay, or -1: the file of what was read so far, and the end that we
                         write to */
    off_t held, sent; /* bytes that are kept, and how many of them this run has got */
    bool ended;       /* our own input has ended */
    int problem;      /* errno, if what came could not be kept; else 0 */
};

/* Looks at our standard input. in_memory: what is kept is kept in memory, not in a file. false: see
 * error. */
bool program_input_open(struct program_input *input, struct loop *loop, bool in_memory,
                        struct error *error);

/* To be called before each run. *program: a descriptor that the program gets as standard input and
 * that the caller closes; -1: the program gets ours. false: see error. */
bool program_input_begin(struct program_input *input, int *program, struct error *error);

/* To be called after each run, and at the end. */
void program_input_end(struct program_input *input);
void program_input_close(struct program_input *input);

#endif
