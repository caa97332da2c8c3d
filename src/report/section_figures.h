/* section_figures: what figures of a section's bodies are drawn of: its tables (body_table.h), and
 * for items that have none the reason. */
#ifndef ROOFTOP_SECTION_FIGURES_H
#define ROOFTOP_SECTION_FIGURES_H

#include "body_table.h"

struct figure_absence {
    size_t item; /* its number: see section_items.h */
    bool aside;  /* see section_figures_aside() */
    char *text;  /* "LABEL: nothing to show: ..." */
};

struct section_figures {
    struct body_table *tables; /* in the order of items */
    size_t count;
    struct figure_absence *absences;
    size_t absence_count, absence_capacity;
};

struct section_figures *section_figures_new(const struct result *result,
                                            const Rep__ProfilerSection *section);
void section_figures_free(struct section_figures *figures);

/* One telling line of what is drawn, "" if there is nothing; free() it. */
char *section_figures_digest(const struct section_figures *figures);

/* Whether the table stands in a body that is not the one to show first. */
bool section_figures_aside(const Rep__ProfilerSection *section, const struct body_table *table);

#endif
