/* key_file: the user's own keys, from $XDG_CONFIG_HOME/rooftop/keys.
 *
 * A line is "bind KEY COMMAND", KEY as the help shows it, COMMAND as it is typed behind ":" or
 * "nothing"; "#" begins a comment line. A key works in the views of its action, before what it
 * means there usually; of two lines for a key the later one counts. */
#ifndef ROOFTOP_KEY_FILE_H
#define ROOFTOP_KEY_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "keys.h"

struct key_binding {
    char *key, *command;
    const struct key_row *row; /* of its action; NULL: nothing */
};

/* Initialise with {0}. */
struct key_file {
    struct key_binding *bindings;
    size_t count, capacity;
    size_t broken; /* lines */
};

/* Takes the lines that are right. false: some are not; the error is of the first. */
bool key_file_parse(struct key_file *keys, const char *file, const char *text, struct error *error);
/* The user's file; that there is none is no error. */
bool key_file_load(struct key_file *keys, struct error *error);
void key_file_free(struct key_file *keys);

/* NULL: the key is not bound in these views. */
const struct key_binding *key_file_find(const struct key_file *keys, int key, int views);

/* The keys of a row in these views, those of the user first. */
void key_file_keys_of(struct strbuf *out, const struct key_file *keys, const struct key_row *row,
                      int views);

#endif
