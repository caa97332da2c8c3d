/* form: fields that are filled in: choices, check boxes, lines of text. This is the model and its
 * keys; form_layout.h has the places, form_view.h draws.
 *
 * Tab and Up and Down go from field to field, Left and Right change a choice; all four go through
 * check boxes. Space ticks. A text is edited by line_edit.h. */
#ifndef ROOFTOP_FORM_H
#define ROOFTOP_FORM_H

#include <stdbool.h>
#include <stddef.h>

enum form_kind {
    FORM_CHOICE, /* one of the words */
    FORM_CHECKS, /* any of the words */
    FORM_TEXT,
    FORM_NUMBER /* a text that is short */
};

struct form_field {
    const char *label, *help;
    enum form_kind kind;
    bool beside;      /* in the row of the field before, where there is room */
    const char *hint; /* what an empty text means; NULL: nothing */
    char **words;     /* owned */
    char **helps;     /* of the words, as safe texts; owned; NULL: none */
    size_t count, capacity;
    size_t at;          /* the word that is chosen, or that the cursor is on */
    bool *ticks;        /* of check boxes, by word; owned */
    char *text;         /* owned; see form_text() */
    size_t cursor;      /* byte of the text */
    char *error;        /* what is wrong with it; NULL: nothing is known to be; owned */
    size_t in_a_column; /* of check boxes, as they were last laid out */
};

struct form {
    struct form_field *fields; /* owned */
    size_t count, focus;
    size_t scroll; /* line of the first one that is seen */
};

enum form_reply { FORM_NOTHING, FORM_MOVED, FORM_CHANGED, FORM_RUN, FORM_CANCEL };

void form_free(struct form *form);

void form_add_word(struct form_field *field, const char *word);
/* The place of a word; count: it is none. */
size_t form_word(const struct form_field *field, const char *word);
void form_set_text(struct form_field *field, const char *text);
const char *form_text(const struct form_field *field);
/* The text is made safe. NULL: nothing is wrong. */
void form_set_error(struct form_field *field, const char *error);
/* The first field with an error; NULL: none. It gets the focus. */
struct form_field *form_go_to_error(struct form *form);

/* What a key did: FORM_CHANGED is about the value of the field with the focus. */
enum form_reply form_key(struct form *form, int key);

#endif
