/* occupancy_words: what the occupancy view says in sentences: changes that raise the occupancy, and
 * the times that are to be expected. The screen draws them, and exports carry them. */
#ifndef ROOFTOP_TUI_VIEWS_OCCUPANCY_WORDS_H
#define ROOFTOP_TUI_VIEWS_OCCUPANCY_WORDS_H

#include "tui/views/occupancy_view.h"

/* Appends "registers 40 -> 32: 75 % -> 100 %, 61.4 to 81.9 us, by __launch_bounds__(256, 8)". */
void occupancy_tell_change(const struct occupancy_view *view, const struct what_if_change *change,
                           struct strbuf *out);
/* Appends what the launch would take and wait for with the numbers that are asked for; nothing for
 * its own numbers. */
void occupancy_tell_expected(const struct occupancy_view *view, struct strbuf *out);
/* Appends what the times rest on, or why there are none; nothing where none is told.
 * brief: there is little room. */
void occupancy_tell_grounds(const struct occupancy_view *view, bool brief, struct strbuf *out);
/* Appends all of it, with the numbers that are asked for, as lines. */
void occupancy_tell_all(const struct occupancy_view *view, struct strbuf *out);

#endif
