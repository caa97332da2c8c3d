/* trace_tables: the tables below the timeline: findings, kernels, copies, idle times, and whatever
 * else has a page (report/trace_pages). One is shown at a time; a row leads to its place on the
 * timeline.
 *
 * A table of millions of records takes a second or two, so it is made behind the drawing that first
 * shows its word, or when a key needs it. While a program runs it is made anew as records come, as
 * often as takes at most a fifth of the time; the row with the cursor stays the row of the same
 * name. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_TABLES_H
#define ROOFTOP_TUI_TRACE_TRACE_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/trace_pages/trace_pages.h"
#include "tui/widgets/row_cursor.h"

enum { TRACE_TABLES = 24 };

struct trace_tables {
    size_t which;                      /* among the words */
    struct trace_table *table;         /* owned; NULL: not made yet */
    size_t *order;                     /* owned: the table's rows as they are shown */
    size_t widths[TRACE_MOST_COLUMNS]; /* that the texts of a column want */
    struct row_cursor cursor;          /* among `order` */
    size_t column;                     /* the first one that is shown behind the names */
    size_t sort;                       /* a column; SIZE_MAX: the order of the page */
    bool reverse;
    bool stale;         /* the table is of an older view */
    int64_t made, cost; /* ns: when the table was made, and how long that took */
};

/* What a table is called above the pane and by the command `:`. */
const char *trace_tables_word(size_t which);

void trace_tables_open(struct trace_tables *tables);
void trace_tables_close(struct trace_tables *tables);
/* Whether the table that is shown is to be made, or made anew. ended: no more records come. */
bool trace_tables_are_due(const struct trace_tables *tables, bool ended);
void trace_tables_make(struct trace_tables *tables, const struct trace_view *view);

/* Shows another table: by number, or the next in a direction, around the ends. */
void trace_tables_show(struct trace_tables *tables, size_t which);
void trace_tables_step(struct trace_tables *tables, int step);
/* By the start of its word. false: none or several begin so. */
bool trace_tables_find(struct trace_tables *tables, const char *word);

/* Sorts by the next column, behind the last one as the page does; or turns the order around. */
void trace_tables_sort(struct trace_tables *tables);
void trace_tables_reverse(struct trace_tables *tables);
/* "Total, the largest first", or "as the page has them". */
void trace_tables_sort_text(const struct trace_tables *tables, struct strbuf *out);

/* Goes to the next row, from the one below the cursor on and around the end, that has the text in
 * one of its cells. */
bool trace_tables_search(struct trace_tables *tables, const char *text);

/* Where the row with the cursor leads to; SPOT_NONE without rows. */
struct trace_spot trace_tables_spot(const struct trace_tables *tables);

#endif
