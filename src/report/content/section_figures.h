/* section_figures: what the figures of a section's bodies are drawn from: tables (body_table.h),
 * and for items without a table the reason why there is none. Views make them when a section is
 * first drawn, or when its digest is wanted. */
#ifndef ROOFTOP_REPORT_CONTENT_SECTION_FIGURES_H
#define ROOFTOP_REPORT_CONTENT_SECTION_FIGURES_H

#include "report/content/body_table.h"

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

/* Returns one line about what is drawn, a new string; "" if nothing is drawn. */
char *section_figures_digest(const struct section_figures *figures);

/* Returns whether all figures are rooflines without a point, since none of their operations was
 * executed, and tables beside them. */
bool section_figures_idle(const struct section_figures *figures);

/* Returns whether the table stands in a body that is not the first one to show. */
bool section_figures_aside(const Rep__ProfilerSection *section, const struct body_table *table);

#endif
