/* diff_lines: what the text and the Markdown form of a comparison say outside of tables. */
#ifndef ROOFTOP_DIFF_LINES_H
#define ROOFTOP_DIFF_LINES_H

#include "report_diff.h"
#include "strbuf.h"

extern const char diff_letters[DIFF_SIDES]; /* what the sides are called */

/* Appends " (8, 1, 1)x(128, 1, 1)" if the kernel has a shape, " (#1, #4, ...)" the results. */
void diff_add_shape(struct strbuf *out, const struct diff_group *group, enum diff_side side);
void diff_add_ids(struct strbuf *out, const struct diff_group *group, enum diff_side side);

/* How a report was measured, and how many launches it has; free() it, as those below. */
char *diff_source_facts(const struct diff_source *source);
/* Which metrics only this side has; NULL: none. */
char *diff_missing_text(const struct report_diff *diff, enum diff_side side);
/* The line that stands for everything if nothing differs. */
char *diff_nothing_text(const struct diff_outcome *outcome);

/* Whether a metric changed beyond noise, a rule has something to say, or a section has tables. */
bool diff_is_told(const struct diff_detail *detail);

#endif
