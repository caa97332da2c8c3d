/* number_list: whole numbers, given as a list of numbers and ranges: "0,4-7". Initialise with {0},
 * which has none; release with number_list_free(). */
#ifndef ROOFTOP_NUMBER_LIST_H
#define ROOFTOP_NUMBER_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

struct number_list {
    struct number_range {
        unsigned first, last;
    } * ranges;
    size_t count, capacity;
};

bool number_list_add(struct number_list *list, const char *text, struct error *error);
bool number_list_has(const struct number_list *list, unsigned number);
/* The smallest; 0 of an empty list. */
unsigned number_list_first(const struct number_list *list);
void number_list_free(struct number_list *list);

#endif
