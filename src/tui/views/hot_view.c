#include "tui/views/hot_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/page_parts/hot_cells.h"
#include "report/rules/rule_choice.h"
#include "report/section/section_choice.h"
#include "tui/list/list_view.h"
#include "tui/term/glyphs.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/views/hot_layout.h"
#include "tui/views/scan.h"
#include "tui/widgets/empty_view.h"
#include "tui/widgets/export_table.h"
#include "tui/widgets/view_host.h"

/* Rows above the list, and below it where the screen has that many. */
enum { HEAD = 2, ABOUT = 3, ABOUT_FROM = 14, STEP_MS = 8 };

static const char *const sort_names[HOT_SORTS] = {"time", "launches", "place", "stall"};

static int body_rows(int rows)
{
    return rows - HEAD - (rows >= ABOUT_FROM ? ABOUT + 1 : 0);
}

/* --- the index -------------------------------------------------------------------------------- */

static void let_go(struct hot_view *hot, struct result_cache *cache)
{
    if (!hot->held)
        return;
    result_cache_release(cache, hot->next);
    if (!hot->was_kept)
        result_cache_drop(cache, hot->next);
    hot->held = NULL;
}

static void begin(struct view *view)
{
    struct hot_view *hot = view->state;
    let_go(hot, view->host->decoded);
    hot_spots_free(&hot->spots);
    hot_index_free(hot->index);
    hot->index = hot_index_new(view->host->report, view->host->scan->rules->library);
    hot->next = hot->summed = 0;
    hot->scanned = view->host->scan->restarts;
    hot->due = true;
}

static bool is_adding(const struct view *view)
{
    const struct hot_view *hot = view->state;
    return hot->index && hot->next < report_count(view->host->report);
}

/* Decodes a result, or adds it; rules look at it as they do elsewhere on the screen. */
static void add_step(struct view *view)
{
    struct hot_view *hot = view->state;
    const struct scan *scan = view->host->scan;
    struct result_cache *cache = view->host->decoded;
    if (!hot->held) {
        hot->was_kept = result_cache_has(cache, hot->next);
        hot->held = result_cache_hold(cache, hot->next, NULL);
        if (!hot->held)
            hot_index_skip(hot->index, hot->next++);
        return;
    }
    if (scan->on && !hot->was_kept) {
        section_choice_define(scan->sections, hot->held);
        rule_choice_apply(scan->rules, hot->held);
    }
    hot_index_add(hot->index, hot->held);
    let_go(hot, cache);
    hot->next++;
}

static int work(struct view *view, bool focused)
{
    struct hot_view *hot = view->state;
    int64_t end = milliseconds() + STEP_MS;
    (void)focused;
    if (hot->index && hot->scanned != view->host->scan->restarts)
        begin(view);
    if (!is_adding(view))
        return -1;
    while (is_adding(view) && milliseconds() < end && !view_host_is_waited_for(view->host))
        add_step(view);
    /* While results are being added, the order is made anew each time that there are a quarter
     * more of them, so that all of it costs little more than once. */
    hot->due |= !is_adding(view) || hot->next > hot->summed + hot->summed / 4;
    return 0;
}

/* --- the spots -------------------------------------------------------------------------------- */

static bool is_shown(const void *context, size_t result)
{
    const struct hot_view *hot = context;
    return result < hot->shown_count && hot->shown[result];
}

static void read_list(struct hot_view *hot, const struct list_view *list)
{
    hot->shown_count = report_count(list->report);
    hot->shown = mem_realloc(hot->shown, hot->shown_count + 1);
    memset(hot->shown, 0, hot->shown_count + 1);
    for (size_t i = 0; i < list->tree.count; i++)
        if (list->tree.order[i] < hot->shown_count)
            hot->shown[list->tree.order[i]] = true;
}

