/* How it works: sections are placed in columns, each into the one that is shortest so far. Placing
 * needs the height of a section, and measuring takes as long as drawing, so only the sections that
 * a key or the screen needs are measured. The rest is done one by one while nothing else happens
 * (details_view_measure()). The places are kept until the screen's size, the baseline or anything
 * else in struct details_stamp changes. Which sections are open is kept by identifier, so it holds
 * for all results. */
#include "tui/details/details_internal.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/rules/rule_details.h"
#include "report/section/section_scope.h"
#include "tui/details/details_aside.h"
#include "tui/details/details_heading.h"
#include "tui/term/screen.h"

enum { COLUMN_LEAST = 92, COLUMNS_MOST = 3, GAP = 2 };

void details_view_init(struct details_view *view)
{
    *view = (struct details_view){.count = 0};
}

static void drop_baseline(struct details_view *view)
{
    for (size_t i = 0; i < view->total; i++) {
        section_view_free(view->sections[i].before);
        view->sections[i].before = NULL;
        view->sections[i].baseline = NULL;
        view->sections[i].baseline_name = NULL;
    }
    free(view->baseline_name);
    view->baseline_name = NULL;
    view->baseline = NULL;
}

/* Where a section stands among all lines of the details. */
struct details_place {
    int column, line, height;
};

/* The places of the first `count` sections. The others were not needed by a key or a line yet, and
 * measuring takes as long as drawing. */
struct details_places {
    struct details_place *items;
    size_t count;
    int heights[COLUMNS_MOST];
    size_t digests; /* the first sections, whose digest is made or not needed */
};

static void free_places(struct details_places *places)
{
    if (places)
        free(places->items);
    free(places);
}

static void forget_places(struct details_view *view)
{
    free_places(view->drawn);
    view->drawn = NULL;
}

static void drop_sections(struct details_view *view)
{
    drop_baseline(view);
    opportunities_free(view->causes);
    view->causes = NULL;
    for (size_t i = 0; i < view->total; i++)
        section_view_free(view->sections[i].view);
    result_notes_free(view->notes, view->note_count);
    details_aside_free(&view->others);
    free(view->sections);
    forget_places(view);
    view->sections = NULL;
    view->notes = NULL;
    view->note_count = 0;
    view->count = view->total = view->aside = 0;
}

void details_view_free(struct details_view *view)
{
    drop_sections(view);
    for (size_t i = 0; i < view->open_count; i++)
        free(view->open_sections[i]);
    free(view->open_sections);
    free(view->again);
    free(view->zoom_section);
    roofline_points_clear(&view->points);
    number_free(&view->number.like);
}

/* Keeps which section is selected, for go_back(). */
static void keep_selected(struct details_view *view)
{
    free(view->again);
    view->again =
        mem_strdup(view->count ? details_section_id(&view->sections[view->selected]) : "");
}

void details_view_close(struct details_view *view)
{
    if (!view->result)
        return;
    keep_selected(view);
    drop_sections(view);
    view->result = NULL;
}

/* Selects the section that was selected before, wherever this result has it. pointed: the cursor
 * over numbers was in it. */
static void go_back(struct details_view *view, bool pointed)
{
    for (size_t i = 0; i < view->count && view->again; i++)
        if (strcmp(details_section_id(&view->sections[i]), view->again) == 0)
            view->selected = i;
    if (pointed)
        view->number.section = view->selected;
    free(view->again);
    view->again = NULL;
}

const struct cause *details_view_cause(const struct details_view *view)
{
    size_t count = 0;
    const struct cause *causes = view->causes ? opportunities_causes(view->causes, &count) : NULL;
    return count ? causes : NULL;
}

