#include "tui/trace/trace_timeline.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "tui/trace/trace_go.h"
#include "tui/trace/trace_pane.h"
#include "tui/widgets/keys.h"
#include "tui/widgets/line_edit.h"

/* ns that a screen shows at least; how much a step of zooming changes. */
static const double least_span = 100, zoom_step = 2;

static double whole(const struct trace_timeline *t)
{
    const double span = (double)(t->end - t->start);
    return span > least_span ? span : least_span;
}

void trace_timeline_open(struct trace_timeline *t, const struct trace_view *view, const char *title)
{
    *t = (struct trace_timeline){.view = view, .title = title, .mark = NAN};
    trace_lanes_make(&t->lanes, view);
    trace_tables_open(&t->tables);
    t->start = view->index->start;
    t->end = view->index->end;
    t->span = (double)(t->end - t->start);
    t->span = t->span > least_span ? t->span : least_span;
    if (view->index->work_count)
        t->time = (double)(view->index->works[0].start - t->start);
}

static bool is_same_lane(const struct trace_lane *a, const struct trace_lane *b)
{
    return a->kind == b->kind && a->gpu == b->gpu && a->stream == b->stream &&
           a->process == b->process && a->thread == b->thread && strcmp(a->label, b->label) == 0;
}

/* Where everything was shown, everything is; else what is shown stays where it is. */
void trace_timeline_renew(struct trace_timeline *t, const struct trace_view *view)
{
    struct trace_lanes old = t->lanes;
    const size_t lane = t->lane, top = t->top;
    const bool all = t->first <= 0 && t->span >= whole(t), empty = !t->view->index->work_count;
    const double moved = t->start ? (double)t->start - (double)view->index->start : 0;
    t->view = view;
    trace_lanes_make(&t->lanes, view);
    t->tables.stale = true;
    trace_marks_find(&t->marks, view->index->trace);
    t->start = view->index->start;
    t->end = view->index->end;
    t->first = all ? 0 : t->first + moved;
    t->time += moved;
    t->mark += moved;
    for (size_t i = 0; i < t->level_count; i++)
        t->levels[i].first += moved;
    if (all)
        t->span = whole(t);
    if (empty && view->index->work_count)
        t->time = (double)(view->index->works[0].start - t->start);
    for (size_t i = 0; lane < old.count && i < t->lanes.count; i++)
        if (is_same_lane(&t->lanes.lanes[i], &old.lanes[lane])) {
            t->lane = i;
            t->top = top + i >= lane ? top + i - lane : 0;
        }
    trace_lanes_free(&old);
}

void trace_timeline_close(struct trace_timeline *t)
{
    trace_lanes_free(&t->lanes);
    trace_tables_close(&t->tables);
    free(t->message);
    word_list_free(&t->errand);
    free(t->command);
    trace_marks_free(&t->marks);
}

bool trace_timeline_marks_are_due(const struct trace_timeline *t)
{
    return t->profile && !t->marked;
}

void trace_timeline_make_marks(struct trace_timeline *t)
{
    trace_marks_read(&t->marks, &t->profile->reports);
    trace_marks_find(&t->marks, t->view->index->trace);
    t->marked = true;
}

bool trace_timeline_has_results(const struct trace_timeline *t, const struct trace_lane *lane,
                                size_t item)
{
    if (lane->kind != LANE_GPU && lane->kind != LANE_STREAM)
        return false;
    const struct trace_work *work = &t->view->index->works[lane->items[item]];
    return trace_marks_has(&t->marks, (enum trace_kind)work->kind, work->row);
}

void trace_timeline_say(struct trace_timeline *t, const char *format, ...)
{
    va_list arguments;
    free(t->message);
    va_start(arguments, format);
    if (vasprintf(&t->message, format, arguments) < 0)
        t->message = NULL;
    va_end(arguments);
}

static const struct trace_lane *lane_of(const struct trace_timeline *t)
{
    return t->lane < t->lanes.count ? &t->lanes.lanes[t->lane] : NULL;
}

static uint64_t at(const struct trace_timeline *t)
{
    return t->start + (uint64_t)(t->time > 0 ? t->time : 0);
}

size_t trace_timeline_item(const struct trace_timeline *t)
{
    const struct trace_lane *lane = lane_of(t);
    return lane ? trace_lane_at(&t->lanes, lane, at(t)) : SIZE_MAX;
}

static void go_to(struct trace_timeline *t, uint64_t time)
{
    t->time = (double)(time > t->start ? time - t->start : 0);
}

static void keep_level(struct trace_timeline *t)
{
    if (t->level_count == TRACE_MOST_LEVELS) {
        memmove(t->levels, t->levels + 1, (TRACE_MOST_LEVELS - 1) * sizeof *t->levels);
        t->level_count--;
        t->mark_levels -= t->mark_levels > 0;
    }
    t->levels[t->level_count++] = (struct trace_level){t->first, t->span};
}

