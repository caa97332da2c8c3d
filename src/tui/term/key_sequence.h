/* key_sequence: decodes the escape sequences that terminals send for keys, whatever terminal they
 * claim to be. curses only knows those in TERM's entry and passes on the bytes of all others. Both
 * introducers, "ESC [" and "ESC O", have the same keys here.
 *
 * An unknown sequence is dropped: keys with modifiers, a mouse that is off. A sequence ends as in
 * ECMA-48 (5.4), at the first byte from '@' to '~', with the exceptions that terminals make. Its
 * bytes may arrive in pieces within KEY_SEQUENCE_MS; after that an introducer alone counts as two
 * keys. The caller decides how long to wait after an Esc (curses does so by ESCDELAY).
 *
 * Text between the marks of a paste is one key, KEY_PASTED, and the text is in pasted.text until
 * the next paste. A paste that stands still for PASTE_MS without its end has ended: a terminal that
 * lost the mark must not take all keys for text. */
#ifndef ROOFTOP_TUI_TERM_KEY_SEQUENCE_H
#define ROOFTOP_TUI_TERM_KEY_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tui/term/pasted_text.h"

enum { KEY_SEQUENCE_MS = 1000, PASTE_MS = 5000 };

/* Above all keys of curses, which gives numbers to keys that only a terminal has. */
enum { KEY_PASTED = 1 << 20 };

/* Initialise with zeros. */
struct key_sequence {
    char bytes[16]; /* the first bytes behind the Esc; longer ones are no key */
    size_t length;
    bool is_open; /* an Esc came */
    int64_t since;
    int keys[4]; /* ready keys, the next one first */
    size_t count;
    struct pasted_text pasted;
};

/* Adds a byte, or a key of curses, that came at `now` in milliseconds. Take all ready keys
 * before. */
void key_sequence_add(struct key_sequence *sequence, int code, int64_t now);
/* Returns for how many milliseconds to wait for the rest, or -1 if no sequence is open. */
int key_sequence_wait(const struct key_sequence *sequence, int64_t now);
/* Ends the open sequence, because the rest does not come. */
void key_sequence_end(struct key_sequence *sequence);
/* Returns the next key, or -1. */
int key_sequence_next(struct key_sequence *sequence);

#endif
