#include "tui/list/list_layout.h"

static int total(const struct list_layout *layout, size_t count)
{
    int sum = LIST_MARKS;
    for (size_t i = 0; i < count; i++)
        if (layout->width[i])
            sum += layout->width[i] + 1;
    return sum - 1;
}

/* Removes columns until the rest fits: the highest rank first, and among equals the rightmost. */
static void drop(struct list_layout *layout, int columns, const struct list_room *rooms,
                 size_t count)
{
    while (total(layout, count) > columns) {
        size_t worst = count;
        for (size_t i = 0; i < count; i++)
            if (layout->width[i] && rooms[i].rank > 0 &&
                (worst == count || rooms[i].rank >= rooms[worst].rank))
                worst = i;
        if (worst == count)
            return;
        layout->width[worst] = 0;
    }
}

/* Distributes the columns that are left, up to the most of each. */
static void grow(struct list_layout *layout, int columns, const struct list_room *rooms,
                 size_t count)
{
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t i = 0; i < count; i++)
            if (layout->width[i] && layout->width[i] < rooms[i].most &&
                total(layout, count) < columns) {
                layout->width[i]++;
                grown = true;
            }
    }
}

/* Gives columns their wanted width first, so that bars become shorter before names. */
static void grow_wanted(struct list_layout *layout, int columns, const struct list_room *rooms,
                        size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int room = columns - total(layout, count), lacks = rooms[i].wanted - layout->width[i];
        if (layout->width[i] && lacks > 0 && room > 0)
            layout->width[i] += lacks < room ? lacks : room;
    }
}

struct list_layout list_layout(int columns, const struct list_room *rooms, size_t count)
{
    struct list_layout layout = {{0}, {0}};
    count = count < LIST_MOST_COLUMNS ? count : LIST_MOST_COLUMNS;
    for (size_t i = 0; i < count; i++)
        layout.width[i] = rooms[i].least;
    drop(&layout, columns, rooms, count);
    grow_wanted(&layout, columns, rooms, count);
    grow(&layout, columns, rooms, count);
    for (size_t i = 0; i < count; i++)
        if (rooms[i].takes_rest) {
            layout.width[i] += columns - total(&layout, count);
            if (layout.width[i] < 1)
                layout.width[i] = 1;
        }
    int at = LIST_MARKS;
    for (size_t i = 0; i < count; i++) {
        layout.start[i] = at;
        if (layout.width[i])
            at += layout.width[i] + 1;
    }
    return layout;
}
