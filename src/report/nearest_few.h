/* nearest_few: like nearest.h, for long lists of alike names: the few that are closest. */
#ifndef ROOFTOP_NEAREST_FEW_H
#define ROOFTOP_NEAREST_FEW_H

#include <stddef.h>

enum { NEAREST_FEW = 3 };

/* Initialise with {.wanted = word}; the names are copies. */
struct nearest_few {
    const char *wanted;
    char *names[NEAREST_FEW]; /* closest first, above all the word itself; of equals the one offered
                                 first */
    size_t distances[NEAREST_FEW];
    size_t count;
};

void nearest_few_offer(struct nearest_few *few, const char *known);
void nearest_few_free(struct nearest_few *few);

#endif
