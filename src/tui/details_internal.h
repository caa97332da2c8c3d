/* details_internal: what the files of the details share. */
#ifndef ROOFTOP_DETAILS_INTERNAL_H
#define ROOFTOP_DETAILS_INTERNAL_H

#include "details_view.h"

/* Measures in that column. */
struct painter details_painter(const struct details_view *view, int column);
/* Selects the pane with one or some of its lines on the screen. */
void details_show_lines(struct details_view *view, size_t pane, int from, int to, int rows);
void details_show_line(struct details_view *view, size_t pane, int line, int rows);

/* Moves the cursor over numbers. false: not an action of it. */
bool details_numbers_act(struct details_view *view, enum action_id action, int rows);
/* Puts it on what was drawn there of a pane, or lets go where there is no number. */
void details_numbers_click(struct details_view *view, size_t pane, int line, int column);
/* Sets map->marked for drawing the selected pane. false: the cursor is not in it. */
bool details_numbers_mark(struct details_view *view, struct number_map *map);
/* Those of a pane as it is drawn now. */
struct number_map details_numbers_of(const struct details_view *view, size_t pane);
/* In another result: the same number, on the screen. */
void details_numbers_follow(struct details_view *view, int rows);

/* Zooms, moves and enlarges the roofline that is meant. false: not an action of it. */
bool details_rooflines_act(struct details_view *view, enum action_id action, int rows);
/* Sets how a pane looks at its rooflines. */
void details_roofline_sight(const struct details_view *view, struct section_pane *pane);
/* Puts the roofline that takes the page there. false: none does. */
bool details_roofline_show(struct details_view *view, int rows);
/* The cursor has come to a number in that line of its pane: if it is a point, the zoomed part goes
 * there. true: the chart has been put on the screen, with the line if there is room for both. */
bool details_roofline_follow(struct details_view *view, int line, int rows);

#endif
