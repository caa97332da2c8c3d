/* body_table: the items of a section's bodies that are no plain tables, as tables of rows and
 * columns: charts, rooflines, time series, memory tables. The details page prints them
 * (--print-details body or all). Plain tables and bar charts: section_view.h.
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
 * Sections come from the file: a table has at most a million cells, and charts of a section look at
 * some ten million instances; what is beyond is left out. A table without any number, and a row
 * without any, are left out. Texts are as the file has them: make them safe for a terminal. */
#ifndef ROOFTOP_BODY_TABLE_H
#define ROOFTOP_BODY_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "memory_map.h"
#include "result.h"
#include "series.h"

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
    BODY_POINTS /* see body_points.h: of no item of its own, it stands behind a roofline */
};

/* What a row of a roofline is. */
enum body_part { BODY_ROOF, BODY_WALL, BODY_POINT };

/* Columns of a roofline. */
enum { ROOF_INTENSITY, ROOF_PERFORMANCE, ROOF_TRAFFIC, ROOF_ATTAINABLE, ROOF_SHARE };

/* What a row of a time series, or the rows of a line chart, sum up; in the base unit. Of very many
 * points each is the mean of some. */
struct body_line {
    char *label;
    char *metric; /* NULL: not known */
    char unit[48];
    struct series series; /* in the order of x */
};

struct body_cell {
    char *text; /* NULL: empty */
    char unit[48];
    bool joint;      /* the cell above counts for this row too */
    bool has_number; /* else it is a text */
    double number;   /* in the base unit */
    char base_unit[48];
    char *source; /* NULL: see body_cell_source() */
};

struct body_row {
    char *label;
    char *metric;            /* whose name may stand in place of the label; NULL: none */
    struct body_cell *cells; /* one for each column */
    char *course;            /* sparkline, ASCII; NULL: none */
    enum body_part part;     /* of rooflines */
    size_t roof;             /* 1 + the number of the row with the roof of a point; 0: none */
};

struct body_table {
    char *label, *description; /* "" if none */
    const char *body;          /* name of the body it is in; the result's */
    size_t item;               /* its number: see section_items.h */
    char *row_name;            /* heading of the labels */
    bool points;               /* labels are values of row_name, such as x of a chart */
    char **columns;
    size_t column_count;
    char **sources; /* of whole columns; NULL: none */
    struct body_row *rows;
    size_t row_count, row_capacity;
    struct body_row spare; /* private: takes what is beyond the limit */
    enum body_kind kind;
    struct body_line *lines; /* of time series and line charts */
    size_t line_count, line_capacity;
    size_t point_count;     /* private: of all lines */
    double here;            /* line charts: where this result stands on x; NAN: not known */
    struct memory_map *map; /* the memory chart's; else NULL */
};

/* Release with body_tables_free(). */
struct body_table *body_tables(const struct result *result, const Rep__ProfilerSection *section,
                               bool base_units, size_t *count);

/* Of these the one that is the same item as a table of another result; NULL: there is none. */
const struct body_table *body_table_same(const struct body_table *tables, size_t count,
                                         const struct body_table *table);

/* The tables that a rule attached to its findings. */
struct body_table *body_tables_of_rule(const Rep__RuleResult *rule, size_t *count);
void body_tables_free(struct body_table *tables, size_t count);

/* The metric that a cell is the value of, or the formula of metrics; NULL: none is known. */
const char *body_cell_source(const struct body_table *table, const struct body_row *row,
                             size_t column);

#endif
