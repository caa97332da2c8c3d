/* page_csv: the fields with which the rows of CSV pages begin: which result a row is of. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_CSV_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"

/* These fields, in the order of their columns. */
enum page_field {
    FIELD_REPORT,
    FIELD_ID,
    FIELD_PROCESS_ID,
    FIELD_PROCESS,
    FIELD_HOST,
    FIELD_KERNEL,
    FIELD_CONTEXT,
    FIELD_STREAM,
    FIELD_BLOCK,
    FIELD_GRID,
    FIELD_DEVICE,
    FIELD_CC,
    PAGE_CSV_IDENTITY
};

/* Appends the field of the result, or the name of its column if result is NULL. */
void page_csv_field(struct strbuf *row, const struct result *result, enum page_field field);
/* Returns whether the field is the size of a block or grid, which ranges lack. */
bool page_field_is_size(enum page_field field);

/* Columns that not every page has: sizes, which ranges lack; NVTX ranges, if one was open at a
 * launch; the report, if there are several. */
enum { PAGE_CSV_SIZES = 1, PAGE_CSV_NVTX = 2, PAGE_CSV_REPORT = 4 };
/* Those of them that the result needs. */
unsigned page_csv_columns_of(const struct result *result);

/* Appends all fields of the result, or the names of their columns if result is NULL. `columns` says
 * which of the optional columns the page has. Returns the number of fields. */
size_t page_csv_identity(struct strbuf *row, const struct result *result, unsigned columns);

#endif