void details_view_show(struct details_view *view, struct result *result)
{
    const bool first = !view->result && !view->again, another = view->result,
               pointed = view->number.section == view->selected;
    size_t count;
    if (another)
        keep_selected(view);
    section_choice_define(view->choice, result);
    rule_choice_apply(view->rules, result);
    rule_details_speak(result);
    const Rep__ProfilerSection **sections = section_choice_of(view->choice, result, &count);
    struct section_scope scope = section_scope_of(result);
    drop_sections(view);
    view->result = result;
    view->causes = opportunities_of_result(view->rules ? view->rules->library : NULL,
                                           view->rules ? view->rules->source : NULL, result);
    view->notes = result_notes(result, true, &view->note_count);
    view->sections = mem_alloc((count + view->note_count + 2) * sizeof *view->sections);
    struct section_view **views = mem_alloc((count + 1) * sizeof *views);
    bool *aside = mem_alloc(count + 1);
    size_t there = 0;
    for (size_t i = 0; i < count; i++) {
        if (!section_applies(sections[i], &scope))
            continue;
        views[there] =
            section_view_new(result, sections[i], (struct view_style){.usual_units = true});
        aside[there] = details_aside_is(views[there]);
        there++;
    }
    details_sections_add(view, views, aside, there);
    free(views);
    free(aside);
    free(sections);
    if (first && view->total)
        details_sections_set_open(view, &view->sections[0], true);
    details_sections_count(view);
    go_back(view, pointed);
    view->reveal = view->reveal || first || another;
    details_numbers_follow(view, view->drawn_rows - details_heading_rows(view));
    /* The next drawing puts the large chart on the page. */
    if (view->large)
        view->drawn_columns = 0;
}

void details_view_compare(struct details_view *view, const struct result *baseline,
                          const char *name)
{
    drop_baseline(view);
    forget_places(view);
    view->baseline = baseline;
    view->baseline_name = name ? mem_strdup(name) : NULL;
    for (size_t i = 0; i < view->total && baseline; i++)
        if (view->sections[i].view)
            view->sections[i].before = section_view_new(baseline, view->sections[i].view->section,
                                                        (struct view_style){.usual_units = true});
}

static int column_count(const struct details_view *view)
{
    int columns = view->large && details_view_roofline(view) ? 1 : screen_columns() / COLUMN_LEAST;
    return columns < 1 ? 1 : columns > COLUMNS_MOST ? COLUMNS_MOST : columns;
}

struct painter details_painter(const struct details_view *view, int column)
{
    int columns = column_count(view);
    int width = (screen_columns() - GAP * (columns - 1) - 1) / columns;
    return (struct painter){.measure = true, .x = column * (width + GAP), .width = width};
}

static void prepare(struct details_view *view)
{
    for (size_t i = 0; i < view->total; i++) {
        struct details_section *section = &view->sections[i];
        section->selected = i == view->selected;
        section->metric_names = view->metric_names;
        section->description = view->description;
        section->whole_tables = view->whole_tables;
        section->baseline = view->changes_off ? NULL : view->baseline;
        section->baseline_name = view->baseline_name;
        details_rooflines_style(view, section);
    }
}

static struct details_places *new_places(struct details_view *view)
{
    struct details_places *places = mem_alloc(sizeof *places);
    places->items = mem_alloc((view->count + 1) * sizeof *places->items);
    prepare(view);
    return places;
}

/* The next section goes into the column with the fewest lines. */
static int lowest_column(const struct details_view *view, const struct details_places *places)
{
    int column = 0, columns = column_count(view);
    for (int j = 1; j < columns; j++)
        if (places->heights[j] < places->heights[column])
            column = j;
    return column;
}

static void measure_next(struct details_view *view, struct details_places *places)
{
    int column = lowest_column(view, places), line = places->heights[column];
    struct painter p = details_painter(view, column);
    details_section_draw(&view->sections[places->count], &p);
    places->items[places->count++] = (struct details_place){column, line, p.line};
    places->heights[column] += p.line;
}

/* Measures all sections up to this one. */
static const struct details_place *place_of(struct details_view *view,
                                            struct details_places *places, size_t section)
{
    while (places->count <= section)
        measure_next(view, places);
    return &places->items[section];
}

/* Measures all sections that begin above the line. */
static void measure_above(struct details_view *view, struct details_places *places, int line)
{
    while (places->count < view->count && places->heights[lowest_column(view, places)] < line)
        measure_next(view, places);
}

