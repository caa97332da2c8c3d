/* memory_figure: draws the memory chart: the traffic over the links between kernel, memory spaces,
 * caches and memories, with its share of the link's peak, and hit rates beside the units.
 *
 * With MEMORY_FIGURE_NARROW columns the units are side by side, with a key to the lines below them.
 * From MEMORY_FIGURE_WIDE columns on their lines have room for shares and changes; in fewer columns
 * the busiest links are named below, and with a baseline all links are listed instead. In a list,
 * links without traffic are named in one line, links that were not collected in another. */
#ifndef ROOFTOP_TUI_FIGURES_MEMORY_FIGURE_H
#define ROOFTOP_TUI_FIGURES_MEMORY_FIGURE_H

#include "report/compare/value_change.h"
#include "report/content/memory_map.h"
#include "tui/term/painter.h"

enum { MEMORY_FIGURE_WIDE = 104, MEMORY_FIGURE_NARROW = 74 };

/* Draws the chart. `before` is that of a baseline, or NULL. With a baseline, changes of the traffic
 * stand beside the numbers. In the map they replace the shares of the peak, which the weight of the
 * lines still shows. */
void memory_figure_draw(const struct memory_map *map, const struct memory_map *before, int indent,
                        struct painter *painter);

/* The parts of the chart: units side by side, and lists of links. The place of a link: */
enum memory_place {
    MEMORY_KERNEL, /* kernel and memory spaces */
    MEMORY_L1,     /* memory spaces and L1 */
    MEMORY_SHARED, /* shared memory */
    MEMORY_L2,     /* L1 and L2 */
    MEMORY_DEVICE, /* L2 and the memories */
    MEMORY_OTHER,
    MEMORY_PLACES
};
enum memory_place memory_figure_place(const struct memory_link *link);
void memory_figure_draw_map(const struct memory_map *map, const struct memory_map *before,
                            int indent, struct painter *painter);
void memory_figure_draw_lists(const struct memory_map *map, const struct memory_map *before,
                              enum memory_place first, int indent, struct painter *painter);

/* Returns how a link's traffic changed. */
struct value_change memory_figure_change(const struct memory_link *link,
                                         const struct memory_map *before);

/* Returns whether the baseline used a link that has no traffic now. */
bool memory_figure_silenced(const struct memory_link *link, const struct memory_map *before);

/* Return how a link is drawn for its share of the peak: its role, and a weight from 0 to 2. */
enum role memory_figure_role(double peak);
int memory_figure_weight(double peak);

/* Return what a link or a fact is for the cursor. `source` and `label` own its texts. */
struct number memory_figure_link(const struct memory_link *link, struct strbuf *source,
                                 struct strbuf *label);
struct number memory_figure_fact(const struct memory_fact *fact, struct strbuf *label);

/* Appends "42 %", "<1 %", or "" for NAN. */
void memory_figure_add_peak(struct strbuf *out, double peak);

#endif
