/* diff_lines: what text and Markdown say of a comparison outside of tables. */
#ifndef ROOFTOP_REPORT_DIFF_PAGES_DIFF_LINES_H
#define ROOFTOP_REPORT_DIFF_PAGES_DIFF_LINES_H

#include "report/base/strbuf.h"
#include "report/compare/report_diff.h"

extern const char diff_letters[DIFF_SIDES]; /* the names of the sides */

/* Append " (8, 1, 1)x(128, 1, 1)" if the kernel has a shape, and " (#1, #4, ...)", the results. */
void diff_add_shape(struct strbuf *out, const struct diff_group *group, enum diff_side side);
void diff_add_ids(struct strbuf *out, const struct diff_group *group, enum diff_side side);
/* Appends ", 1/16 of the threads" if B has more or fewer of them. */
void diff_add_threads(struct strbuf *out, const struct diff_group *group);
/* The verdict in a word: "resized" in place of better and worse of other work. */
const char *diff_verdict(enum change_verdict verdict, bool other_work);

/* Says how a report was measured and how many launches it has. A new string, like the following
 * ones. */
char *diff_source_facts(const struct diff_source *source);
/* Says which metrics only this side has; NULL: none. */
char *diff_missing_text(const struct report_diff *diff, enum diff_side side);
/* The line that stands for everything if nothing differs. */
char *diff_nothing_text(const struct diff_outcome *outcome);

/* Returns whether a metric changed beyond noise, a rule has something to say, or a section has
 * tables. */
bool diff_is_told(const struct diff_detail *detail);

#endif
