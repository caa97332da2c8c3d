#include "tui/views/hot_layout.h"

#include "tui/term/short_number.h"

enum { MARK = 2, PLACE_LEAST = 12, PLACE_MOST = 44, TEXT_LEAST = 20 };

/* The room that is left when all columns stand with a blank between two of them. */
static int rest(const int *width, int columns)
{
    int left = columns - MARK - 1;
    for (int i = 0; i < HOT_AT_COLUMNS; i++)
        left -= width[i] ? width[i] + 1 : 0;
    return left;
}

struct hot_layout hot_layout(int columns, size_t count, bool timed)
{
    /* What the columns take, and which of them are added as long as there is room. */
    static const struct {
        enum hot_place_column column;
        int width, beside;
    } further[] = {{HOT_AT_TIME, 9, PLACE_LEAST},          {HOT_AT_STALL, 14, PLACE_LEAST},
                   {HOT_AT_BAR, 6, PLACE_LEAST + 8},       {HOT_AT_STALL, 21, PLACE_LEAST + 8},
                   {HOT_AT_LAUNCHES, 5, PLACE_LEAST + 16}, {HOT_AT_FINDING, 24, PLACE_LEAST + 36}};
    struct hot_layout layout = {{0}, {0}};
    int *width = layout.width, at = MARK;
    width[HOT_AT_RANK] = short_number_digits(count);
    width[HOT_AT_SHARE] = 7;
    for (int i = 0; i < (int)(sizeof further / sizeof *further); i++) {
        int before = width[further[i].column];
        width[further[i].column] = further[i].width;
        if (rest(width, columns) < further[i].beside ||
            (further[i].column == HOT_AT_TIME && !timed))
            width[further[i].column] = before;
    }
    int left = rest(width, columns) - 1;
    width[HOT_AT_PLACE] = left < 1 ? 1 : left;
    if (left > PLACE_LEAST * 2 + TEXT_LEAST) {
        width[HOT_AT_PLACE] = left / 2 > PLACE_MOST ? PLACE_MOST : left / 2;
        width[HOT_AT_TEXT] = left - width[HOT_AT_PLACE] - 1;
    }
    for (int i = 0; i < HOT_AT_COLUMNS; i++) {
        at += i == HOT_AT_PLACE;
        layout.start[i] = at;
        at += width[i] ? width[i] + 1 : 0;
    }
    return layout;
}
