/* timeline_layout: computes where the parts of the timeline stand in a pane. */
#ifndef ROOFTOP_TUI_VIEWS_TIMELINE_LAYOUT_H
#define ROOFTOP_TUI_VIEWS_TIMELINE_LAYOUT_H

enum timeline_number { TIMELINE_HERE, TIMELINE_LEAST, TIMELINE_MEAN, TIMELINE_MOST };
enum { TIMELINE_NUMBERS = 4, TIMELINE_NUMBER_WIDTH = 8 };

struct timeline_layout {
    int title, readout, chart, heading; /* the rows of each part, from the top on; 0: not shown */
    int first, lines;                   /* the row of the first line, and the number of lines */
    int label, course, course_at;       /* columns; course 0: not shown */
    int number_at[TIMELINE_NUMBERS];    /* -1: not shown */
    int unit_at, unit;                  /* unit 0: not shown */
    int change_at, change;              /* change 0: not shown */
};

/* Computes the layout. label: the width of the widest label. change: the width of the differences
 * from a baseline; 0: there is no baseline. */
struct timeline_layout timeline_layout(int rows, int columns, int label, int change);

#endif
