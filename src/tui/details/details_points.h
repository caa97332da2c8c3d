/* details_points: the points of other results in the rooflines of the result in the details:
 * chooses these results and reads them in the background. */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_POINTS_H
#define ROOFTOP_TUI_DETAILS_DETAILS_POINTS_H

#include "report/content/body_table.h"
#include "tui/details/details_view.h"
#include "tui/term/completions.h"
#include "tui/widgets/view.h"
#include "tui/widgets/view_host.h"

/* Chooses the results again, because tags and the list's order may have changed. Call it before
 * drawing. */
void details_points_choose(struct details_view *view, const struct view_host *host);
/* Reads some of them until an event has come. Returns false if all were read. */
bool details_points_read(struct details_view *view, const struct view_host *host);
/* Reads all of them, before something is written to a file. */
void details_points_read_all(struct details_view *view, const struct view_host *host);

/* details_points_next() shows the next kind of other results, details_points_by() the kind that a
 * word names. */
void details_points_next(struct details_view *view, const struct view_host *host,
                         struct effects *effects);
void details_points_by(struct details_view *view, const struct view_host *host, const char *word,
                       struct effects *effects);
void details_points_offer(struct completions *list);

/* Writes the points of a roofline as a table behind it, for pages. context: the details_view. */
body_table_behind details_points_behind;

#endif
