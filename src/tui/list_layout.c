#include "list_layout.h"

enum {
    NAME_LEAST = 20,
    MARK = 2,
    REPORT_LEAST = 12,
    REPORT_MOST = 28,
    SERIES_LEAST = 16,
    SERIES_MOST = 48
};

/* Least and most columns each takes, and its rank: the higher goes first when there is no room. */
static const struct {
    int least, most, rank;
} table[LIST_COLUMNS] = {
    [LIST_NUMBER] = {4, 5, 1},
    [LIST_REPORT] = {REPORT_LEAST, REPORT_MOST, 1},
    [LIST_NAME] = {NAME_LEAST, 0, 0},
    [LIST_LAUNCH] = {16, 20, 5},
    [LIST_SERIES] = {SERIES_LEAST, SERIES_MOST, 1},
    [LIST_DURATION] = {10, 10, 0},
    [LIST_COMPUTE] = {7, 16, 2},
    [LIST_MEMORY] = {7, 16, 2},
    [LIST_OCCUPANCY] = {4, 5, 4},
    [LIST_LIMIT] = {10, 14, 3},
};

static int total(const struct list_layout *layout)
{
    int sum = MARK;
    for (int i = 0; i < LIST_COLUMNS; i++)
        if (layout->width[i])
            sum += layout->width[i] + 1;
    return sum - 1;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

struct list_layout list_layout(int columns, int report, int series)
{
    struct list_layout layout = {{0}, {0}};
    for (int i = 0; i < LIST_COLUMNS; i++)
        layout.width[i] = i == LIST_REPORT   ? least(report, REPORT_LEAST)
                          : i == LIST_SERIES ? least(series, SERIES_LEAST)
                                             : table[i].least;
    for (int rank = 5; rank > 0; rank--)
        for (int i = LIST_COLUMNS - 1; i >= 0 && total(&layout) > columns; i--)
            if (table[i].rank == rank)
                layout.width[i] = 0;
    /* What is over goes to the shown columns up to their most, step by step, but half of it to the
     * name. */
    for (int grown = 1; grown;) {
        grown = 0;
        for (int i = 0; i < LIST_COLUMNS; i++) {
            int *width = &layout.width[i];
            if (!*width || total(&layout) >= columns)
                continue;
            int most = i == LIST_NAME     ? 2 * NAME_LEAST
                       : i == LIST_REPORT ? least(report, table[i].most)
                       : i == LIST_SERIES ? least(series, table[i].most)
                                          : table[i].most;
            if (*width < most) {
                ++*width;
                grown = 1;
            }
        }
    }
    int over = columns - total(&layout);
    layout.width[LIST_NAME] += over;
    if (layout.width[LIST_NAME] < 1)
        layout.width[LIST_NAME] = 1;
    int at = MARK;
    for (int i = 0; i < LIST_COLUMNS; i++) {
        layout.start[i] = at;
        if (layout.width[i])
            at += layout.width[i] + 1;
    }
    return layout;
}
