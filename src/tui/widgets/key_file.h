/* key_file: the user's own keys, from $XDG_CONFIG_HOME/rooftop/keys.
 *
 * A line is "bind KEY COMMAND". KEY is written as in the help, COMMAND as behind ":", or "nothing".
 * "#" begins a comment line. A key works in the views of its action and replaces its usual meaning
 * there. If two lines bind the same key, the later one counts. */
#ifndef ROOFTOP_TUI_WIDGETS_KEY_FILE_H
#define ROOFTOP_TUI_WIDGETS_KEY_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"
#include "tui/widgets/keys.h"

struct key_binding {
    char *key, *command;
    const struct key_row *row; /* the action; NULL: nothing */
};

/* Initialise with {0}. */
struct key_file {
    struct key_binding *bindings;
    size_t count, capacity;
    char **problems; /* one for each wrong line, as far as they are few: FILE:LINE: what is wrong */
    size_t problem_count, problem_capacity;
    size_t broken; /* lines */
};

/* Reads the lines that are right. Returns false if some are wrong: `problems` has all of them, and
 * the error is that of the first. */
bool key_file_parse(struct key_file *keys, const char *file, const char *text, struct error *error);
/* Reads the user's file. It is not an error if there is none. */
bool key_file_load(struct key_file *keys, struct error *error);
void key_file_free(struct key_file *keys);

/* Returns the binding of a key in these views, or NULL. */
const struct key_binding *key_file_find(const struct key_file *keys, int key, int views);

/* Appends the keys of an action in these views, the user's own first. */
void key_file_keys_of(struct strbuf *out, const struct key_file *keys, const struct key_row *row,
                      int views);

#endif
