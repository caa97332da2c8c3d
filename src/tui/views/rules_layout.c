#include "tui/views/rules_layout.h"

enum { MARK = 2, GAP = 2, LEAST = 12 };

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
    static const int going[] = {RULES_FILE, RULES_SECTION, RULES_NAME};
    struct rules_layout layout = {{0}, {0}};
    int *width = layout.width, at = MARK;
    for (int i = 0; i < RULES_COLUMNS; i++)
        width[i] = widest[i] > 0 ? widest[i] : 1;
    /* Long names get narrower, then columns go, then the identifier gets narrower. */
    for (;;) {
        int *longer = &width[width[RULES_NAME] > width[RULES_SECTION] ? RULES_NAME : RULES_SECTION];
        if (total(width) <= columns || *longer <= LEAST)
            break;
        --*longer;
    }
    for (int i = 0; i < 3 && total(width) > columns; i++)
        width[going[i]] = 0;
    int over = total(width) - columns;
    if (over > 0)
        width[RULES_ID] = width[RULES_ID] - over >= 1 ? width[RULES_ID] - over : 1;
    for (int i = 0; i < RULES_COLUMNS; i++) {
        layout.start[i] = at;
        if (width[i])
            at += width[i] + GAP;
    }
    return layout;
}