/* As they were drawn, where nothing has changed since; release_places() them. */
static struct details_places *seen_places(struct details_view *view)
{
    return view->drawn ? view->drawn : new_places(view);
}

static void release_places(const struct details_view *view, struct details_places *places)
{
    if (places != view->drawn)
        free_places(places);
}

static struct details_stamp stamp_of(const struct details_view *view, int rows)
{
    struct details_stamp stamp = {rows,
                                  screen_columns(),
                                  screen_glyphs(),
                                  view->changes_off,
                                  view->large ? view->selected + 1 : 0,
                                  5 * view->points.wanted + view->points.with};
    for (size_t i = 0; i < view->points.count; i++)
        stamp.points = 31 * stamp.points + 2 * view->points.others[i].result + 1 +
                       view->points.others[i].is_read;
    return stamp;
}

static bool same_stamp(const struct details_stamp *a, const struct details_stamp *b)
{
    return a->rows == b->rows && a->columns == b->columns && a->glyphs == b->glyphs &&
           a->changes_off == b->changes_off && a->large == b->large && a->points == b->points;
}

/* Not beyond the last line. */
static void clamp_scroll(struct details_view *view, struct details_places *places, int rows)
{
    int most = -rows;
    measure_above(view, places, view->scroll + rows);
    for (size_t i = 0; i < places->count; i++)
        if (places->items[i].line + places->items[i].height - rows > most)
            most = places->items[i].line + places->items[i].height - rows;
    if (view->scroll > most)
        view->scroll = most;
    if (view->scroll < 0)
        view->scroll = 0;
}

static void select_section(struct details_view *view, long to, int rows)
{
    if (!view->count)
        return;
    if (to < 0)
        to = 0;
    if (to >= (long)view->count)
        to = (long)view->count - 1;
    view->selected = (size_t)to;
    struct details_places *places = seen_places(view);
    const struct details_place *place = place_of(view, places, (size_t)to);
    if (place->line + place->height > view->scroll + rows)
        view->scroll = place->line + place->height - rows;
    if (place->line < view->scroll)
        view->scroll = place->line;
    clamp_scroll(view, places, rows);
    release_places(view, places);
}

void details_show_lines(struct details_view *view, size_t section, int from, int to, int rows)
{
    select_section(view, (long)section, rows);
    struct details_places *places = new_places(view);
    const struct details_place *place = place_of(view, places, section);
    int first = place->line + from, last = place->line + to;
    if (last >= view->scroll + rows)
        view->scroll = last - rows + 1;
    if (first < view->scroll)
        view->scroll = first;
    clamp_scroll(view, places, rows);
    free_places(places);
}

void details_show_line(struct details_view *view, size_t section, int line, int rows)
{
    details_show_lines(view, section, line, line, rows);
}

/* Down scrolls as long as the section goes on below the screen, and then goes to the next section.
 * Up does the same in the other direction. */
static void step(struct details_view *view, int direction, int rows)
{
    if (!view->count)
        return;
    struct details_places *places = seen_places(view);
    struct details_place place = *place_of(view, places, view->selected);
    bool more =
        direction > 0 ? place.line + place.height > view->scroll + rows : place.line < view->scroll;
    release_places(view, places);
    if (more)
        view->scroll += direction;
    else
        select_section(view, (long)view->selected + direction, rows);
}

static void scroll_by(struct details_view *view, int lines, int rows)
{
    struct details_places *places = seen_places(view);
    view->scroll += lines;
    clamp_scroll(view, places, rows);
    /* The selection stays on the screen. */
    for (size_t i = 0; i < places->count; i++) {
        const struct details_place *first = &places->items[i];
        if (first->line < view->scroll || first->line >= view->scroll + rows)
            continue;
        const struct details_place *at = &places->items[view->selected];
        if (view->selected >= places->count || at->line < view->scroll ||
            at->line >= view->scroll + rows)
            view->selected = i;
        break;
    }
    release_places(view, places);
}

bool details_view_go(struct details_view *view, const char *section, int rows)
{
    for (size_t i = 0; i < view->total; i++) {
        if (view->sections[i].note || strcmp(details_section_id(&view->sections[i]), section) != 0)
            continue;
        details_sections_open(view, i);
        forget_places(view);
        select_section(view, (long)i, rows - details_heading_rows(view));
        return true;
    }
    return false;
}

