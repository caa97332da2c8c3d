/* source_listing: the functions of one result on the source page, with their names, and with the
 * functions of a baseline that they are compared with. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_SOURCE_LISTING_H
#define ROOFTOP_REPORT_PAGE_PARTS_SOURCE_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "report/compare/code_before.h"
#include "report/page_parts/source_page.h"

/* A function of the result that is printed. */
struct code_function {
    const struct code_listing *view;
    char *name; /* in the form that the options ask for */
};

/* The functions of one result. */
struct source_listing {
    struct code_listing *views;
    struct code_function *functions;
    size_t count;
    struct code_listing *then; /* the baseline's functions */
    size_t then_count;
    struct code_before *befores; /* by function; NULL: nothing is compared */
};

/* Reads the functions of a result; source_listing_close() releases them. */
void source_listing_open(struct source_listing *listing, struct source_page *page,
                         const struct result *result);
void source_listing_close(struct source_page *page, struct source_listing *listing);

/* "NAME: other code: 2 instructions new, 3 only in the baseline"; "" if nothing is compared. A new
 * string. */
char *source_compared_with(const struct source_page *page, const struct code_listing *view);

/* Returns whether the function was compiled with -G, and the warning to print then. */
bool source_is_debug(const struct code_listing *view);
extern const char source_debug_warning[];

#endif
