/* word_list: words that an option was given, each a copy. All zero: none. */
#ifndef ROOFTOP_WORD_LIST_H
#define ROOFTOP_WORD_LIST_H

#include <stddef.h>

struct word_list {
    char **words;
    size_t count, capacity;
};

void word_list_add(struct word_list *list, const char *word);

/* Adds the parts of a text between commas, but for empty ones. Commas in brackets part nothing: a
 * regular expression may hold "{1,2}". */
void word_list_split(struct word_list *list, const char *text);

/* The words with commas between them, to be freed; NULL: there are none. */
char *word_list_join(const struct word_list *list);

void word_list_free(struct word_list *list);

#endif
