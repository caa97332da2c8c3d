/* body_table: an item of a section's body as a table of rows and columns: charts, rooflines, time
 * series, memory tables. The details page prints such tables (--print-details body or all), and
 * figures on the screen are drawn from them. Plain tables and bar charts are cells instead
 * (section_view.h).
 *
 * item                     rows and columns
 * bar chart of instances   a row for each instance, the greatest first
 * roofline chart           roofs, then achieved points: body_roofline.c has the formulas
 * timeline                 a row for each metric: samples, least, mean, greatest, course
 * line chart, histogram    a row for each point or bin; equal neighbours are one row
 * source metric table      the places in the code with the greatest values
 * suffix table             a row for each base name, a column for each suffix
 * memory chart and tables  data/memory_tables.tsv has rows, columns and formulas
 * NVLink, NUMA             a row for each link or device
 * tables of rules          as the rule made them
 *
 * body_tables.h makes the tables. A table without any number is left out, and so is such a row.
 * Texts are those of the file: make them safe for a terminal. */
#ifndef ROOFTOP_REPORT_CONTENT_BODY_TABLE_H
#define ROOFTOP_REPORT_CONTENT_BODY_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "report/content/memory_map.h"
#include "report/file/result.h"
#include "report/metric/metric_points.h"

/* What a figure may be drawn of. */
enum body_kind {
    BODY_TABLE, /* nothing but rows and columns */
    BODY_ROOFLINE,
    BODY_TIMELINE,
    BODY_LINES,
    BODY_HISTOGRAM,
    BODY_INSTANCES,
    BODY_MEMORY_MAP,
    BODY_LINKS,
    BODY_POINTS /* see body_points.h: of no item; it stands behind a roofline */
};

/* What a row of a roofline is. */
enum body_part { BODY_ROOF, BODY_WALL, BODY_POINT };

/* Columns of a roofline. */
enum { ROOF_INTENSITY, ROOF_PERFORMANCE, ROOF_TRAFFIC, ROOF_ATTAINABLE, ROOF_SHARE };

/* A row of a time series or a column of a line chart, in the base unit. If there are very many
 * points, each kept one is the mean of several. */
struct body_line {
    char *label;
    char *metric; /* NULL: not known */
    char unit[48];
    struct metric_points points; /* in the order of x */
};

struct body_cell {
    char *text; /* NULL: empty */
    char unit[48];
    bool joint;      /* this cell is one with the cell above */
    bool has_number; /* false: a text */
    double number;   /* in the base unit */
    char base_unit[48];
    char *source; /* NULL: see body_cell_source() */
};

struct body_row {
    char *label;
    char *metric;            /* the metric whose name can stand in place of the label; NULL: none */
    struct body_cell *cells; /* one for each column */
    char *course;            /* sparkline, ASCII; NULL: none */
    enum body_part part;     /* of rooflines */
    size_t roof;             /* 1 + the number of the row with the roof of a point; 0: none */
    const char *memory;      /* whose traffic a roof counts: "DRAM"; NULL: not known */
};

struct body_table {
    char *label, *description; /* "" if none */
    const char *body;          /* name of the body it is in; the result's */
    size_t item;               /* its number: see section_items.h */
    char *row_name;            /* heading of the labels */
    bool points;               /* labels are values of row_name, for example the x of a chart */
    char **columns;
    size_t column_count;
    char **sources; /* of whole columns; NULL: none */
    struct body_row *rows;
    size_t row_count, row_capacity;
    struct body_row spare; /* private: the row for what is beyond the limit */
    enum body_kind kind;
    struct body_line *lines; /* of time series and line charts */
    size_t line_count, line_capacity;
    size_t point_count;     /* private: of all lines */
    double here;            /* line charts: the x of this result; NAN: not known */
    struct memory_map *map; /* the memory chart; NULL for other tables */
};

/* Makes a table that is printed behind `table`, one of the tables of a section: as body_points.h
 * makes them. The caller fills in `behind` and body_tables_free() releases it. `tables` are all
 * tables of the section; `baseline` is NULL if the result is not compared. Returns false if there
 * is no such table. */
typedef bool body_table_behind(void *context, const struct result *result,
                               const struct result *baseline, const Rep__ProfilerSection *section,
                               const struct body_table *tables, const struct body_table *table,
                               bool base_units, struct body_table *behind);

/* The table among `tables` that is of the same item as `table`, which belongs to another result.
 * NULL if there is none. */
const struct body_table *body_table_same(const struct body_table *tables, size_t count,
                                         const struct body_table *table);

/* The metric that a cell shows, or the formula of metrics; NULL if it is not known. */
const char *body_cell_source(const struct body_table *table, const struct body_row *row,
                             size_t column);

/* Releases the array and all tables in it. */
void body_tables_free(struct body_table *tables, size_t count);
/* Releases what a table or a row owns, not the struct itself. */
void body_table_free(struct body_table *table);
void body_row_free(const struct body_table *table, struct body_row *row);

#endif
