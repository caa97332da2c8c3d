/* terminal: rooftop on a pseudo terminal, for programs that press keys and look at what comes back.
 */
#ifndef ROOFTOP_KEYS_TERMINAL_H
#define ROOFTOP_KEYS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct terminal {
    int fd;
    pid_t pid;
    int status; /* of waitpid(), once it is over */
    bool over;
    size_t bytes; /* that came */
    /* Called with all that comes; NULL: nobody looks. */
    void (*saw)(void *context, const char *bytes, size_t count);
    void *context;
};

/* Starts argv with those variables of the environment and no other. */
void terminal_start(struct terminal *terminal, int rows, int columns, char *const *argv,
                    char *const *variables);

/* Types; what comes meanwhile is read. false: it takes nothing any more. */
bool terminal_type(struct terminal *terminal, const char *bytes, size_t count);
void terminal_size(struct terminal *terminal, int rows, int columns);

/* Reads until nothing came for so long, at most patience_ms. */
void terminal_drain(struct terminal *terminal, int silence_ms, int patience_ms);

/* Whether a thread of it runs, or would if there were a processor. */
bool terminal_works(const struct terminal *terminal);

/* Has the screen drawn anew by a change of size, as only that is heeded whatever is open, and waits
 * until it is. Milliseconds; -1: it was not. */
int terminal_answer(struct terminal *terminal, int rows, int columns, int patience_ms);

/* Sends a signal and waits for the end; KILL if that takes longer than patience_ms, and false. */
bool terminal_end(struct terminal *terminal, int signal, int patience_ms);

int64_t terminal_now(void); /* ms */

#endif
