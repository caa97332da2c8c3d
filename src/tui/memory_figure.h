/* memory_figure: the memory chart: what goes over the links between kernel, memory spaces, caches
 * and memories, with its share of the link's peak; hit rates beside the units.
 *
 * With MEMORY_FIGURE_WIDE columns the units stand side by side, else their links are listed one
 * below the other. Links that carried nothing are named in one line, those that were not collected
 * in another. */
#ifndef ROOFTOP_MEMORY_FIGURE_H
#define ROOFTOP_MEMORY_FIGURE_H

#include "memory_map.h"
#include "painter.h"
#include "value_change.h"

enum { MEMORY_FIGURE_WIDE = 104 };

/* before: the chart of a baseline: then changes of the traffic stand beside the numbers, in the map
 * in place of the shares of the peak, which its lines still tell. NULL: none. */
void memory_figure_draw(const struct memory_map *map, const struct memory_map *before, int indent,
                        struct painter *painter);

/* The parts: units side by side, and links as lines. Where a link stands: */
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

/* What became of a link's traffic. */
struct value_change memory_figure_change(const struct memory_link *link,
                                         const struct memory_map *before);

/* How a link is drawn by its share of the peak: its role, and a weight of 0 to 2. */
enum role memory_figure_role(double peak);
int memory_figure_weight(double peak);

/* What a link or a fact is to the cursor; `source` and `label` get its texts. */
struct number memory_figure_link(const struct memory_link *link, struct strbuf *source,
                                 struct strbuf *label);
struct number memory_figure_fact(const struct memory_fact *fact, struct strbuf *label);

/* "42 %", "<1 %", "" for NAN. */
void memory_figure_add_peak(struct strbuf *out, double peak);

#endif
