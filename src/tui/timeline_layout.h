/* timeline_layout: where the parts of the timeline stand in a pane. */
#ifndef ROOFTOP_TIMELINE_LAYOUT_H
#define ROOFTOP_TIMELINE_LAYOUT_H

enum timeline_number { TIMELINE_HERE, TIMELINE_LEAST, TIMELINE_MEAN, TIMELINE_MOST };
enum { TIMELINE_NUMBERS = 4, TIMELINE_NUMBER_WIDTH = 8 };

struct timeline_layout {
    int title, readout, chart, heading; /* rows each takes from the top on; 0: not shown */
    int first, lines;                   /* row of the first line, how many */
    int label, course, course_at;       /* columns; course 0: not shown */
    int number_at[TIMELINE_NUMBERS];    /* -1: not shown */
    int unit_at, unit;                  /* unit 0: not shown */
    int change_at, change;              /* change 0: not shown */
};

/* Columns: label of the widest one, change of what differs from a baseline, 0: there is none. */
struct timeline_layout timeline_layout(int rows, int columns, int label, int change);

#endif
