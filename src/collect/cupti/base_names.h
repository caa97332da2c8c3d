/* base_names: the base names of a chip's metrics, in order, so that one is found at once. Asking
 * CUPTI for one takes about 2 ms, and seconds for all.
 *
 * Initialise with {0}; release with base_names_free(). */
#ifndef ROOFTOP_COLLECT_CUPTI_BASE_NAMES_H
#define ROOFTOP_COLLECT_CUPTI_BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct base_names {
    char **names;
    size_t count, capacity;
};

/* Appends a copy of the name. */
void base_names_add(struct base_names *bases, const char *name);

/* Sorts them; base_names_have() needs that. */
void base_names_sort(struct base_names *bases);

/* Whether the base of this full name is one of them. */
bool base_names_have(const struct base_names *bases, const char *name);

void base_names_free(struct base_names *bases);

#endif
