/* diff_cells: what the text and the Markdown form of a comparison say, cell by cell and line by
 * line. Numbers of a row have one unit; those that are not known are "". Strings are new ones. */
#ifndef ROOFTOP_DIFF_CELLS_H
#define ROOFTOP_DIFF_CELLS_H

#include "page_diff.h"
#include "strbuf.h"

extern const char diff_letters[DIFF_SIDES];

/* Times of a kernel. */
enum kernel_column {
    COLUMN_TOTAL_A,
    COLUMN_TOTAL_B,
    COLUMN_MEAN_A,
    COLUMN_MEAN_B,
    COLUMN_CHANGE,
    COLUMN_PERCENT,
    COLUMN_SHARE,
    COLUMN_VERDICT,
    KERNEL_COLUMNS
};
extern const char *const diff_kernel_columns[KERNEL_COLUMNS];

struct diff_kernel_row {
    char *cells[KERNEL_COLUMNS];
};

struct diff_kernel_row diff_group_row(const struct diff_group *group, bool base_units);
struct diff_kernel_row diff_total_row(const struct report_diff *diff, bool base_units);

/* A metric; its name and texts are safe for a terminal. */
enum metric_column {
    METRIC_COLUMN_NAME,
    METRIC_COLUMN_UNIT,
    METRIC_COLUMN_A,
    METRIC_COLUMN_B,
    METRIC_COLUMN_CHANGE,
    METRIC_COLUMN_PERCENT,
    METRIC_COLUMN_VERDICT,
    METRIC_COLUMNS
};
extern const char *const diff_metric_columns[METRIC_COLUMNS];

struct diff_metric_row {
    char *cells[METRIC_COLUMNS];
};

struct diff_metric_row diff_metric_row(const struct diff_metric *metric,
                                       const struct page_diff_options *options);

/* Appends " (8, 1, 1)x(128, 1, 1)" if the kernel has a shape, " (#1, #4, ...)" the results. */
void diff_add_shape(struct strbuf *out, const struct diff_group *group, enum diff_side side);
void diff_add_ids(struct strbuf *out, const struct diff_group *group, enum diff_side side);

/* How a report was measured, and how many launches it has. */
char *diff_source_facts(const struct diff_source *source);
/* Which metrics only this side has; NULL: none. */
char *diff_missing_text(const struct report_diff *diff, enum diff_side side);
/* The line that stands for everything if nothing differs. */
char *diff_nothing_text(const struct diff_outcome *outcome);

/* Whether a metric changed beyond noise. */
bool diff_has_changes(const struct diff_detail *detail);

#endif
