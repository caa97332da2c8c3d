/* The cursor over the numbers of the details. It is on a number of the selected section and stays
 * there when the section is drawn another way or another result is shown. */
#include "tui/details/details_internal.h"

static bool is_on(const struct details_view *view)
{
    return view->number.on && view->number.section == view->selected &&
           view->selected < view->count && view->sections[view->selected].open;
}

const struct number *details_view_number(const struct details_view *view)
{
    return is_on(view) ? &view->number.like : NULL;
}

/* The numbers that a section draws. */
struct number_map details_numbers_of(const struct details_view *view, size_t section)
{
    struct number_map map = {0};
    struct painter p = details_painter(view, 0);
    p.numbers = &map;
    details_section_draw(&view->sections[section], &p);
    return map;
}

/* Where the cursor is among them now; map->count: nowhere. */
static size_t find(const struct details_view *view, const struct number_map *map)
{
    size_t at = number_map_find(map, &view->number.like, view->number.at);
    return at < map->count                ? at
           : view->number.at < map->count ? view->number.at
           : map->count                   ? map->count - 1
                                          : 0;
}

static void drop(struct details_view *view)
{
    view->number.on = false;
}

static void put(struct details_view *view, size_t section, const struct number_map *map, size_t at)
{
    struct number like = number_copy(&map->places[at].number);
    number_free(&view->number.like);
    view->number = (struct number_cursor){true, section, at, like};
}

static void go(struct details_view *view, size_t section, const struct number_map *map, size_t at,
               int rows)
{
    put(view, section, map, at);
    view->selected = section;
    if (!details_roofline_follow(view, map->places[at].at.row, rows))
        details_show_line(view, section, map->places[at].at.row, rows);
}

/* Goes to the first number behind a section (1), or to the last one before it (-1), around the
 * ends. */
static bool go_on(struct details_view *view, size_t from, int direction, int rows)
{
    for (size_t i = 1; i <= view->count; i++) {
        size_t section = (from + (direction > 0 ? i : view->count - i)) % view->count;
        struct number_map map = {0};
        if (view->sections[section].open)
            map = details_numbers_of(view, section);
        bool any = map.count > 0;
        if (any)
            go(view, section, &map, direction > 0 ? 0 : map.count - 1, rows);
        number_map_clear(&map);
        if (any)
            return true;
    }
    drop(view);
    return false;
}

/* A cursor that is on no number comes to the first one of the selected section. */
static void step(struct details_view *view, int direction, int rows)
{
    if (!view->count)
        return;
    if (!is_on(view)) {
        go_on(view, (view->selected + (direction > 0 ? view->count - 1 : 1)) % view->count,
              direction, rows);
        return;
    }
    size_t section = view->selected;
    struct number_map map = details_numbers_of(view, section);
    size_t at = find(view, &map);
    if (map.count && (direction > 0 ? at + 1 < map.count : at > 0))
        go(view, section, &map, at + (size_t)direction, rows);
    else
        go_on(view, section, direction, rows);
    number_map_clear(&map);
}

/* Beyond the first and the last line the cursor goes on in the next section. */
static void move(struct details_view *view, int down, int right, int rows)
{
    size_t section = view->selected;
    struct number_map map = details_numbers_of(view, section);
    size_t at = find(view, &map);
    size_t to = map.count ? number_map_neighbour(&map, at, down, right) : at;
    if (to != at)
        go(view, section, &map, to, rows);
    else if (down)
        go_on(view, section, down, rows);
    number_map_clear(&map);
}

bool details_numbers_act(struct details_view *view, enum action_id action, int rows)
{
    static const struct {
        enum action_id action;
        int down, right;
    } moves[] = {{DO_NUMBER_DOWN, 1, 0},
                 {DO_NUMBER_UP, -1, 0},
                 {DO_NUMBER_LEFT, 0, -1},
                 {DO_NUMBER_RIGHT, 0, 1}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].action == action) {
            if (is_on(view))
                move(view, moves[i].down, moves[i].right, rows);
            return true;
        }
    if (action == DO_DROP_NUMBER)
        drop(view);
    else if (action == DO_NEXT_NUMBER || action == DO_PREVIOUS_NUMBER)
        step(view, action == DO_NEXT_NUMBER ? 1 : -1, rows);
    else
        return false;
    return true;
}

void details_numbers_click(struct details_view *view, size_t section, int line, int column)
{
    if (!view->sections[section].open)
        return;
    struct number_map map = details_numbers_of(view, section);
    size_t at = number_map_at(&map, line, column);
    if (at < map.count)
        put(view, section, &map, at);
    else
        drop(view);
    number_map_clear(&map);
}

bool details_numbers_point(struct details_view *view, int rows)
{
    if (is_on(view) || view->selected >= view->count || !view->sections[view->selected].open)
        return is_on(view);
    struct number_map map = details_numbers_of(view, view->selected);
    const bool any = map.count > 0;
    if (any)
        go(view, view->selected, &map, 0, rows);
    number_map_clear(&map);
    return any;
}

bool details_numbers_mark(const struct details_view *view, struct number_map *map)
{
    if (!is_on(view))
        return false;
    struct number_map now = details_numbers_of(view, view->selected);
    size_t at = find(view, &now);
    map->marked = now.count ? at + 1 : 0;
    number_map_clear(&now);
    return map->marked > 0;
}

int details_numbers_line(const struct details_view *view)
{
    if (!is_on(view))
        return 0;
    struct number_map map = details_numbers_of(view, view->selected);
    int line = map.count ? map.places[find(view, &map)].at.row : 0;
    number_map_clear(&map);
    return line;
}

void details_numbers_settle(struct details_view *view)
{
    if (!is_on(view))
        return;
    struct number_map map = details_numbers_of(view, view->selected);
    if (map.count)
        put(view, view->selected, &map, find(view, &map));
    else
        drop(view);
    number_map_clear(&map);
}

void details_numbers_follow(struct details_view *view, int rows)
{
    if (!is_on(view) || rows < 1)
        return;
    struct number_map map = details_numbers_of(view, view->selected);
    if (map.count)
        go(view, view->selected, &map, find(view, &map), rows);
    else
        drop(view);
    number_map_clear(&map);
}
