/* change_mark: how a change against a baseline looks: coloured by what it means, and marked with
 * it, so that nothing is said by colour alone. */
#ifndef ROOFTOP_CHANGE_MARK_H
#define ROOFTOP_CHANGE_MARK_H

#include "glyphs.h"
#include "theme.h"
#include "value_change.h"

/* Good for better, hot for worse, else dim. */
enum role change_mark_role(enum change_verdict verdict);

/* "-12.3 % ✓": the change and whether it is better or worse. */
void change_mark_add(struct strbuf *out, const struct value_change *change,
                     const struct glyphs *glyphs);
/* free() it. */
char *change_mark_text(const struct value_change *change, const struct glyphs *glyphs);

/* The mark alone: of better or worse; "" of anything else. */
const char *change_mark_of(enum change_verdict verdict, const struct glyphs *glyphs);

/* Columns that most changes fit in. */
int change_mark_width(const struct glyphs *glyphs);

#endif
