/* rank_cells: what the page of ranks and the view of ranks share: ranks and their kernels in words.
 */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_RANK_CELLS_H
#define ROOFTOP_REPORT_PAGE_PARTS_RANK_CELLS_H

#include <stdbool.h>

#include "report/content/rank_spread.h"

enum rank_column { RANK_LABEL, RANK_RESULTS, RANK_TIME, RANK_CLOCK, RANK_RATIO, RANK_COLUMNS };
extern const char *const rank_columns[RANK_COLUMNS];
extern const bool rank_is_number[RANK_COLUMNS];

enum rank_kernel_column {
    RANK_KERNEL_NAME,
    RANK_KERNEL_GRID,
    RANK_KERNEL_BLOCK,
    RANK_KERNEL_RANKS,
    RANK_KERNEL_LAUNCHES,
    RANK_KERNEL_USUAL,
    RANK_KERNEL_SLOWEST,
    RANK_KERNEL_ON,
    RANK_KERNEL_LONGER,
    RANK_KERNEL_LOSS,
    RANK_KERNEL_COLUMNS
};
extern const char *const rank_kernel_columns[RANK_KERNEL_COLUMNS];
extern const bool rank_kernel_is_number[RANK_KERNEL_COLUMNS];

/* The title above the kernels. */
extern const char rank_kernels_title[];

/* The cells, as texts that may be unsafe for a terminal. The caller frees each. */
void rank_cells(const struct rank_part *part, bool base_units, char *cells[RANK_COLUMNS]);
void rank_kernel_cells(const struct rank_spread *spread, const struct rank_kernel *kernel,
                       bool base_units, char *cells[RANK_KERNEL_COLUMNS]);

/* "(64, 1, 1)". A new string. */
char *rank_size_text(const uint64_t size[3]);

#endif