bool details_view_go_by(struct details_view *view, const char *letters, int rows)
{
    size_t best;
    if (!details_view_find(view, letters, &best, 1))
        return false;
    details_sections_open(view, best);
    forget_places(view);
    select_section(view, (long)best, rows - details_heading_rows(view));
    return true;
}

/* Whether the action leaves the sections as they are. */
static bool only_moves(enum action_id action)
{
    static const enum action_id moves[] = {
        DO_DOWN,      DO_UP,      DO_NEXT_SECTION, DO_PREVIOUS_SECTION,
        DO_PAGE_DOWN, DO_PAGE_UP, DO_FIRST,        DO_LAST};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i] == action)
            return true;
    return false;
}

/* The line of the number under the cursor, else of the selected section, among all lines. */
static int line_of_cursor(struct details_view *view)
{
    struct details_places *places = new_places(view);
    int line = place_of(view, places, view->selected)->line;
    int within = details_numbers_line(view);
    free_places(places);
    return line + within;
}

/* Turns something on or off that makes sections longer or shorter; what the cursor is on stays in
 * its row of the screen. */
static void turn_in_place(struct details_view *view, bool *what, int body)
{
    if (!view->count) {
        *what = !*what;
        return;
    }
    int before = line_of_cursor(view);
    *what = !*what;
    view->scroll += line_of_cursor(view) - before;
    struct details_places *places = new_places(view);
    clamp_scroll(view, places, body);
    free_places(places);
}

bool details_view_act(struct details_view *view, enum action_id action, int digit, int rows)
{
    int body = rows - details_heading_rows(view);
    if (!only_moves(action))
        forget_places(view);
    switch (action) {
    case DO_DOWN:
        step(view, 1, body);
        return true;
    case DO_UP:
        step(view, -1, body);
        return true;
    case DO_NEXT_SECTION:
        select_section(view, view->selected + 1 < view->count ? (long)view->selected + 1 : 0, body);
        return true;
    case DO_PREVIOUS_SECTION:
        select_section(view, view->selected ? (long)view->selected - 1 : (long)view->count - 1,
                       body);
        return true;
    case DO_PAGE_DOWN:
        scroll_by(view, body - 1, body);
        return true;
    case DO_PAGE_UP:
        scroll_by(view, 1 - body, body);
        return true;
    case DO_FIRST:
        select_section(view, 0, body);
        return true;
    case DO_LAST:
        select_section(view, (long)view->count - 1, body);
        return true;
    case DO_FOLD:
        details_sections_toggle(view, view->selected);
        select_section(view, (long)view->selected, body);
        return true;
    case DO_TOGGLE:
        if ((size_t)digit > view->count)
            return true;
        details_sections_toggle(view, (size_t)digit - 1);
        select_section(view, digit - 1, body);
        return true;
    case DO_ALL:
        details_sections_toggle_all(view);
        select_section(view, (long)view->selected, body);
        return true;
    case DO_ONLY:
        details_sections_only(view, view->selected);
        select_section(view, (long)view->selected, body);
        return true;
    case DO_METRICS:
        turn_in_place(view, &view->metric_names, body);
        return true;
    case DO_DESCRIPTION:
        turn_in_place(view, &view->description, body);
        return true;
    case DO_LONG:
        turn_in_place(view, &view->whole_tables, body);
        return true;
    default:
        return details_rooflines_act(view, action, body) || details_numbers_act(view, action, body);
    }
}

bool details_view_click(struct details_view *view, int row, int column)
{
    struct details_places *places = new_places(view);
    int line = row - details_heading_rows(view) + view->scroll;
    bool hit = false;
    measure_above(view, places, line + 1);
    for (size_t i = 0; i < places->count && row >= details_heading_rows(view) && !hit; i++) {
        const struct details_place place = places->items[i];
        struct painter p = details_painter(view, place.column);
        hit = line >= place.line && line < place.line + place.height && column >= p.x &&
              column < p.x + p.width;
        if (hit) {
            view->selected = i;
            details_numbers_click(view, i, line - place.line, column - p.x);
        }
    }
    free_places(places);
    return hit;
}

