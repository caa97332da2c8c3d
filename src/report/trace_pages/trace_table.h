/* trace_table: a table of a trace, as data: pages make them, and trace_print.h prints them in four
 * forms.
 *
 * Numbers are in base units: nanoseconds, bytes, percent. NaN is a value that is not there. */
#ifndef ROOFTOP_REPORT_TRACE_PAGES_TRACE_TABLE_H
#define ROOFTOP_REPORT_TRACE_PAGES_TRACE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace_kind.h"

enum trace_unit {
    UNIT_TEXT,
    UNIT_COUNT,   /* whole */
    UNIT_NUMBER,  /* a plain number, with decimals */
    UNIT_TIME,    /* ns */
    UNIT_MOMENT,  /* ns since the start of the trace */
    UNIT_BYTES,   /* bytes */
    UNIT_RATE,    /* bytes per second */
    UNIT_PERCENT, /* % */
};

struct trace_heading {
    const char *title; /* of the column: "Std Dev" */
    const char *key;   /* in JSON: "std_dev_ns", "" to leave the column to `title` */
    enum trace_unit unit;
};

struct trace_cell {
    char *text; /* owned; of UNIT_TEXT */
    double number;
};

/* Where a row leads to: to a record, the longest one if the row is about several, to a time in
 * which a GPU was idle, or to the page that shows more of it. */
enum trace_spot_form { SPOT_NONE, SPOT_RECORD, SPOT_GAP, SPOT_PAGE };

struct trace_spot {
    enum trace_spot_form form;
    enum trace_kind kind; /* of a record */
    size_t row;           /* among the records of its kind; the GPU; the page */
    uint64_t start, end;  /* of a gap, as in records */
};

enum { TRACE_MOST_COLUMNS = 24 };

struct trace_table {
    const char *page; /* its word: "kernels" */
    const char *title;
    struct trace_heading columns[TRACE_MOST_COLUMNS];
    size_t column_count;
    struct trace_cell *cells; /* row by row */
    size_t rows, capacity;
    char *note;               /* owned; below the table, or in place of its rows; NULL: none */
    struct trace_spot *spots; /* of the rows that have one; the other rows lead nowhere */
    size_t spot_count, spot_capacity;
    size_t open; /* private: cells of the row that is being filled */
};

struct trace_table *trace_table_new(const char *page, const char *title);
void trace_table_free(struct trace_table *table);
void trace_table_column(struct trace_table *table, const char *title, const char *key,
                        enum trace_unit unit);

/* Cells fill a row from the left, then the next one. A text is copied. */
void trace_table_text(struct trace_table *table, const char *text);
void trace_table_textf(struct trace_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void trace_table_number(struct trace_table *table, double number);
void trace_table_none(struct trace_table *table);

/* Says where the row leads to that was filled last. */
void trace_table_record(struct trace_table *table, enum trace_kind kind, size_t row);
void trace_table_gap(struct trace_table *table, size_t gpu, uint64_t start, uint64_t end);
void trace_table_page(struct trace_table *table, size_t page);
struct trace_spot trace_table_spot(const struct trace_table *table, size_t row);

/* Adds a sentence to the note. */
void trace_table_note(struct trace_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

const struct trace_cell *trace_table_cell(const struct trace_table *table, size_t row,
                                          size_t column);

#endif
