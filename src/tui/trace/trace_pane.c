#include "tui/trace/trace_pane.h"

#include <string.h>

#include "report/base/strbuf.h"
#include "tui/trace/trace_go.h"
#include "tui/trace/trace_tables_draw.h"

/* Rows: of the screen that are neither, and that the pane takes at least, also with the focus. */
enum { ABOVE = 2, BELOW = 4, LEAST_PANE = 4, LEAST_FOCUSED = 3, USUAL_PANE = 9 };

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

void trace_pane_place(struct trace_timeline *t, int columns, int rows)
{
    const int room = greater(rows - ABOVE - BELOW, 1), all = (int)t->lanes.count;
    int lanes = t->focus ? greater(lesser(room / 3, room - LEAST_PANE - 1), 1)
                         : greater(room * 11 / 20, room - USUAL_PANE - 1);
    lanes = lesser(lanes, greater(all, 1));
    int pane = room - lanes - 1; /* with an empty row between them */
    if (pane < (t->focus ? LEAST_FOCUSED : LEAST_PANE)) {
        pane = 0;
        lanes = room;
    }
    t->lanes_shown = (size_t)lanes;
    t->pane = (struct rect){ABOVE + lanes + 1, 0, pane, columns};
}

void trace_pane_fit(struct trace_timeline *t)
{
    if (!t->pane.rows) {
        if (t->focus)
            trace_timeline_say(t, "the screen is too low for tables");
        t->focus = false;
        return;
    }
    if (t->tables.table)
        row_cursor_fit(&t->tables.cursor, t->tables.table->rows,
                       trace_tables_shown(&t->tables, &t->pane));
}

bool trace_pane_is_due(const struct trace_timeline *t)
{
    return t->pane.rows && trace_tables_are_due(&t->tables, !t->runs);
}

void trace_pane_make(struct trace_timeline *t)
{
    trace_tables_make(&t->tables, t->view);
    trace_pane_fit(t);
}

static void go(struct trace_timeline *t)
{
    const struct trace_spot spot = trace_tables_spot(&t->tables);
    if (spot.form == SPOT_PAGE)
        trace_tables_find(&t->tables, trace_page_names[spot.row]);
    else if (!trace_go_to_spot(t, &spot))
        trace_timeline_say(t, "this row has no place on the timeline");
}

/* The columns behind the names move by one. */
static void move_columns(struct trace_tables *tables, int step)
{
    const size_t first = tables->column ? tables->column : 1;
    if (step < 0 && first > 1)
        tables->column = first - 1;
    if (step > 0 && first + 1 < tables->table->column_count)
        tables->column = first + 1;
}

static void sort(struct trace_timeline *t, void change(struct trace_tables *))
{
    struct strbuf text = {0};
    change(&t->tables);
    trace_tables_sort_text(&t->tables, &text);
    trace_timeline_say(t, "sorted: %s", text.data);
    strbuf_free(&text);
}

/* What moves the cursor of a list. */
static enum action_id move_of(enum trace_action action)
{
    static const struct {
        enum trace_action action;
        enum action_id move;
    } moves[] = {{TRACE_UP, DO_UP},
                 {TRACE_DOWN, DO_DOWN},
                 {TRACE_PAGE_LEFT, DO_PAGE_UP},
                 {TRACE_PAGE_RIGHT, DO_PAGE_DOWN},
                 {TRACE_FIRST, DO_FIRST},
                 {TRACE_LAST, DO_LAST}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].action == action)
            return moves[i].move;
    return DO_NOTHING;
}

static bool act_with_focus(struct trace_timeline *t, enum trace_action action)
{
    struct trace_tables *tables = &t->tables;
    switch (action) {
    case TRACE_LEFT:
    case TRACE_RIGHT:
        move_columns(tables, action == TRACE_LEFT ? -1 : 1);
        return true;
    case TRACE_SPAN:
        go(t);
        return true;
    case TRACE_AGAIN:
        if (!trace_tables_search(tables, t->search))
            trace_timeline_say(t, "no row has \"%s\"", t->search);
        return true;
    case TRACE_BACK:
        t->focus = false;
        return true;
    default:
        return row_cursor_act(&tables->cursor, tables->table->rows, move_of(action),
                              trace_tables_shown(tables, &t->pane));
    }
}

bool trace_pane_act(struct trace_timeline *t, enum trace_action action)
{
    /* A key that was typed ahead is for the table, too. */
    if (!t->tables.table && (t->focus || action == TRACE_SORT || action == TRACE_REVERSE))
        trace_pane_make(t);
    switch (action) {
    case TRACE_FOCUS:
        t->focus = !t->focus;
        return true;
    case TRACE_NEXT_TABLE:
    case TRACE_PREVIOUS_TABLE:
        trace_tables_step(&t->tables, action == TRACE_NEXT_TABLE ? 1 : -1);
        t->focus = t->focus || !t->pane.rows;
        return true;
    case TRACE_SORT:
        sort(t, trace_tables_sort);
        return true;
    case TRACE_REVERSE:
        sort(t, trace_tables_reverse);
        return true;
    default:
        return t->focus && act_with_focus(t, action);
    }
}

void trace_pane_command(struct trace_timeline *t, const char *word)
{
    struct strbuf words = {0};
    if (strcmp(word, "q") == 0 || strcmp(word, "quit") == 0) {
        t->quit = true;
    } else if (trace_tables_find(&t->tables, word)) {
        t->focus = true;
    } else if (*word) {
        for (size_t i = 0; i < TRACE_TABLES; i++)
            strbuf_addf(&words, "%s%s", i ? ", " : "", trace_tables_word(i));
        trace_timeline_say(t, "no table is called \"%s\"; there are %s", word, words.data);
    }
    strbuf_free(&words);
}
