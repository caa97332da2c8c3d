/* nearest_few: finds the few closest names in a long list of similar names. See nearest.h. */
#ifndef ROOFTOP_REPORT_BASE_NEAREST_FEW_H
#define ROOFTOP_REPORT_BASE_NEAREST_FEW_H

#include <stddef.h>

enum { NEAREST_FEW = 3 };

/* Initialise with {.wanted = word}; the names are copies. */
struct nearest_few {
    const char *wanted;
    char *names[NEAREST_FEW]; /* closest first; the first offered one first among equals */
    size_t distances[NEAREST_FEW];
    size_t count;
};

/* Offers a known word. It is kept if it is among the closest. */
void nearest_few_offer(struct nearest_few *few, const char *known);
void nearest_few_free(struct nearest_few *few);

#endif
