#include "tui/widgets/layout.h"

#include <string.h>

const char *const layout_names[LAYOUT_PRESETS] = {
#define LAYOUT_NAME(preset, name, help) name,
    LAYOUT_TABLE(LAYOUT_NAME)
#undef LAYOUT_NAME
};

enum { SPLIT_LEAST = 5, SPLIT_MOST = 95 };

/* Least sizes, the usual splits, and what is taken instead where there is less room. */
static const struct {
    int rows, columns, splits[2];
    enum layout_preset less;
} presets[LAYOUT_PRESETS] = {
    [LAYOUT_COLUMNS] = {LAYOUT_LEAST_ROWS, 2 * LAYOUT_LEAST_COLUMNS + 1, {45, 0}, LAYOUT_ONE},
    [LAYOUT_ROWS] = {2 * LAYOUT_LEAST_ROWS, LAYOUT_LEAST_COLUMNS, {40, 0}, LAYOUT_ONE},
    [LAYOUT_THREE] = {LAYOUT_LEAST_ROWS, 3 * LAYOUT_LEAST_COLUMNS + 2, {37, 53}, LAYOUT_COLUMNS},
    [LAYOUT_TALL] = {2 * LAYOUT_LEAST_ROWS, 2 * LAYOUT_LEAST_COLUMNS + 1, {45, 60}, LAYOUT_COLUMNS},
};

static enum layout_preset chosen(enum layout_preset preset, int rows, int columns)
{
    if (preset == LAYOUT_AUTO)
        preset = columns < LAYOUT_TWO_FROM     ? LAYOUT_ONE
                 : columns < LAYOUT_THREE_FROM ? LAYOUT_COLUMNS
                 : rows < LAYOUT_TALL_FROM     ? LAYOUT_THREE
                                               : LAYOUT_TALL;
    while (preset != LAYOUT_ONE &&
           (rows < presets[preset].rows || columns < presets[preset].columns))
        preset = presets[preset].less;
    return preset;
}

/* Cells of the first of two parts, neither less than its least. */
static int share(int whole, int percent, int first_least, int second_least)
{
    int first = (whole * percent + 50) / 100;
    if (first > whole - second_least)
        first = whole - second_least;
    return first < first_least ? first_least : first;
}

/* Leaves the left part of the place, a border and the rest. */
static struct rect cut_columns(struct layout *layout, struct rect *place, int percent, int parts)
{
    int least = parts * LAYOUT_LEAST_COLUMNS + parts - 1;
    struct rect rest = *place;
    place->columns = share(rest.columns - 1, percent, LAYOUT_LEAST_COLUMNS, least);
    layout->borders[layout->border_count++] =
        (struct rect){place->row, place->column + place->columns, place->rows, 1};
    rest.column += place->columns + 1;
    rest.columns -= place->columns + 1;
    return rest;
}

static struct rect cut_rows(struct rect *place, int percent)
{
    struct rect rest = *place;
    place->rows = share(rest.rows, percent, LAYOUT_LEAST_ROWS, LAYOUT_LEAST_ROWS);
    rest.row += place->rows;
    rest.rows -= place->rows;
    return rest;
}

struct layout layout_panes(const struct layout_wish *wish, int rows, int columns)
{
    struct layout layout = {.count = 1};
    struct rect *panes = layout.panes;
    enum layout_preset preset = chosen(wish->preset, rows, columns);
    int splits[2];
    for (int i = 0; i < 2; i++)
        splits[i] = wish->splits[i] ? wish->splits[i] : presets[preset].splits[i];
    panes[0] = (struct rect){0, 0, rows > 0 ? rows : 0, columns > 0 ? columns : 0};
    if (preset == LAYOUT_ROWS)
        panes[layout.count++] = cut_rows(&panes[0], splits[0]);
    else if (preset == LAYOUT_THREE)
        panes[layout.count++] = cut_columns(&layout, &panes[0], splits[0], 2);
    else if (preset != LAYOUT_ONE)
        panes[layout.count++] = cut_columns(&layout, &panes[0], splits[0], 1);
    if (preset == LAYOUT_THREE)
        panes[layout.count++] = cut_columns(&layout, &panes[1], splits[1], 1);
    if (preset == LAYOUT_TALL)
        panes[layout.count++] = cut_rows(&panes[0], splits[1]);
    return layout;
}

bool layout_move(struct layout_wish *wish, int split, int step, int rows, int columns)
{
    enum layout_preset preset = chosen(wish->preset, rows, columns);
    struct layout before = layout_panes(wish, rows, columns);
    struct layout_wish moved = *wish;
    int *percent = &moved.splits[split];
    if (!presets[preset].splits[split])
        return false;
    if (!*percent)
        *percent = presets[preset].splits[split];
    /* One that lies beyond what fits comes back at once. */
    for (*percent += step; *percent >= SPLIT_LEAST && *percent <= SPLIT_MOST; *percent += step) {
        struct layout after = layout_panes(&moved, rows, columns);
        if (memcmp(&after, &before, sizeof after) == 0)
            continue;
        *wish = moved;
        return true;
    }
    return false;
}
