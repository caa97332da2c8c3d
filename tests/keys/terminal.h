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

/* Types bytes, and reads what the program prints meanwhile. Returns false if the program takes no
 * more input. */
bool terminal_type(struct terminal *terminal, const char *bytes, size_t count);
void terminal_size(struct terminal *terminal, int rows, int columns);

/* Reads until nothing has come for silence_ms, or until longest_ms have passed. */
void terminal_drain(struct terminal *terminal, int silence_ms, int longest_ms);

/* Returns whether a thread of the program is running, or waits only for a processor. */
bool terminal_works(const struct terminal *terminal);

/* The time of the processor that the program has taken, ms. */
int64_t terminal_worked_ms(const struct terminal *terminal);

/* Changes the size, which makes the screen draw itself again whatever is open, and waits until it
 * has. Returns the milliseconds this took, or -1 if longest_ms have passed. */
int terminal_answer(struct terminal *terminal, int rows, int columns, int longest_ms);

/* Sends a signal and waits for the program to end. If that takes longer than longest_ms, kills it
 * and returns false. */
bool terminal_end(struct terminal *terminal, int signal, int longest_ms);

int64_t terminal_now(void); /* ms */

#endif
