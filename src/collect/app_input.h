/* app_input: standard input for a program that is run several times.
 *
 * A file is wound back before each run. What comes through a pipe or a socket can be read only
 * once: it is kept on its way into the program, and later runs get the same from there; what they
 * read beyond it comes from the pipe again. A terminal, and the rest, each run reads itself. */
#ifndef ROOFTOP_APP_INPUT_H
#define ROOFTOP_APP_INPUT_H

#include <stdbool.h>
#include <sys/types.h>

#include "error.h"
#include "loop.h"

struct app_input {
    struct loop *loop;
    bool is_file, relays;
    off_t start;      /* of a file */
    int kept, pipe;   /* of a relay: what was read so far, and the end that is written; or -1 */
    off_t held, sent; /* bytes in kept, and of these in this run */
    bool ended;       /* no more will come */
    int problem;      /* errno; what came could not be kept */
};

bool app_input_open(struct app_input *input, struct loop *loop, bool in_memory,
                    struct error *error);

/* Before a run. *program: what it gets as standard input, to be closed once it has it; -1: ours. */
bool app_input_begin(struct app_input *input, int *program, struct error *error);

/* After a run. */
void app_input_end(struct app_input *input);
void app_input_close(struct app_input *input);

#endif
