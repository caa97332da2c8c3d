/* number_list: a list of whole numbers and ranges, "0,4-7".
 *
 * Initialise with {0}, which is the empty list; release with number_list_free(). */
#ifndef ROOFTOP_REPORT_BASE_NUMBER_LIST_H
#define ROOFTOP_REPORT_BASE_NUMBER_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"

struct number_list {
    struct number_range {
        unsigned first, last;
        unsigned step; /* 1 but for samples */
    } * ranges;
    size_t count, capacity;
};

/* Adds the numbers of a text. Returns false with the error if it is no such list. */
bool number_list_add(struct number_list *list, const char *text, struct error *error);
/* The same, but it may also be "every:8": each eighth number from 0 on. */
bool number_list_add_samples(struct number_list *list, const char *text, struct error *error);
bool number_list_has(const struct number_list *list, unsigned number);
/* Returns the smallest number, or 0 for an empty list. */
unsigned number_list_first(const struct number_list *list);
void number_list_free(struct number_list *list);

#endif
