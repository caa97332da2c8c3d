/* source_title: shortens the names of code metrics so that they fit the head of a column. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_TITLE_H
#define ROOFTOP_TUI_SOURCE_SOURCE_TITLE_H

#include "report/base/strbuf.h"

enum { SOURCE_TITLE = 12 }; /* columns that a title should take */

/* Appends a label. Its words are shortened in the order of a table until it fits: "Avg prd exec"
 * for "Avg. Predicated-On Threads Executed". Safe. */
void source_title(struct strbuf *out, const char *label);

#endif