/* Esc leads from a closer look to the wider ones before it, and so none of those that is not wider
 * than what is shown is kept. */
void trace_timeline_show(struct trace_timeline *t, double first, double span)
{
    span = span < least_span ? least_span : span > whole(t) ? whole(t) : span;
    if (span < t->span)
        keep_level(t);
    while (t->level_count && t->levels[t->level_count - 1].span <= span)
        t->level_count--;
    t->first = first;
    t->span = span;
}

static void zoom(struct trace_timeline *t, double factor)
{
    const double part = (t->time - t->first) / t->span;
    double span = t->span * factor;
    span = span < least_span ? least_span : span > whole(t) ? whole(t) : span;
    trace_timeline_show(t, t->time - part * span, span);
}

/* What came last goes first: the mark, or a level of zooming. */
static void go_back(struct trace_timeline *t)
{
    if (!isnan(t->mark) && t->mark_levels >= t->level_count) {
        t->mark = NAN;
    } else if (t->level_count) {
        const struct trace_level *level = &t->levels[t->level_count - 1];
        trace_timeline_show(t, level->first, level->span);
    } else if (t->span < whole(t)) {
        trace_timeline_show(t, 0, whole(t));
    } else {
        trace_timeline_say(t, "there is nothing to go back to; q quits");
    }
}

static void zoom_to_item(struct trace_timeline *t)
{
    const struct trace_lane *lane = lane_of(t);
    const size_t item = trace_timeline_item(t);
    if (item == SIZE_MAX)
        return;
    const uint64_t start = trace_lane_start(&t->lanes, lane, item),
                   end = trace_lane_end(&t->lanes, lane, item);
    const double span = fmax((double)(end - start) * 1.5, least_span);
    go_to(t, start);
    trace_timeline_show(t, t->time - span / 6, span);
}

static void step_to_name(struct trace_timeline *t, int step)
{
    const struct trace_lane *lane = lane_of(t);
    const size_t item = trace_timeline_item(t);
    if (!lane || !lane->count)
        return;
    if (item == SIZE_MAX) {
        const size_t from = trace_lane_from(&t->lanes, lane, at(t));
        const size_t next = step > 0 ? from : from - 1;
        if (next < lane->count)
            go_to(t, trace_lane_start(&t->lanes, lane, next));
        return;
    }
    const uint64_t key = trace_lane_name_key(&t->lanes, lane, item);
    for (size_t i = item + (size_t)step; i < lane->count; i += (size_t)step)
        if (trace_lane_name_key(&t->lanes, lane, i) == key) {
            go_to(t, trace_lane_start(&t->lanes, lane, i));
            return;
        }
    trace_timeline_say(t, "no %s one of this name in the row", step > 0 ? "further" : "earlier");
}

static void step_to_gap(struct trace_timeline *t, int step)
{
    const struct trace_lane *lane = lane_of(t);
    if (!lane)
        return;
    const struct trace_busy *busy = &lane->busy;
    size_t i = trace_busy_find(busy, at(t));
    /* The gap behind interval i - 1; standing in it, the next one is meant. */
    if (step > 0)
        i += 1;
    else
        i = i >= 2 ? i - 1 : 0;
    if (i == 0 || i >= busy->count) {
        trace_timeline_say(t, "no %s gap in the row", step > 0 ? "further" : "earlier");
        return;
    }
    if (busy->ends[i - 1] - t->start == (uint64_t)t->time && step < 0 && i >= 2)
        i--;
    go_to(t, busy->ends[i - 1]);
}

static bool go_to_launched(struct trace_timeline *t, uint32_t process, uint64_t correlation,
                           uint64_t from)
{
    const struct trace_index *index = t->view->index;
    for (size_t i = trace_index_from(index, from); i < index->work_count; i++)
        if (trace_work_process(index, &index->works[i]) == process &&
            trace_work_correlation(index, &index->works[i]) == correlation)
            return trace_go_to_work(t, i);
    return false;
}

static void follow_link(struct trace_timeline *t)
{
    const struct trace_lane *lane = lane_of(t);
    const struct trace_index *index = t->view->index;
    const size_t item = trace_timeline_item(t);
    bool found = false;
    if (item == SIZE_MAX) {
        trace_timeline_say(t, "nothing is under the cursor");
        return;
    }
    if (lane->kind == LANE_GPU || lane->kind == LANE_STREAM) {
        const struct trace_work *work = &index->works[lane->items[item]];
        const uint32_t call = trace_index_call(index, trace_work_process(index, work),
                                               trace_work_correlation(index, work));
        found = call != TRACE_NONE && trace_go_to_call(t, call);
    } else if (lane->kind == LANE_THREAD) {
        const uint32_t row = lane->items[item];
        found = go_to_launched(t, lane->process,
                               trace_column(index->trace, TRACE_API, API_CORRELATION)[row],
                               trace_column(index->trace, TRACE_API, SPAN_START)[row]);
    }
    if (!found)
        trace_timeline_say(t, "the trace has nothing that belongs to this");
}