/* Looks into folded sections as well, as if they were open. The section with the text opens. */
bool details_view_search(struct details_view *view, const char *text, int direction, bool here)
{
    forget_places(view);
    prepare(view);
    const long total = (long)view->total;
    for (long i = here ? 0 : 1; i <= total && total; i++) {
        long at = ((long)view->selected + direction * i) % total;
        if (at < 0)
            at += total;
        struct details_section section = view->sections[at];
        struct painter p = details_painter(view, 0);
        p.search = text;
        section.open = true;
        details_section_draw(&section, &p);
        if (!p.matched) {
            p.line = 0;
            section.whole_tables = true;
            details_section_draw(&section, &p);
            if (!p.matched)
                continue;
            view->whole_tables = true;
        }
        details_sections_open(view, (size_t)at);
        details_show_line(view, (size_t)at, p.matched_line,
                          screen_rows() - details_heading_rows(view));
        return true;
    }
    return false;
}

void details_view_fit(struct details_view *view, int rows)
{
    if (!view->result)
        return;
    view->body_rows = rows - details_heading_rows(view);
    const struct details_stamp stamp = stamp_of(view, rows);
    if (!same_stamp(&stamp, &view->stamp))
        forget_places(view);
    if (view->drawn_rows && (view->drawn_rows != rows || view->drawn_columns != screen_columns()) &&
        !details_roofline_show(view, view->body_rows))
        select_section(view, (long)view->selected, view->body_rows);
    view->drawn_rows = rows;
    view->drawn_columns = screen_columns();
    if (!view->drawn)
        view->drawn = new_places(view);
    view->stamp = stamp;
    prepare(view);
    details_numbers_settle(view);
    if (view->reveal && view->selected)
        select_section(view, (long)view->selected, view->body_rows);
    view->reveal = false;
    clamp_scroll(view, view->drawn, rows - details_heading_rows(view));
}

/* The sections between two rows of the screen. */
static void draw_sections(const struct details_view *view, int top, int end, const char *search)
{
    struct number_map numbers = {0};
    for (size_t i = 0; i < view->drawn->count; i++) {
        const struct details_place *place = &view->drawn->items[i];
        const int line = place->line - view->scroll;
        if (line >= end - top || line + place->height <= 0)
            continue;
        struct painter p = details_painter(view, place->column);
        p.measure = false;
        p.first = top;
        p.last = end;
        p.y = top + line;
        p.search = search;
        p.numbers = i == view->selected && details_numbers_mark(view, &numbers) ? &numbers : NULL;
        details_section_draw(&view->sections[i], &p);
    }
    number_map_clear(&numbers);
}

void details_view_draw(const struct details_view *view, int top_row, int rows, const char *search)
{
    if (!view->result)
        return;
    details_heading_draw(view, top_row);
    int heading = details_heading_rows(view);
    draw_sections(view, top_row + heading, top_row + rows, search);
    if (!view->count)
        details_heading_why_empty(view, top_row + heading + 1, rows - heading - 1);
}

bool details_view_measure(struct details_view *view)
{
    struct details_places *places = view->drawn;
    if (!view->result || !places || places->digests == view->count)
        return false;
    if (places->count < view->count)
        measure_next(view, places);
    else
        details_section_prepare(&view->sections[places->digests++]);
    return true;
}

void details_view_copy(struct details_view *view, struct strbuf *out)
{
    enum { CHAT = 80 }; /* what chats and mails show without breaking lines */
    const int width = screen_columns() < CHAT ? screen_columns() : CHAT;
    prepare(view);
    if (view->selected >= view->count)
        return;
    struct painter p = {.measure = true, .width = width};
    details_section_draw(&view->sections[view->selected], &p);
    int rows = p.line;
    screen_copy_begin(rows, width);
    p = (struct painter){.width = width, .last = rows};
    details_section_draw(&view->sections[view->selected], &p);
    screen_copy_end(out);
}
