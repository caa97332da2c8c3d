/* A cell of a row shows how much of its time is busy; where what lies there is wide enough, it has
 * its name. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/trace_pages/trace_print.h"
#include "tui/term/screen.h"
#include "tui/trace/trace_foot.h"
#include "tui/trace/trace_tables_draw.h"
#include "tui/trace/trace_timeline.h"
#include "tui/widgets/line_edit.h"

enum { FIRST_LANE = 2, SHARE_COLUMNS = 6, LEAST_NAME = 5, LEAST_MARK = 2 };

struct place {
    int columns, rows, cells; /* cells: of the time axis */
    double cell;              /* ns */
};

static void draw(int row, int column, int width, enum role role, const char *text)
{
    if (width > 0)
        screen_text(row, column, width, role, text);
}

static void add_time(struct strbuf *out, double ns)
{
    trace_cell_text(out, UNIT_TIME, &(struct trace_cell){NULL, ns});
}

static void draw_title(const struct trace_timeline *t, const struct place *p)
{
    const struct trace_index *index = t->view->index;
    struct strbuf text = {0}, right = {0};
    strbuf_adds(&text, " rooftop  ");
    safe_text_add(&text, t->title, strlen(t->title), false);
    if (t->state && *t->state) {
        strbuf_adds(&text, "  ");
        safe_text_add(&text, t->state, strlen(t->state), false);
    }
    if (index->gpu_count)
        safe_text_add(&right, index->gpus[0].name, strlen(index->gpus[0].name), false);
    strbuf_adds(&right, "  ");
    add_time(&right, (double)(t->end - t->start));
    strbuf_addf(&right, "  %zu kernels ", trace_count(index->trace, TRACE_KERNEL));
    draw(0, 0, p->columns, ROLE_TITLE, text.data);
    const int width = (int)safe_text_width(right.data);
    if (width + (int)safe_text_width(text.data) < p->columns)
        draw(0, p->columns - width, width, ROLE_NORMAL, right.data);
    strbuf_free(&text);
    strbuf_free(&right);
}

