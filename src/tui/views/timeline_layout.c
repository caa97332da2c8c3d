#include "tui/views/timeline_layout.h"

#include <stdbool.h>

enum { UNIT = 12, COURSE_LEAST = 10, CHART_LEAST = 7, CHART_MOST = 20 };

static int within(int number, int least, int most)
{
    return number > most ? most : number < least ? least : number;
}

static void plan_rows(struct timeline_layout *l, int rows, int columns)
{
    rows = rows > 0 ? rows : 0;
    l->title = rows >= 6;
    l->readout = rows >= 4;
    l->heading = rows >= 3;
    if (rows >= 16 && columns >= 40)
        l->chart = within(rows * 2 / 5, CHART_LEAST, CHART_MOST);
    l->first = l->title + l->readout + l->chart + l->heading;
    l->lines = rows - l->first;
}

struct timeline_layout timeline_layout(int rows, int columns, int label, int change)
{
    static const int from[TIMELINE_NUMBERS] = {0, 110, 60, 60};
    struct timeline_layout l = {0};
    int room = columns - 2, at = room + 1; /* a column for the cursor's mark, one at the end */
    plan_rows(&l, rows, columns);
    if (change && room >= 60) {
        l.change = change;
        l.change_at = at - change;
        at = l.change_at - 1;
    }
    if (room >= 90) {
        l.unit = UNIT;
        l.unit_at = at - UNIT;
        at = l.unit_at - 1;
    }
    for (int i = TIMELINE_NUMBERS - 1; i >= 0; i--) {
        bool shown = room >= from[i] && at > TIMELINE_NUMBER_WIDTH + 1;
        l.number_at[i] = shown ? at - TIMELINE_NUMBER_WIDTH : -1;
        at = shown ? l.number_at[i] - 1 : at;
    }
    int left = at - 1; /* for label and course */
    l.label = within(label, 0, room * 3 / 8);
    l.course = left - l.label - 1;
    l.course_at = 1 + l.label + 1;
    if (l.course < COURSE_LEAST) {
        l.course = 0;
        l.label = within(left, 0, columns);
    }
    return l;
}