/* Looks behind the cursor in its row, then in the rows below, and around. */
static void search(struct trace_timeline *t)
{
    for (size_t n = 0; n <= t->lanes.count && *t->search; n++) {
        const size_t which = (t->lane + n) % t->lanes.count;
        const struct trace_lane *lane = &t->lanes.lanes[which];
        size_t i = n ? 0 : trace_lane_from(&t->lanes, lane, at(t) + 1);
        for (uint64_t last = UINT64_MAX; i < lane->count; i++) {
            char room[64];
            const uint64_t key = trace_lane_name_key(&t->lanes, lane, i);
            if (key == last)
                continue; /* looked at just now */
            last = key;
            if (!strcasestr(trace_lane_name(&t->lanes, lane, i, room, sizeof room), t->search))
                continue;
            t->lane = which;
            go_to(t, trace_lane_start(&t->lanes, lane, i));
            return;
        }
    }
    trace_timeline_say(t, "nothing is called \"%s\"", t->search);
}

/* The kernel under the cursor, or that of the table's row. */
static bool find_kernel(const struct trace_timeline *t, struct trace_kernel *kernel)
{
    const struct trace_lane *lane = lane_of(t);
    const struct trace_spot spot = trace_tables_spot(&t->tables);
    size_t work = SIZE_MAX;
    if (t->focus && spot.form == SPOT_RECORD && spot.kind == TRACE_KERNEL) {
        work = trace_go_work_of(t, spot.kind, spot.row);
    } else if (!t->focus && lane && (lane->kind == LANE_GPU || lane->kind == LANE_STREAM)) {
        const size_t item = trace_timeline_item(t);
        work = item == SIZE_MAX ? SIZE_MAX : lane->items[item];
    }
    return trace_kernel_of(t->view, work, kernel);
}

static void ask_for_profile(struct trace_timeline *t)
{
    struct trace_kernel kernel;
    if (!find_kernel(t, &kernel)) {
        trace_timeline_say(t, "P profiles the kernel under the cursor, and there is none");
    } else if (t->runs) {
        trace_timeline_say(t, "the program still runs: P profiles its kernels when it has ended");
    } else if (t->profile && t->profile->program.count) {
        trace_profile_words(t->profile, &kernel, &t->errand);
    } else {
        t->command = mem_printf("rooftop --kernel-name-base mangled -k %s --launch-skip %llu -c 1 "
                                "PROGRAM ARGUMENTS",
                                kernel.mangled, kernel.before);
        t->quit = true;
    }
}

static void open_results(struct trace_timeline *t)
{
    struct trace_kernel kernel;
    if (!find_kernel(t, &kernel))
        trace_timeline_say(t,
                           "o opens the results of the kernel under the cursor, and there is none");
    else if (!t->profile || !trace_profile_open_words(t->profile, &kernel, &t->errand))
        trace_timeline_say(t,
                           "no report beside this trace has results of this kernel; P profiles it");
}

static void begin_typing(struct trace_timeline *t, char prompt)
{
    t->prompt = prompt;
    memcpy(t->typed, prompt == '/' ? t->search : "", prompt == '/' ? sizeof t->typed : 1);
    t->typed_cursor = strlen(t->typed);
}

