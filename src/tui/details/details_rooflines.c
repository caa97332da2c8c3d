/* The rooflines of the details: which one keys are about, the part of it that is seen, and where it
 * stands on the page. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/content/section_figures.h"
#include "tui/details/details_internal.h"
#include "tui/figures/figures.h"
#include "tui/figures/roofline_legend.h"

/* The roofline that keys are about. */
struct target {
    const struct body_table *table; /* NULL: none */
    struct roofline_look look;
    int columns;
    bool at_point; /* the cursor is on the point of this place */
    double x, y;
};

static struct details_section *open_section(const struct details_view *view)
{
    struct details_section *section =
        view->selected < view->count ? &view->sections[view->selected] : NULL;
    return section && section->view && section->open ? section : NULL;
}

static bool is_zoomed(const struct details_view *view, const struct details_section *section)
{
    return view->zoom.steps > 0 && view->zoom_section && !section->note &&
           strcmp(view->zoom_section, details_section_id(section)) == 0;
}

static bool is_seen(const struct details_section *section, const struct body_table *table)
{
    return table->kind == BODY_ROOFLINE &&
           (section->whole_tables || !section_figures_aside(section->view->section, table));
}

static void prepare_section(const struct details_view *view, struct details_section *section)
{
    section->whole_tables = view->whole_tables;
    section->baseline = view->changes_off ? NULL : view->baseline;
    details_rooflines_style(view, section);
}

/* How much a roofline is what is meant: the one with the cursor, the zoomed one, one with a point;
 * or the zoomed one before all. */
static int rank_of(const struct details_view *view, const struct details_section *section,
                   const struct target *target, bool zoomed_first)
{
    double x, y;
    bool zoomed = is_zoomed(view, section) && view->zoom_item == target->table->item;
    return 4 * target->at_point + (zoomed_first ? 8 : 2) * zoomed +
           roofline_figure_best(target->table, &x, &y);
}

/* Where the numbers of a roofline of the section are: one point may be in several rooflines. false:
 * it has none. */
static bool find_numbers(const struct details_section *section, const struct number_map *map,
                         const struct body_table *wanted, size_t *first, size_t *count)
{
    struct figures_style style = details_section_style(section);
    const struct section_figures *figures = section_view_figures(section->view);
    double x, y;
    *first = *count = 0;
    for (const struct body_table *table = figures->tables; table <= wanted; table++) {
        if (!is_seen(section, table))
            continue;
        struct roofline_look look = figures_roofline(section->view, table, &style);
        *first += *count;
        *count = roofline_figure_numbers(table, &look);
        while (*count && *first < map->count &&
               !roofline_figure_place(table, &look, &map->places[*first].number, &x, &y))
            ++*first;
    }
    return *count && *first < map->count;
}

static struct target target_of(const struct details_view *view, bool zoomed_first)
{
    struct target best = {0};
    struct details_section *section = open_section(view);
    const struct number *number = details_view_number(view);
    struct number_map map = {0};
    size_t on = SIZE_MAX, first, count;
    if (!section)
        return best;
    prepare_section(view, section);
    if (number) {
        map = details_numbers_of(view, view->selected);
        on = number_map_find(&map, number, view->number.at);
    }
    struct figures_style style = details_section_style(section);
    const struct section_figures *figures = section_view_figures(section->view);
    for (size_t i = 0; i < figures->count; i++) {
        struct target at = {.table = &figures->tables[i]};
        if (!is_seen(section, at.table))
            continue;
        at.columns = details_painter(view, 0).width - style.indent - 1;
        at.look = figures_roofline(section->view, at.table, &style);
        at.at_point = number && find_numbers(section, &map, at.table, &first, &count) &&
                      on >= first && on < first + count &&
                      roofline_figure_place(at.table, &at.look, number, &at.x, &at.y);
        if (!best.table ||
            rank_of(view, section, &at, zoomed_first) > rank_of(view, section, &best, zoomed_first))
            best = at;
    }
    number_map_clear(&map);
    return best;
}

bool details_view_roofline(const struct details_view *view)
{
    struct details_section *section = open_section(view);
    const struct section_figures *figures = section ? section_view_figures(section->view) : NULL;
    for (size_t i = 0; figures && i < figures->count; i++)
        if (is_seen(section, &figures->tables[i]))
            return true;
    return false;
}

bool details_view_zoomed(const struct details_view *view)
{
    return details_view_roofline(view) && is_zoomed(view, open_section(view));
}

bool details_view_wants_points(struct details_view *view)
{
    for (size_t i = 0; i < view->count; i++) {
        const struct details_section *section = &view->sections[i];
        if (!section->open || !section->view)
            continue;
        const struct section_figures *figures = section_view_figures(section->view);
        for (size_t j = 0; j < figures->count; j++)
            if (figures->tables[j].kind == BODY_ROOFLINE)
                return true;
    }
    return false;
}

void details_rooflines_style(const struct details_view *view, struct details_section *section)
{
    enum { AROUND = 2 }; /* the chart's title and the first line below it */
    bool selected = section == open_section(view);
    section->rooflines = (struct rooflines_style){.others = &view->points, .item = SIZE_MAX};
    if (is_zoomed(view, section)) {
        section->rooflines.item = view->zoom_item;
        section->rooflines.zoom = view->zoom;
    }
    if (view->large && selected)
        section->rooflines.rows = view->body_rows - AROUND > 1 ? view->body_rows - AROUND : 1;
}

/* Lines of the chart in its section, from the title to the first line of a point; false: it has
 * none.
 */
