/* form: a form with fields to fill in: choices, check boxes and lines of text. This is the model
 * and its keys. form_layout.h computes the places, form_view.h draws.
 *
 * Tab, Up and Down go from field to field, Left and Right change a choice. All four move through
 * check boxes, and Space ticks one. line_edit.h edits the texts. */
#ifndef ROOFTOP_TUI_WIDGETS_FORM_H
#define ROOFTOP_TUI_WIDGETS_FORM_H

#include <stdbool.h>
#include <stddef.h>

enum form_kind {
    FORM_CHOICE, /* one of the words */
    FORM_CHECKS, /* any of the words */
    FORM_TEXT,
    FORM_NUMBER /* a short text */
};

struct form_field {
    const char *label, *help;
    enum form_kind kind;
    bool beside;      /* stands in the row of the field before if there is room */
    const char *hint; /* what an empty text means; NULL: nothing */
    char **words;     /* owned */
    char **helps;     /* help for each word, as safe texts; NULL: none; owned */
    size_t count, capacity;
    size_t at;          /* the chosen word, or the word under the cursor */
    bool *ticks;        /* for check boxes, by word; owned */
    char *text;         /* owned; see form_text() */
    size_t cursor;      /* offset in the text, in bytes */
    char *error;        /* what is wrong with the value; NULL: nothing; owned */
    size_t in_a_column; /* check boxes in a column, at the last layout */
};

struct form {
    struct form_field *fields; /* owned */
    size_t count, focus;
    size_t scroll; /* the first visible line */
};

enum form_reply { FORM_NOTHING, FORM_MOVED, FORM_CHANGED, FORM_RUN, FORM_CANCEL };

void form_free(struct form *form);

void form_add_word(struct form_field *field, const char *word);
/* Returns the index of a word, or count if there is no such word. */
size_t form_word(const struct form_field *field, const char *word);
void form_set_text(struct form_field *field, const char *text);
const char *form_text(const struct form_field *field);
/* Sets what is wrong with the value. The text is made safe. NULL: nothing. */
void form_set_error(struct form_field *field, const char *error);
/* Moves the focus to the first field with an error and returns it, or returns NULL. */
struct form_field *form_go_to_error(struct form *form);

/* Handles a key and returns what it did. FORM_CHANGED: the value of the field with the focus has
 * changed. */
enum form_reply form_key(struct form *form, int key);
/* Whether the field with the focus is typed. */
bool form_takes_text(const struct form *form);

#endif
