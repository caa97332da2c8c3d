/* choices: words that can be typed, and what they have in common. */
#ifndef ROOFTOP_CHOICES_H
#define ROOFTOP_CHOICES_H

#include <stddef.h>

/* Initialise with {0}. */
struct choices {
    char **words;
    size_t count, capacity;
    size_t ordered; /* so many of the first ones come before the others, in their own order */
};

void choices_add(struct choices *list, const char *word);
void choices_free(struct choices *list);

/* Keeps the words that start with a text, each once: those with an order first, then the others,
 * sorted. */
void choices_narrow(struct choices *list, const char *start);

/* The longest start that all have; a new string, "" of none. */
char *choices_common(const struct choices *list);

#endif
