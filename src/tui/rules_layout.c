#include "rules_layout.h"

enum { MARK = 2, GAP = 2, LEAST = 8 };

/* Columns of the screen that all take; the last one of them ends without a gap. */
static int total(const int *width)
{
    int sum = MARK - GAP;
    for (int i = 0; i < RULES_COLUMNS; i++)
        if (width[i])
            sum += width[i] + GAP;
    return sum;
}

struct rules_layout rules_layout(int columns, const int widest[RULES_COLUMNS])
{
    static const int order[] = {RULES_FILE, RULES_SECTION, RULES_NAME};
    struct rules_layout layout = {{0}, {0}};
    for (int i = 0; i < RULES_COLUMNS; i++)
        layout.width[i] = widest[i] > 0 ? widest[i] : 1;
    /* What tells least gets narrower, then goes. */
    for (int i = 0; i < 3 && total(layout.width) > columns; i++) {
        int *width = &layout.width[order[i]], over = total(layout.width) - columns;
        *width = *width - over >= LEAST ? *width - over : 0;
    }
    int over = total(layout.width) - columns, *id = &layout.width[RULES_ID];
    if (over > 0)
        *id = *id - over >= 1 ? *id - over : 1;
    int at = MARK;
    for (int i = 0; i < RULES_COLUMNS; i++) {
        layout.start[i] = at;
        if (layout.width[i])
            at += layout.width[i] + GAP;
    }
    return layout;
}
