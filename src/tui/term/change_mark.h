/* change_mark: how a change against a baseline looks. It has a colour and also a mark, so that
 * nothing is said by colour alone. */
#ifndef ROOFTOP_TUI_TERM_CHANGE_MARK_H
#define ROOFTOP_TUI_TERM_CHANGE_MARK_H

#include "report/compare/value_change.h"
#include "tui/term/glyphs.h"
#include "tui/term/theme.h"

/* Returns good for better, hot for worse, else dim. */
enum role change_mark_role(enum change_verdict verdict);

/* Appends the change and its mark: "-12.3 % ✓". */
void change_mark_add(struct strbuf *out, const struct value_change *change,
                     const struct glyphs *glyphs);
/* Returns the change and its mark as a new string; free() it. */
char *change_mark_text(const struct value_change *change, const struct glyphs *glyphs);

/* Returns the mark for better or worse, or "". */
const char *change_mark_of(enum change_verdict verdict, const struct glyphs *glyphs);

/* Returns the columns that most changes fit in. */
int change_mark_width(const struct glyphs *glyphs);

#endif