static int by_text(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int by_launches(const void *a, const void *b)
{
    const struct hot_spot *x = a, *y = b;
    if (x->launches != y->launches)
        return x->launches > y->launches ? -1 : 1;
    return (x->weight < y->weight) - (x->weight > y->weight);
}

static int by_place(const void *a, const void *b)
{
    const struct hot_place *x = ((const struct hot_spot *)a)->place,
                           *y = ((const struct hot_spot *)b)->place;
    int order = by_text(x->file, y->file);
    if (!order)
        order = (x->line > y->line) - (x->line < y->line);
    if (!order)
        order = by_text(x->shown, y->shown);
    return order ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

static int by_stall(const void *a, const void *b)
{
    const struct hot_spot *x = a, *y = b;
    int order = by_text(x->stall, y->stall);
    return order ? order : (x->weight < y->weight) - (x->weight > y->weight);
}

static void sort(struct hot_view *hot)
{
    static int (*const orders[HOT_SORTS])(const void *,
                                          const void *) = {[HOT_SORT_LAUNCHES] = by_launches,
                                                           [HOT_SORT_PLACE] = by_place,
                                                           [HOT_SORT_STALL] = by_stall};
    struct hot_spots *spots = &hot->spots;
    if (orders[hot->sort] && spots->count)
        qsort(spots->items, spots->count, sizeof *spots->items, orders[hot->sort]);
    for (size_t i = 0; hot->reverse && i < spots->count / 2; i++) {
        struct hot_spot kept = spots->items[i];
        spots->items[i] = spots->items[spots->count - 1 - i];
        spots->items[spots->count - 1 - i] = kept;
    }
}

/* The cursor stays on its spot, unless it is on the first one, which it then stays on. */
static void find_again(struct hot_view *hot, const struct hot_place *at)
{
    if (!at || !hot->cursor.at)
        return;
    for (size_t i = 0; i < hot->spots.count; i++) {
        const struct hot_place *place = hot->spots.items[i].place;
        if (place == at || (hot->by == HOT_BY_LINE && place->line_key == at->line_key) ||
            (hot->by == HOT_BY_FUNCTION && place->function_key == at->function_key)) {
            hot->cursor.at = i;
            return;
        }
    }
}

static const struct hot_spot *selected(const struct hot_view *hot)
{
    return hot->cursor.at < hot->spots.count ? &hot->spots.items[hot->cursor.at] : NULL;
}

static void settle(struct view *view, int rows)
{
    struct hot_view *hot = view->state;
    const struct list_view *list = view->host->list;
    (void)rows;
    if (!hot->index)
        begin(view);
    if (!hot->due && hot->generation == list->generation)
        return;
    const struct hot_place *at = selected(hot) ? selected(hot)->place : NULL;
    hot_spots_free(&hot->spots);
    read_list(hot, list);
    hot_spots_find(&hot->spots, hot->index, hot->by, is_shown, hot);
    sort(hot);
    find_again(hot, at);
    hot->due = false;
    hot->generation = list->generation;
    hot->summed = hot->next;
}

static void release(struct view *view)
{
    struct hot_view *hot = view->state;
    let_go(hot, view->host->decoded);
    hot_spots_free(&hot->spots);
    hot_index_free(hot->index);
    free(hot->shown);
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void fit(struct view *view, int rows)
{
    struct hot_view *hot = view->state;
    row_cursor_fit(&hot->cursor, hot->spots.count, body_rows(rows));
}

/* The end of a long place says most, its line or offset. */
static void put(const struct hot_layout *layout, int row, enum hot_place_column column,
                enum role role, const char *text)
{
    int width = layout->width[column], start = layout->start[column];
    if (!width)
        return;
    char *safe = safe_text(text);
    int used = (int)safe_text_width(safe);
    bool right = column <= HOT_AT_LAUNCHES && column != HOT_AT_BAR;
    struct strbuf fitted = {0};
    if (right && used < width)
        start += width - used;
    (column == HOT_AT_PLACE ? safe_text_fit_middle : safe_text_fit)(&fitted, safe, (size_t)width);
    screen_text(row, start, width, role, strbuf_text(&fitted));
    strbuf_free(&fitted);
    free(safe);
}

static void draw_spot(const struct hot_view *hot, size_t at, const struct hot_layout *layout,
                      int row, const char *search)
{
    static const struct {
        enum hot_place_column column;
        enum hot_column cell;
        enum role role;
    } shown[] = {
        {HOT_AT_RANK, HOT_RANK, ROLE_DIM},           {HOT_AT_SHARE, HOT_SHARE, ROLE_NORMAL},
        {HOT_AT_TIME, HOT_TIME, ROLE_NORMAL},        {HOT_AT_LAUNCHES, HOT_LAUNCHES, ROLE_DIM},
        {HOT_AT_PLACE, HOT_PLACE, ROLE_HEADING},     {HOT_AT_STALL, HOT_STALL, ROLE_NORMAL},
        {HOT_AT_FINDING, HOT_FINDING, ROLE_FINDING}, {HOT_AT_TEXT, HOT_TEXT, ROLE_NORMAL}};
    const struct hot_spot *spot = &hot->spots.items[at];
    bool chosen = at == hot->cursor.at;
    char *cells[HOT_COLUMNS];
    struct strbuf bar = {0};
    row_cursor_draw(row, chosen, ROLE_NORMAL);
    hot_cells(spot, hot->by, at + 1, false, cells);
    double most = hot->spots.totals.sampled ? spot->share : 0;
    glyphs_bar(screen_glyphs(), &bar, most, (size_t)layout->width[HOT_AT_BAR]);
    put(layout, row, HOT_AT_BAR, chosen ? ROLE_SELECTION : ROLE_BUSY, strbuf_text(&bar));
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const char *text = cells[shown[i].cell];
        bool found = !chosen && search && *search && match_text(text, search);
        put(layout, row, shown[i].column,
            chosen  ? ROLE_SELECTION
            : found ? ROLE_MATCH
                    : shown[i].role,
            text);
    }
    for (int i = 0; i < HOT_COLUMNS; i++)
        free(cells[i]);
    strbuf_free(&bar);
}

static void draw_title(const struct view *view, int row)
{
    static const char *const by[HOT_BYS] = {"source line", "instruction", "function"};
    const struct hot_view *hot = view->state;
    struct strbuf text = {0};
    char *totals = hot_totals_text(&hot->spots.totals, false);
    strbuf_addf(&text, "Hot spots by %s", by[hot->by]);
    if (is_adding(view))
        strbuf_addf(&text, ", adding up %zu of %zu", hot->next, report_count(view->host->report));
    if (hot->sort || hot->reverse)
        strbuf_addf(&text, ", sorted by %s%s", sort_names[hot->sort],
                    hot->reverse ? ", reversed" : "");
    strbuf_addf(&text, ": %s", totals);
    screen_text(row, 1, screen_columns() - 2, ROLE_TITLE, text.data);
    strbuf_free(&text);
    free(totals);
}

static void draw_headings(const struct hot_view *hot, const struct hot_layout *layout, int row)
{
    static const enum hot_column cells[HOT_AT_COLUMNS] = {HOT_RANK,  HOT_RANK,     HOT_SHARE,
                                                          HOT_TIME,  HOT_LAUNCHES, HOT_PLACE,
                                                          HOT_STALL, HOT_FINDING,  HOT_TEXT};
    static const struct {
        enum hot_place_column at;
        bool descends;
    } sorts[HOT_SORTS] = {
        {HOT_AT_TIME, true}, {HOT_AT_LAUNCHES, true}, {HOT_AT_PLACE, false}, {HOT_AT_STALL, false}};
    const struct glyphs *g = screen_glyphs();
    for (int i = 0; i < HOT_AT_COLUMNS; i++) {
        if (i == HOT_AT_BAR)
            continue;
        struct strbuf title = {0};
        const bool sorted = sorts[hot->sort].at == (enum hot_place_column)i;
        strbuf_adds(&title, i == HOT_AT_LAUNCHES ? "Runs" : hot_columns[hot->by][cells[i]]);
        if (sorted)
            strbuf_adds(&title, sorts[hot->sort].descends != hot->reverse ? g->down : g->up);
        put(layout, row, (enum hot_place_column)i, sorted ? ROLE_TITLE : ROLE_HEADING, title.data);
        strbuf_free(&title);
    }
}

static void about_line(int row, const char *label, const char *text)
{
    char *safe = safe_text(text);
    if (*safe) {
        screen_text(row, 2, 10, ROLE_DIM, label);
        screen_text(row, 12, screen_columns() - 13, ROLE_NORMAL, safe);
    }
    free(safe);
}

/* The whole of what the row above may have cut off. */
static void draw_about(const struct view *view, const struct hot_spot *spot, int row)
{
    const struct hot_view *hot = view->state;
    const struct hot_place *place = spot->place;
    struct strbuf where = {0}, code = {0};
    strbuf_addf(&where, "%s", place->shown);
    if (!place->whole && (hot->by == HOT_BY_INSTRUCTION || !place->file))
        strbuf_addf(&where, "+0x%" PRIx64 " %s", place->offset, place->opcode ? place->opcode : "");
    strbuf_addf(&where, " %s %zu launch%s, ", screen_glyphs()->dot, spot->launches,
                spot->launches == 1 ? "" : "es");
    format_thousands(&where, (unsigned long long)(spot->samples + 0.5));
    strbuf_addf(&where, " sample%s, most of it in result %zu", spot->samples == 1 ? "" : "s",
                report_summary(view->host->report, spot->result)->id);
    about_line(row, "Function", where.data);
    if (place->whole)
        hot_spot_add_text(&code, spot, hot->by);
    else if (place->file && hot->by != HOT_BY_FUNCTION)
        strbuf_addf(&code, "%s:%u%s%s", place->file, place->line, *place->text ? ": " : "",
                    place->text);
    else
        strbuf_adds(&code,
                    place->file ? place->file : "its code has no lines: compile it with -lineinfo");
    about_line(row + 1, "Source", code.data);
    about_line(row + 2, "Finding", spot->finding ? spot->finding : "none is about this place");
    strbuf_free(&where);
    strbuf_free(&code);
}

static void draw_rule(int row)
{
    struct strbuf line = {0};
    for (int i = 0; i < screen_columns() - 2; i++)
        strbuf_adds(&line, screen_glyphs()->rule);
    screen_text(row, 1, screen_columns() - 2, ROLE_RULE, line.data ? line.data : "");
    strbuf_free(&line);
}

static void draw_empty(const struct view *view, int rows)
{
    const struct hot_view *hot = view->state;
    const char *why = hot_spots_why_none(&hot->spots.totals);
    struct strbuf text = {0};
    strbuf_addf(&text, "%s\n", is_adding(view) ? "the samples are being added up" : why ? why : "");
    if (!is_adding(view) && hot->spots.totals.results)
        strbuf_adds(&text, "r runs the program again with other options; the list's filter chooses "
                           "the results that are added up.\n");
    empty_view_draw_from(HEAD, rows - HEAD, text.data);
    strbuf_free(&text);
}

static void draw(const struct view *view, int rows, const char *search)
{
    const struct hot_view *hot = view->state;
    struct hot_layout layout =
        hot_layout(screen_columns(), hot->spots.count, hot->spots.totals.timed);
    int body = body_rows(rows);
    draw_title(view, 0);
    if (!hot->spots.count) {
        draw_empty(view, rows);
        return;
    }
    draw_headings(hot, &layout, 1);
    for (int i = 0; i < body && hot->cursor.top + (size_t)i < hot->spots.count; i++)
        draw_spot(hot, hot->cursor.top + (size_t)i, &layout, HEAD + i, search);
    row_cursor_more(&hot->cursor, hot->spots.count, HEAD, body);
    if (rows >= ABOUT_FROM && selected(hot)) {
        draw_rule(HEAD + body);
        draw_about(view, selected(hot), HEAD + body + 1);
    }
}

/* --- what keys do ----------------------------------------------------------------------------- */

static void open_selected(const struct hot_view *hot, struct effects *effects)
{
    const struct hot_spot *spot = selected(hot);
    if (!spot)
        return;
    effects->what |= EFFECT_SHOW_RESULT | EFFECT_LIST_RESULT;
    effects->result = spot->result;
    effects->offset = spot->place->offset;
    effects->line = hot->by == HOT_BY_INSTRUCTION ? 0 : spot->place->line;
    effects_text(effects, EFFECT_SOURCE, spot->place->function);
}

static void edit_selected(const struct hot_view *hot, struct effects *effects)
{
    const struct hot_spot *spot = selected(hot);
    if (!spot)
        return;
    if (!spot->place->file) {
        effects_fail(effects, "its code has no lines: compile it with -lineinfo");
        return;
    }
    effects->result = spot->result;
    effects->line = spot->place->line;
    effects_text(effects, EFFECT_EDIT, spot->place->file);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct hot_view *hot = view->state;
    if (row_cursor_act(&hot->cursor, hot->spots.count, action.id, body_rows(action.rows)))
        return;
    switch (action.id) {
    case DO_GO_TO_CODE:
        open_selected(hot, effects);
        return;
    case DO_EDIT:
        edit_selected(hot, effects);
        return;
    case DO_SPOTS_BY:
        hot->by = (hot->by + 1) % HOT_BYS;
        hot->cursor = (struct row_cursor){0};
        break;
    case DO_SORT_SPOTS:
        hot->sort = (hot->sort + 1) % HOT_SORTS;
        effects_say(effects, "sorted by %s", sort_names[hot->sort]);
        break;
    case DO_REVERSE_SPOTS:
        hot->reverse = !hot->reverse;
        break;
    default:
        return;
    }
    hot->due = true;
}

static bool has_text(const void *context, size_t row, const char *text)
{
    const struct hot_view *hot = context;
    const struct hot_spot *spot = &hot->spots.items[row];
    char *cells[HOT_COLUMNS];
    bool found = match_text(spot->place->shown, text);
    hot_cells(spot, hot->by, row + 1, false, cells);
    for (int i = HOT_PLACE; i < HOT_COLUMNS; i++)
        found |= match_text(cells[i], text);
    for (int i = 0; i < HOT_COLUMNS; i++)
        free(cells[i]);
    return found;
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    struct hot_view *hot = view->state;
    (void)effects;
    return row_cursor_search(&hot->cursor, hot->spots.count, has_text, hot, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    struct hot_view *hot = view->state;
    (void)column;
    return row >= HEAD && row < HEAD + body_rows(rows) &&
           row_cursor_click(&hot->cursor, hot->spots.count, row - HEAD, rows);
}

static void keep_place(struct view *view, struct view_place *place, bool back)
{
    struct hot_view *hot = view->state;
    row_cursor_place(&hot->cursor, place, back);
}

/* --- exports ---------------------------------------------------------------------------------- */

static void export_rows(const struct view *view, size_t first, size_t end, enum page_format format,
                        FILE *out)
{
    const struct hot_view *hot = view->state;
    struct export_table table = {
        .columns = HOT_FIELDS, .names = hot_fields, .numbers = hot_field_is_number};
    for (size_t i = first; i < end && i < hot->spots.count; i++) {
        char *cells[HOT_FIELDS];
        hot_field_cells(view->host->report, &hot->spots.items[i], hot->by, i + 1, cells);
        for (int j = 0; j < HOT_FIELDS; j++) {
            export_table_add(&table, cells[j]);
            free(cells[j]);
        }
    }
    export_table_print(&table, format, out);
    export_table_free(&table);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    struct hot_view *hot = view->state;
    (void)error;
    while (is_adding(view))
        add_step(view);
    hot->due = true;
    settle(view, 0);
    export_rows(view, 0, SIZE_MAX, format, out);
    return true;
}

/* "blur.cu:17  41.8 %  843.17 us  long scoreboard 62 %  Uncoalesced Accesses  text". */
static void copy(struct view *view, struct strbuf *out)
{
    const struct hot_view *hot = view->state;
    const struct hot_spot *spot = selected(hot);
    static const enum hot_column order[] = {HOT_PLACE, HOT_SHARE,   HOT_TIME,
                                            HOT_STALL, HOT_FINDING, HOT_TEXT};
    char *cells[HOT_COLUMNS];
    if (!spot)
        return;
    hot_cells(spot, hot->by, hot->cursor.at + 1, false, cells);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (*cells[order[i]])
            strbuf_addf(out, "%s%s", i ? "  " : "", cells[order[i]]);
    strbuf_addc(out, '\n');
    for (int i = 0; i < HOT_COLUMNS; i++)
        free(cells[i]);
}

static void table(struct view *view, struct strbuf *out)
{
    const struct hot_view *hot = view->state;
    size_t length = 0;
    char *bytes = NULL;
    FILE *file = open_memstream(&bytes, &length);
    if (!file)
        return;
    export_rows(view, hot->cursor.at, hot->cursor.at + 1, FORMAT_MARKDOWN, file);
    fclose(file);
    strbuf_add(out, bytes, length);
    free(bytes);
}

static struct view_metric metric(struct view *view)
{
    const struct hot_spot *spot = selected(view->state);
    struct view_metric found = view_metric_of(spot ? "smsp__pcsamp_sample_count" : NULL,
                                              "there is no hot spot under the cursor");
    if (spot)
        found.result = spot->result;
    return found;
}

const struct view_ops hot_view_ops = {
    .id = VIEW_HOT,
    .title = "Hot spots",
    .called = "the hot spots",
    .open = DO_HOT_SPOTS,
    .size = sizeof(struct hot_view),
    .free = release,
    .settle = settle,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = keep_place,
    .print = print,
    .copy = copy,
    .table = table,
    .metric = metric,
    .work = work,
};
