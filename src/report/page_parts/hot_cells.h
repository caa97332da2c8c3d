/* hot_cells: what the forms of the hot spots page and the view of hot spots share: hot spots in
 * words. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_HOT_CELLS_H
#define ROOFTOP_REPORT_PAGE_PARTS_HOT_CELLS_H

#include <stdbool.h>
#include <stdio.h>

#include "report/base/error.h"
#include "report/content/hot_spots.h"
#include "report/page_parts/page_options.h"

/* Collects the samples of the results that pass the filter. The caller releases *index with
 * hot_index_free(), in any case. Returns false as page_each() does. */
bool hot_index_of_page(struct report *report, const struct page_options *options,
                       struct hot_index **index, struct error *error);

/* "12 results, 10 of them with 154,200 warp samples, 2.02 ms". A new string. */
char *hot_totals_text(const struct hot_totals *totals, bool base_units);

/* The columns of text and Markdown. */
enum hot_column {
    HOT_RANK,
    HOT_SHARE,
    HOT_TIME,
    HOT_LAUNCHES,
    HOT_PLACE,
    HOT_STALL,
    HOT_FINDING,
    HOT_TEXT,
    HOT_COLUMNS
};
extern const char *const hot_columns[HOT_BYS][HOT_COLUMNS];
extern const bool hot_is_number[HOT_COLUMNS];
extern const char *const hot_titles[HOT_BYS]; /* "By source line" */

/* The cells of a spot, as texts that may be unsafe for a terminal. The caller frees each. */
void hot_cells(const struct hot_spot *spot, enum hot_by by, size_t rank, bool base_units,
               char *cells[HOT_COLUMNS]);

/* The rows of CSV and of exports: every spot with all that is known of it, numbers with all their
 * digits. The caller frees each cell. */
enum { HOT_FIELDS = 16 };
extern const char *const hot_fields[HOT_FIELDS];
extern const bool hot_field_is_number[HOT_FIELDS];
void hot_field_cells(struct report *report, const struct hot_spot *spot, enum hot_by by,
                     size_t rank, char *cells[HOT_FIELDS]);

#endif
