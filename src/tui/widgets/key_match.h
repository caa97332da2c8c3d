/* key_match: finds actions by what somebody types of them: the start of the name, a part of it,
 * letters of it in their order, or a word of what it does. */
#ifndef ROOFTOP_TUI_WIDGETS_KEY_MATCH_H
#define ROOFTOP_TUI_WIDGETS_KEY_MATCH_H

#include "tui/widgets/keys.h"

/* Stores the rows of actions that the text means, the best ones first, and returns their number, at
 * most `most`. Among equals those that have a meaning in these views come first, then the order of
 * the table counts. No row is stored for an empty text. */
size_t key_match_find(const char *text, int views, const struct key_row **rows, size_t most);

/* Returns how well a name is meant by what was typed of it, at most KEY_MATCH_BEST; 0: not at all.
 */
enum { KEY_MATCH_BEST = 5 };
int key_match_name(const char *name, const char *text);

#endif