static bool find_lines(const struct details_view *view, const struct target *target, int *from,
                       int *to)
{
    struct number_map map = details_numbers_of(view, view->selected);
    size_t first, count;
    bool found = find_numbers(open_section(view), &map, target->table, &first, &count);
    *to = found ? map.places[first].at.row : 0;
    *from = *to - roofline_figure_rows(&target->look, target->columns) - 1 -
            (target->look.zoom.steps > 0);
    number_map_clear(&map);
    return found;
}

static void show_chart(struct details_view *view, const struct target *target, int rows)
{
    int from, to;
    if (target->table && find_lines(view, target, &from, &to))
        details_show_lines(view, view->selected, from, view->large ? from + rows - 1 : to, rows);
}

bool details_roofline_show(struct details_view *view, int rows)
{
    struct target target = {0};
    if (view->large)
        target = target_of(view, false);
    show_chart(view, &target, rows);
    return target.table;
}

bool details_roofline_follow(struct details_view *view, int line, int rows)
{
    int from, to;
    struct roofline_window whole;
    struct target target = target_of(view, false);
    if (!target.at_point)
        return false;
    view->moved = false;
    if (target.look.zoom.steps && roofline_figure_whole(target.table, &target.look, &whole))
        roofline_zoom_show(&view->zoom, &whole, target.x, target.y);
    if (!find_lines(view, &target, &from, &to) || (!view->large && line - from >= rows))
        return false;
    details_show_lines(view, view->selected, from, view->large ? from + rows - 1 : line, rows);
    return true;
}

static void zoom(struct details_view *view, const struct target *target,
                 const struct roofline_window *whole, int direction)
{
    struct details_section *section = open_section(view);
    double x = target->x, y = target->y;
    bool same = is_zoomed(view, section) && view->zoom_item == target->table->item;
    if (!same) {
        free(view->zoom_section);
        view->zoom_section = mem_strdup(details_section_id(section));
        view->zoom_item = target->table->item;
        view->zoom = (struct roofline_zoom){0, (whole->x.least + whole->x.most) / 2,
                                            (whole->y.least + whole->y.most) / 2};
    }
    /* Where it is it stays, unless the cursor has come to a point since. */
    if (same && (view->moved || !target->at_point))
        x = y = NAN;
    else if (!target->at_point && !roofline_figure_best(target->table, &x, &y))
        x = y = NAN;
    roofline_zoom_step(&view->zoom, whole, direction, x, y);
}

/* How many levels or precisions of its rooflines a section has points of. */
static size_t levels_of(const struct details_section *section)
{
    const struct section_figures *figures =
        section->view ? section_view_figures(section->view) : NULL;
    size_t levels = 0;
    for (size_t i = 0; figures && i < figures->count; i++) {
        const struct body_table *table = &figures->tables[i];
        if (table->kind != BODY_ROOFLINE || !is_seen(section, table))
            continue;
        levels += !levels; /* one without a point is better than none */
        for (size_t j = 0; j < table->row_count; j++)
            levels += roofline_has_work(&table->rows[j]);
    }
    return levels;
}

/* Opens the section whose rooflines have most points. Returns false if there is none. */
static bool go_to_roofline(struct details_view *view, int rows)
{
    size_t best = 0, most = 0;
    for (size_t i = 0; i < view->total; i++) {
        const size_t levels = levels_of(&view->sections[i]);
        if (levels > most) {
            most = levels;
            best = i;
        }
    }
    return most && details_view_go(view, details_section_id(&view->sections[best]), rows);
}

bool details_rooflines_act(struct details_view *view, enum action_id action, int rows)
{
    static const struct {
        enum action_id action;
        int direction, right, up;
    } moves[] = {{DO_ROOFLINE_IN, 1, 0, 0},    {DO_ROOFLINE_OUT, -1, 0, 0},
                 {DO_ROOFLINE_LEFT, 0, -1, 0}, {DO_ROOFLINE_RIGHT, 0, 1, 0},
                 {DO_ROOFLINE_DOWN, 0, 0, -1}, {DO_ROOFLINE_UP, 0, 0, 1},
                 {DO_ROOFLINE_ALL, 0, 0, 0},   {DO_ROOFLINE_LARGE, 0, 0, 0},
                 {DO_ROOFLINE_LEVEL, 0, 0, 0}, {DO_ROOFLINE_ALONE, 0, 0, 0}};
    size_t i = 0, count = sizeof moves / sizeof *moves;
    struct roofline_window whole;
    while (i < count && moves[i].action != action)
        i++;
    if (i == count)
        return false;
    bool of_zoomed = moves[i].direction < 0 || moves[i].right || moves[i].up;
    if (action == DO_ROOFLINE_ALONE && !go_to_roofline(view, rows))
        return true;
    struct target target = target_of(view, of_zoomed);
    if (!target.table)
        return true;
    if (action == DO_ROOFLINE_ALONE)
        view->large = true;
    else if (action == DO_ROOFLINE_LARGE)
        view->large = !view->large;
    else if (action == DO_ROOFLINE_LEVEL)
        roofline_points_next_level(&view->points, target.table);
    else if (action == DO_ROOFLINE_ALL)
        view->zoom.steps = 0;
    else if (!roofline_figure_whole(target.table, &target.look, &whole))
        return true;
    else if (moves[i].direction)
        zoom(view, &target, &whole, moves[i].direction);
    else
        roofline_zoom_pan(&view->zoom, &whole, moves[i].right, moves[i].up);
    view->moved = moves[i].right || moves[i].up || (view->moved && view->zoom.steps);
    target = target_of(view, of_zoomed);
    show_chart(view, &target, rows);
    return true;
}
