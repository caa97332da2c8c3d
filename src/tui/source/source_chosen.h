/* source_chosen: which columns of the source view the user switched on or off. All others are seen
 * as their sections want them. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_CHOSEN_H
#define ROOFTOP_TUI_SOURCE_SOURCE_CHOSEN_H

#include <stdbool.h>

#include "report/base/error.h"
#include "report/code/source_metrics.h"

struct source_chosen_column {
    char *metric;
    bool seen;
};

/* Initialise with {0}; release with source_chosen_free(). */
struct source_chosen {
    bool all; /* all that are not switched off are seen */
    struct source_chosen_column *items;
    size_t count, capacity;
};

void source_chosen_free(struct source_chosen *chosen);

/* Returns whether a column is seen. leads: it is one of those that come first, which stay unless
 * their own metric is hidden. */
bool source_chosen_sees(const struct source_chosen *chosen, const struct code_column *column,
                        bool leads);

/* Does what was typed: "usual", "all", or labels or metrics of columns, separated by commas, with +
 * (which may be left out) or - in front. Returns false with the error if one is unknown; then
 * nothing changes. */
bool source_chosen_set(struct source_chosen *chosen, const struct source_metrics *metrics,
                       const char *words, struct error *error);

#endif
