/* word_list: the words that an option was given. The list owns copies of them. A list that is all
 * zero is empty. */
#ifndef ROOFTOP_CLI_OPTIONS_WORD_LIST_H
#define ROOFTOP_CLI_OPTIONS_WORD_LIST_H

#include <stddef.h>

struct word_list {
    char **words;
    size_t count, capacity;
};

void word_list_add(struct word_list *list, const char *word);

/* Adds the words of a list with commas; see name_list_next_word(). */
void word_list_split(struct word_list *list, const char *text);

/* The words with commas between them; the caller frees the text. NULL: the list is empty. */
char *word_list_join(const struct word_list *list);

/* The list is empty then. */
void word_list_free(struct word_list *list);

#endif
