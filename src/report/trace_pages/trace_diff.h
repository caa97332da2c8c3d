/* trace_diff: what changed from one trace to another: kernels by name, copies by direction and
 * memory, idle times of the GPUs by cause.
 *
 * The means of the two sides are judged: a change counts if it is larger than 2 % and than three
 * standard errors of the difference; where a side has a single value, if it is larger than 10 %. */
#ifndef ROOFTOP_REPORT_TRACE_PAGES_TRACE_DIFF_H
#define ROOFTOP_REPORT_TRACE_PAGES_TRACE_DIFF_H

#include <stdbool.h>
#include <stdio.h>

#include "report/trace_pages/trace_pages.h"

enum trace_verdict {
    TRACE_ALIKE,
    TRACE_FASTER,
    TRACE_SLOWER,
    TRACE_FEWER, /* as long as before, but fewer */
    TRACE_MORE,
    TRACE_GONE,
    TRACE_NEW
};

/* One side of a row. Initialise with {0}. */
struct trace_side {
    size_t count, timed;
    double total, mean, squares; /* squares: of the distances from the mean */
};
void trace_side_add(struct trace_side *side, double value);

enum trace_verdict trace_diff_judge(const struct trace_side *a, const struct trace_side *b);

/* The tables of some of the pages kernels, copies and gaps (bits of enum trace_page), with one that
 * describes both traces before them; the caller frees each. names: of both files. *worse: whether
 * kernels or copies became slower, by at least a thousandth of the first trace's span. Returns how
 * many tables there are. */
enum { TRACE_DIFF_TABLES = 4 };
size_t trace_diff_make(const struct trace_view views[2], const char *const names[2], unsigned pages,
                       struct trace_table **tables, bool *worse);

/* Prints them. Returns *worse. */
bool trace_diff_print(const struct trace_view views[2], const char *const names[2], unsigned pages,
                      enum page_format format, FILE *out);

#endif
