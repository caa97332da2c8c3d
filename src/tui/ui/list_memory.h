/* list_memory: how the list of a report was left: its order, groups and columns, for the next time
 * that the report is opened.
 *
 * The file has one line for each report, the latest last: three words and the report's path, with
 * tabs between them. A file that cannot be read or written is no error, and a line that is none is
 * passed over. */
#ifndef ROOFTOP_TUI_UI_LIST_MEMORY_H
#define ROOFTOP_TUI_UI_LIST_MEMORY_H

#include <stdbool.h>

enum { LIST_WORDS = 3 };         /* order, groups, columns */
enum { LIST_MEMORY_MOST = 200 }; /* reports; the oldest are forgotten */

/* Returns the usual file, $XDG_STATE_HOME/rooftop/lists; NULL: there is no place for it. free() it.
 */
char *list_memory_file(void);

/* Gives the words of a report as new strings. false: it has none. */
bool list_memory_get(const char *file, const char *report, char *words[LIST_WORDS]);
/* Keeps the words of a report; NULL forgets it. */
void list_memory_put(const char *file, const char *report, char *const words[LIST_WORDS]);

#endif