void trace_timeline_act(struct trace_timeline *t, enum trace_action action, int columns)
{
    const int cells = columns - TRACE_LABEL_COLUMNS > 1 ? columns - TRACE_LABEL_COLUMNS : 1;
    const double cell = t->span / cells;
    free(t->message);
    t->message = NULL;
    if (trace_pane_act(t, action))
        return;
    switch (action) {
    case TRACE_LEFT:
    case TRACE_RIGHT:
        t->time += action == TRACE_LEFT ? -cell : cell;
        break;
    case TRACE_PAGE_LEFT:
    case TRACE_PAGE_RIGHT:
        t->time += action == TRACE_PAGE_LEFT ? -t->span / 2 : t->span / 2;
        t->first += action == TRACE_PAGE_LEFT ? -t->span / 2 : t->span / 2;
        break;
    case TRACE_UP:
        t->lane -= t->lane > 0;
        break;
    case TRACE_DOWN:
        t->lane += t->lane + 1 < t->lanes.count;
        break;
    case TRACE_ZOOM_IN:
    case TRACE_ZOOM_OUT:
        zoom(t, action == TRACE_ZOOM_IN ? 1 / zoom_step : zoom_step);
        break;
    case TRACE_ALL:
        trace_timeline_show(t, 0, whole(t));
        break;
    case TRACE_SPAN:
        zoom_to_item(t);
        break;
    case TRACE_FIRST:
    case TRACE_LAST:
        t->time = action == TRACE_FIRST ? 0 : whole(t);
        break;
    case TRACE_NEXT:
    case TRACE_PREVIOUS:
        step_to_name(t, action == TRACE_NEXT ? 1 : -1);
        break;
    case TRACE_NEXT_GAP:
    case TRACE_PREVIOUS_GAP:
        step_to_gap(t, action == TRACE_NEXT_GAP ? 1 : -1);
        break;
    case TRACE_LINK:
        follow_link(t);
        break;
    case TRACE_MARK:
        t->mark = isnan(t->mark) ? t->time : NAN;
        t->mark_levels = t->level_count;
        break;
    case TRACE_SEARCH:
    case TRACE_COMMAND:
        begin_typing(t, action == TRACE_SEARCH ? '/' : ':');
        break;
    case TRACE_AGAIN:
        search(t);
        break;
    case TRACE_BACK:
        go_back(t);
        break;
    case TRACE_PROFILE:
        ask_for_profile(t);
        break;
    case TRACE_OPEN:
        open_results(t);
        break;
    case TRACE_HELP:
        t->help = true;
        t->help_top = 0;
        break;
    case TRACE_QUIT:
        t->quit = true;
        break;
    default:
        break;
    }
}

/* What was typed is done: a search goes on where the focus is. */
static void end_typing(struct trace_timeline *t)
{
    if (t->prompt == ':') {
        trace_pane_command(t, t->typed);
    } else {
        memcpy(t->search, t->typed, sizeof t->search);
        if (!trace_pane_act(t, TRACE_AGAIN))
            search(t);
    }
    t->prompt = 0;
}

static void type(struct trace_timeline *t, int key)
{
    if (line_is_enter(key))
        end_typing(t);
    else if (key == 27)
        t->prompt = 0;
    else
        line_key(t->typed, TRACE_MOST_SEARCH, &t->typed_cursor, key);
}

void trace_timeline_paste(struct trace_timeline *t, const char *text)
{
    if (!t->prompt || t->help)
        trace_timeline_say(t, "pasted text does nothing here");
    else
        while (*text)
            type(t, (unsigned char)*text++);
}

/* Many of these mean something in other programs, so silence would leave the user waiting. */
static void say_nothing(struct trace_timeline *t, int key)
{
    struct strbuf word = {0};
    if (keys_word(&word, key))
        trace_timeline_say(t, "%s does nothing here; ? shows the keys", word.data);
    strbuf_free(&word);
}

/* false: the key leaves the help. Drawing keeps the first row within it. */
static bool scroll_help(struct trace_timeline *t, enum trace_action action)
{
    const int step = action == TRACE_UP           ? -1
                     : action == TRACE_DOWN       ? 1
                     : action == TRACE_PAGE_LEFT  ? -10
                     : action == TRACE_PAGE_RIGHT ? 10
                                                  : 0;
    t->help_top = t->help_top + step > 0 ? t->help_top + step : 0;
    return step != 0;
}

void trace_timeline_key(struct trace_timeline *t, int key, int columns, int rows)
{
    const enum trace_action action = trace_key_action(key);
    const bool asks = t->help || t->prompt;
    if (t->help)
        t->help = scroll_help(t, action);
    else if (t->prompt)
        type(t, key);
    else
        trace_timeline_act(t, action, columns);
    if (!asks && action == TRACE_NOTHING)
        say_nothing(t, key);
    trace_timeline_fit(t, columns, rows);
}

void trace_timeline_fit(struct trace_timeline *t, int columns, int rows)
{
    const double all = whole(t);
    trace_pane_place(t, columns, rows);
    t->span = t->span > all ? all : t->span;
    const double cell =
        t->span / (columns - TRACE_LABEL_COLUMNS > 1 ? columns - TRACE_LABEL_COLUMNS : 1);
    t->time = t->time < 0 ? 0 : t->time > all ? all : t->time;
    if (t->time < t->first)
        t->first = t->time;
    if (t->time > t->first + t->span - cell)
        t->first = t->time - t->span + cell;
    if (t->first > all - t->span)
        t->first = all - t->span;
    if (t->first < 0)
        t->first = 0;
    if (t->lane < t->top)
        t->top = t->lane;
    if (t->lane >= t->top + t->lanes_shown)
        t->top = t->lane - t->lanes_shown + 1;
    trace_pane_fit(t);
}
