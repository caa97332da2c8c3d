/* key_sequence: keys of the escape sequences that terminals send for them, whatever kind of
 * terminal they say they are: curses knows only those of TERM's entry, and hands out the bytes of
 * all others. Both introducers, "ESC [" and "ESC O", have the same keys here.
 *
 * A sequence that is no key is nothing: keys with modifiers, marks around what is pasted, a mouse
 * that is off. Its end is where ECMA-48 (5.4) has it, at the first byte from '@' to '~', with the
 * exceptions that terminals make. For the rest of what comes in pieces there are KEY_SEQUENCE_MS;
 * after these an introducer alone was two keys. How long an Esc is waited at is up to the caller
 * (curses does so, for its ESCDELAY). */
#ifndef ROOFTOP_KEY_SEQUENCE_H
#define ROOFTOP_KEY_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEY_SEQUENCE_MS = 1000 };

/* All zero to begin with. */
struct key_sequence {
    char bytes[16]; /* behind the Esc; of a longer one, which is no key, the first */
    size_t length;
    bool is_open; /* an Esc came */
    int64_t since;
    int keys[4]; /* that are ready, the next one first */
    size_t count;
};

/* A byte or a key of curses, which came at a time in milliseconds. Take all keys before another. */
void key_sequence_add(struct key_sequence *sequence, int code, int64_t now);
/* For how many milliseconds the rest is still waited for; -1: there is nothing to wait for. */
int key_sequence_wait(const struct key_sequence *sequence, int64_t now);
/* The rest does not come. */
void key_sequence_end(struct key_sequence *sequence);
/* The next key; -1: none. */
int key_sequence_next(struct key_sequence *sequence);

#endif
