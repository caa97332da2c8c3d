/* list_layout: widths of the columns of the results list, by arithmetic alone.
 *
 * Columns stand in a fixed order with one blank between them; the name takes what is left. On a
 * narrow screen bars get shorter and columns go, the least telling first; the name and the duration
 * stay. The report has a column where there are several, parameters
 * where results are of a profile series. */
#ifndef ROOFTOP_LIST_LAYOUT_H
#define ROOFTOP_LIST_LAYOUT_H

enum list_column {
    LIST_NUMBER,
    LIST_REPORT,
    LIST_NAME,
    LIST_LAUNCH,
    LIST_SERIES,
    LIST_DURATION,
    LIST_COMPUTE,
    LIST_MEMORY,
    LIST_OCCUPANCY,
    LIST_LIMIT,
    LIST_COLUMNS
};

struct list_layout {
    int start[LIST_COLUMNS], width[LIST_COLUMNS]; /* width 0: not shown */
};

/* report: columns that the names of the reports take; 0: there is just one, and no column for it.
 * series: the same of the parameters of results in a profile series. */
struct list_layout list_layout(int columns, int report, int series);

#endif
