/* diff_cells: the rows of the tables that text and Markdown show of a comparison.
 *
 * The numbers of a row share a unit and a form: two decimals, unless all of them are whole;
 * three digits if two decimals would show nothing. A number that is not known is "". All texts
 * are new; the caller frees them. */
#ifndef ROOFTOP_REPORT_DIFF_PAGES_DIFF_CELLS_H
#define ROOFTOP_REPORT_DIFF_PAGES_DIFF_CELLS_H

#include "report/diff_pages/page_diff.h"

/* The times of a kernel. */
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

/* A metric. Its name and texts are safe for a terminal. */
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

#endif