/* The smallest of 1, 2, 5, 10, ... that is at least this. */
static double round_step(double least)
{
    const double power = pow(10, floor(log10(least)));
    const double part = least / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

static void draw_ruler(const struct trace_timeline *t, const struct place *p)
{
    const double step = round_step(t->span / p->cells * 14);
    const double first = ceil(t->first / step), last = floor((t->first + t->span) / step);
    const bool whole = t->span >= (double)(t->end - t->start);
    const int label = whole ? 4 : 0; /* it ends above the numbers */
    draw(1, label, TRACE_LABEL_COLUMNS - 1 - label, ROLE_DIM,
         whole ? "busy of the trace" : "busy of what is shown");
    for (int i = 0; i <= (int)(last - first); i++) {
        const double at = (first + i) * step;
        const int column = (int)((at - t->first) / p->cell);
        char text[32];
        if (step >= 1e6)
            snprintf(text, sizeof text, "%.*f s", step >= 1e9 ? 0 : (int)ceil(9 - log10(step)),
                     at / 1e9);
        else
            snprintf(text, sizeof text, "%.*f ms", step >= 1e3 ? 3 : 6, at / 1e6);
        if (column + (int)strlen(text) <= p->cells)
            draw(1, TRACE_LABEL_COLUMNS + column, (int)strlen(text), ROLE_DIM, text);
    }
}

static enum role role_of(enum lane_kind kind)
{
    static const enum role roles[] = {
        [LANE_GPU] = ROLE_HEADING,  [LANE_STREAM] = ROLE_BUSY, [LANE_ENVIRONMENT] = ROLE_BASELINE,
        [LANE_THREAD] = ROLE_GOOD,  [LANE_JIT] = ROLE_GOOD,    [LANE_RANGES] = ROLE_FINDING,
        [LANE_CPU] = ROLE_BASELINE,
    };
    return roles[kind];
}

static void draw_label(const struct trace_timeline *t, const struct trace_lane *lane, int row,
                       bool selected)
{
    const uint64_t from = t->start + (uint64_t)t->first;
    char share[16];
    if (trace_lane_has_values(lane)) {
        struct strbuf text = {0};
        safe_text_fit_middle(&text, lane->label, TRACE_LABEL_COLUMNS - 2);
        draw(row, 0, TRACE_LABEL_COLUMNS - 1, selected ? ROLE_SELECTION : ROLE_NORMAL, text.data);
        strbuf_free(&text);
        return;
    }
    snprintf(share, sizeof share, "%4.0f %%",
             trace_busy_percent(&lane->busy, from, from + (uint64_t)t->span));
    draw(row, 0, TRACE_LABEL_COLUMNS - SHARE_COLUMNS - 2,
         selected                 ? ROLE_SELECTION
         : lane->kind == LANE_GPU ? ROLE_HEADING
                                  : ROLE_NORMAL,
         lane->label);
    draw(row, TRACE_LABEL_COLUMNS - SHARE_COLUMNS - 1, SHARE_COLUMNS, ROLE_DIM, share);
}

static void draw_cells(const struct trace_timeline *t, const struct place *p,
                       const struct trace_lane *lane, int row)
{
    const struct glyphs *glyphs = screen_glyphs();
    struct strbuf text = {0};
    for (int i = 0; i < p->cells; i++) {
        const uint64_t from = t->start + (uint64_t)(t->first + i * p->cell),
                       to = t->start + (uint64_t)(t->first + (i + 1) * p->cell);
        const double mean = trace_lane_has_values(lane)
                                ? trace_lane_mean(&t->lanes, lane, from, to > from ? to : from + 1)
                                : 0;
        const uint64_t busy = trace_lane_has_values(lane)
                                  ? mean > 0
                                  : trace_busy_in(&lane->busy, from, to > from ? to : from + 1);
        const double share = trace_lane_has_values(lane)
                                 ? (lane->most > 0 ? mean / lane->most : 0)
                                 : (double)busy / (to > from ? (double)(to - from) : 1);
        const size_t level = (size_t)(share * (double)glyphs->level_count);
        strbuf_adds(
            &text,
            !busy ? " "
                  : glyphs->levels[level < glyphs->level_count ? level : glyphs->level_count - 1]);
    }
    draw(row, TRACE_LABEL_COLUMNS, p->cells, role_of(lane->kind), text.data);
    strbuf_free(&text);
}

/* Names of what is wide enough, and a mark at kernels that have results. Most keys put the cursor
 * where something starts: its name then begins behind the cursor, and so it does behind the mark.
 */
static void draw_names(const struct trace_timeline *t, const struct place *p,
                       const struct trace_lane *lane, int row, const int marks[2])
{
    const uint64_t from = t->start + (uint64_t)t->first, to = from + (uint64_t)t->span;
    if (trace_lane_has_values(lane))
        return; /* its cells are values */
    size_t i = trace_lane_at(&t->lanes, lane, from);
    const size_t last = trace_lane_from(&t->lanes, lane, to);
    i = i == SIZE_MAX ? trace_lane_from(&t->lanes, lane, from) : i;
    if (last - i > (size_t)p->cells)
        return; /* none of so many has room, but for a few */
    for (; i < last; i++) {
        const double start = (double)(trace_lane_start(&t->lanes, lane, i) - t->start) - t->first,
                     end = (double)(trace_lane_end(&t->lanes, lane, i) - t->start) - t->first;
        const int right = end < t->span ? (int)(end / p->cell) : p->cells;
        int left = start > 0 ? (int)(start / p->cell) : 0;
        const bool measured = trace_timeline_has_results(t, lane, i);
        char room[64];
        if (right - left < (measured ? LEAST_MARK : LEAST_NAME))
            continue;
        const bool named = right - left >= LEAST_NAME;
        while (TRACE_LABEL_COLUMNS + left == marks[0] || TRACE_LABEL_COLUMNS + left == marks[1])
            left++;
        if (measured && left < right)
            draw(row, TRACE_LABEL_COLUMNS + left++, 1, ROLE_KEY, screen_glyphs()->stored);
        if (!named)
            continue;
        char *name = safe_text(trace_lane_name(&t->lanes, lane, i, room, sizeof room));
        struct strbuf fitted = {0};
        safe_text_fit(&fitted, name, (size_t)(right - left - 1));
        draw(row, TRACE_LABEL_COLUMNS + left, right - left - 1, ROLE_NORMAL, fitted.data);
        strbuf_free(&fitted);
        free(name);
    }
}

static int column_of(const struct trace_timeline *t, const struct place *p, double time)
{
    const double at = (time - t->first) / p->cell;
    return at < 0 || at >= p->cells ? -1 : TRACE_LABEL_COLUMNS + (int)at;
}

static void draw_lanes(const struct trace_timeline *t, const struct place *p)
{
    const int shown = (int)t->lanes_shown;
    const int mark = isnan(t->mark) ? -1 : column_of(t, p, t->mark);
    for (int i = 0; i < shown && t->top + (size_t)i < t->lanes.count; i++) {
        const struct trace_lane *lane = &t->lanes.lanes[t->top + (size_t)i];
        const bool selected = t->top + (size_t)i == t->lane;
        draw_label(t, lane, FIRST_LANE + i, selected);
        draw_cells(t, p, lane, FIRST_LANE + i);
        const int cursor = selected ? column_of(t, p, t->time) : -1;
        draw_names(t, p, lane, FIRST_LANE + i, (const int[]){mark, cursor});
        if (mark >= 0)
            draw(FIRST_LANE + i, mark, 1, ROLE_BASELINE, screen_glyphs()->wall);
        draw(FIRST_LANE + i, cursor, cursor >= 0, ROLE_SELECTION, screen_glyphs()->cursor);
    }
    if (!t->lanes.count)
        draw(FIRST_LANE, 2, p->columns - 2, ROLE_DIM, "the trace has no kernels and no calls");
}

static void draw_foot(const struct trace_timeline *t, const struct place *p)
{
    struct strbuf text = {0}, more = {0};
    trace_foot_texts(t, &text, &more);
    draw(p->rows - 3, 0, p->columns, ROLE_NORMAL, text.data);
    if (t->message) {
        char *safe = safe_text(t->message);
        draw(p->rows - 2, 1, p->columns - 1, ROLE_ERROR, safe);
        free(safe);
    } else if (more.length) {
        draw(p->rows - 2, 0, p->columns, ROLE_NORMAL, more.data);
    }
    strbuf_free(&text);
    strbuf_free(&more);
}

static void draw_keys(const struct place *p)
{
    int column = 1;
    for (size_t i = 0; i < trace_key_count; i++) {
        const struct trace_key *key = &trace_keys[i];
        const size_t first = strcspn(key->keys, " ");
        char name[16];
        if (!key->brief || column + (int)first + 3 + (int)strlen(key->brief) > p->columns)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)first, key->keys);
        column += screen_text(p->rows - 1, column, p->columns - column, ROLE_KEY, name) + 1;
        column += screen_text(p->rows - 1, column, p->columns - column, ROLE_DIM, key->brief) + 2;
    }
}

