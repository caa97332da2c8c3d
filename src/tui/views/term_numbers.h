/* term_numbers: the numbers of a result that a term of the glossary is about. */
#ifndef ROOFTOP_TUI_VIEWS_TERM_NUMBERS_H
#define ROOFTOP_TUI_VIEWS_TERM_NUMBERS_H

#include <stddef.h>

#include "tui/details/details_view.h"

struct term_number {
    const char *metric, *label; /* label: what a section calls it, or the metric */
};

/* Stores the metrics whose names have the term, those that sections show first, and returns their
 * number, at most `most`. 0 also if the name is no term or no result is open. */
size_t term_numbers(const struct details_view *details, const char *name,
                    struct term_number *numbers, size_t most);

#endif
