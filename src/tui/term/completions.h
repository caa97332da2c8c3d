/* completions: the words that can complete what is typed, and their common start. */
#ifndef ROOFTOP_TUI_TERM_COMPLETIONS_H
#define ROOFTOP_TUI_TERM_COMPLETIONS_H

#include <stddef.h>

/* Initialise with {0}. */
struct completions {
    char **words;
    size_t count, capacity;
    size_t ordered; /* this many words at the start keep their order and come before the others */
};

void completions_add(struct completions *list, const char *word);
void completions_free(struct completions *list);

/* Keeps the words that start with a text, each once: first those with an order, then the others,
 * sorted. */
void completions_narrow(struct completions *list, const char *start);

/* Returns the longest common start of all words as a new string, "" if there are no words. */
char *completions_common(const struct completions *list);

#endif
