/* ranks_rows: the lines of the view of ranks: findings, then a table of the ranks, then one of
 * their kernels, with the columns that have room. */
#ifndef ROOFTOP_TUI_VIEWS_RANKS_ROWS_H
#define ROOFTOP_TUI_VIEWS_RANKS_ROWS_H

#include "report/content/rank_spread.h"
#include "report/page_parts/rank_cells.h"

enum ranks_row_kind { RANKS_FINDING, RANKS_GAP, RANKS_TITLE, RANKS_HEADINGS, RANKS_ROW };
enum ranks_table_id { RANKS_OF_PARTS, RANKS_OF_KERNELS, RANKS_TABLES };

struct ranks_row {
    enum ranks_row_kind kind;
    enum ranks_table_id table; /* of a row or of headings */
    size_t item;               /* number of the finding, part or kernel */
    bool first;                /* the first line of a finding */
    char *text;                /* of a line or a title, safe; NULL: none */
    char **cells;              /* of a row, safe; owned */
};

/* A column without room has the width 0. */
struct ranks_layout {
    size_t columns;
    int start[RANK_KERNEL_COLUMNS], width[RANK_KERNEL_COLUMNS];
};

struct ranks_rows {
    struct ranks_row *items;
    size_t count, capacity;
    int columns; /* of the screen, for which they were made; 0: not made */
    struct ranks_layout layouts[RANKS_TABLES];
};

/* Makes the rows anew. columns: of the screen. */
void ranks_rows_make(struct ranks_rows *rows, const struct rank_spread *spread, int columns);
void ranks_rows_free(struct ranks_rows *rows);

/* The heading of a column, and whether it has numbers. */
const char *ranks_heading(enum ranks_table_id table, size_t column);
bool ranks_is_number(enum ranks_table_id table, size_t column);

#endif