static void draw_prompt(const struct trace_timeline *t, const struct place *p)
{
    struct strbuf shown = {0};
    const size_t cursor =
        line_window(&shown, t->typed, t->typed_cursor, p->columns > 3 ? (size_t)p->columns - 3 : 1);
    draw(p->rows - 1, 0, p->columns, ROLE_NORMAL, (const char[]){t->prompt, '\0'});
    draw(p->rows - 1, 1, p->columns - 1, ROLE_NORMAL, shown.data ? shown.data : "");
    screen_cursor(p->rows - 1, 1 + (int)cursor, true);
    strbuf_free(&shown);
}

/* In as many columns as have room. */
static void draw_help(const struct trace_timeline *t, const struct place *p)
{
    enum { WIDTH = 80, KEYS = 11, TOP = 2 };
    const int columns = p->columns / WIDTH > 1 ? p->columns / WIDTH : 1,
              high = ((int)trace_key_count + columns - 1) / columns,
              shown = p->rows - TOP > 1 ? p->rows - TOP : 1, most = high > shown ? high - shown : 0,
              top = t->help_top < most ? t->help_top : most;
    draw(0, 1, p->columns - 1, ROLE_TITLE,
         most ? "Keys of the timeline (arrows move, any other key goes back)"
              : "Keys of the timeline (any key goes back)");
    for (int i = 0; i < (int)trace_key_count; i++) {
        const int row = TOP + i % high - top, column = i / high * WIDTH + 2;
        if (row < TOP || row >= p->rows)
            continue;
        draw(row, column, KEYS - 1, ROLE_KEY, trace_keys[i].keys);
        draw(row, column + KEYS, p->columns - column - KEYS, ROLE_NORMAL, trace_keys[i].help);
    }
    if (top > 0)
        draw(TOP, 0, 1, ROLE_DIM, screen_glyphs()->up);
    if (top < most)
        draw(p->rows - 1, 0, 1, ROLE_DIM, screen_glyphs()->down);
}

void trace_timeline_draw(const struct trace_timeline *t)
{
    struct place p = {.columns = screen_columns(), .rows = screen_rows()};
    p.cells = p.columns > TRACE_LABEL_COLUMNS ? p.columns - TRACE_LABEL_COLUMNS : 1;
    p.cell = t->span / p.cells;
    screen_clear();
    screen_cursor(0, 0, false);
    if (t->help) {
        draw_help(t, &p);
    } else {
        draw_title(t, &p);
        draw_ruler(t, &p);
        draw_lanes(t, &p);
        if (t->pane.rows)
            trace_tables_draw(&t->tables, &t->marks, &t->pane, t->focus);
        draw_foot(t, &p);
        if (t->prompt)
            draw_prompt(t, &p);
        else
            draw_keys(&p);
    }
    screen_refresh();
}
