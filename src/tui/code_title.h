/* code_title: metrics of code by names that are short enough for the head of a column. */
#ifndef ROOFTOP_CODE_TITLE_H
#define ROOFTOP_CODE_TITLE_H

#include "strbuf.h"

enum { CODE_TITLE = 12 }; /* columns that a title should take */

/* Appends a label with as many of its words shortened, in the order of a table, as make it fit, or
 * all: "Avg prd exec" for "Avg. Predicated-On Threads Executed". Safe. */
void code_title(struct strbuf *out, const char *label);

#endif
