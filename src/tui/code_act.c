/* What keys do in the source view. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_view.h"
#include "safe_text.h"

static void say(struct code_view *view, const char *text)
{
    snprintf(view->said, sizeof view->said, "%s", text);
}

static const char *const side_names[CODE_SIDES] = {"SASS", "PTX", "source"};

/* In the side that keys go to; what the other one showed if it is that. */
static void choose_side(struct code_view *view, enum code_side side)
{
    enum code_side before = view->sides[view->focus];
    if (side == before)
        return;
    /* The same place in it. */
    if (view->sides[!view->focus] != side) {
        enum code_side other = view->sides[!view->focus];
        view->sides[!view->focus] = side;
        code_view_follow(view);
        view->sides[!view->focus] = other;
    } else {
        view->sides[!view->focus] = before;
    }
    view->sides[view->focus] = side;
    view->hot = 0;
    code_view_follow(view);
}

static void other_side(struct code_view *view)
{
    view->focus = !view->focus;
    view->hot = 0;
}

static void next_function(struct code_view *view, int step)
{
    if (view->count < 2) {
        say(view, "the result ran one function");
        return;
    }
    code_view_close(view);
    view->at = (view->at + view->count + (size_t)(step + (int)view->count)) % view->count;
    code_view_prepare(view);
}

/* The next column that has heat comes first. */
static void next_heat(struct code_view *view, int step)
{
    const struct code_columns *columns = &view->open->columns;
    size_t at = code_view_heat(view);
    if (at == SIZE_MAX) {
        say(view, "the result has no source metrics: they come with the section SourceCounters");
        return;
    }
    do
        at = (at + columns->count + (size_t)(step + (int)columns->count)) % columns->count;
    while (!code_column_has_heat(&columns->items[at]));
    snprintf(view->heat, sizeof view->heat, "%s", columns->items[at].label);
    char *label = safe_text(columns->items[at].label);
    say(view, label);
    free(label);
    view->hot = 0;
}

/* Those that there was no room for; behind the last ones the first again. */
static void next_columns(struct code_view *view)
{
    size_t heat = code_view_heat(view) < view->open->columns.count;
    view->skipped += view->others;
    if (!view->others || view->skipped + heat >= view->open->columns.count)
        view->skipped = 0;
}

/* From the last one that was gone to; from elsewhere to the hottest. */
static void next_hot(struct code_view *view, int step)
{
    struct code_sheet *sheet = code_view_sheet(view);
    size_t heat = code_view_heat(view), place = 0;
    code_sheet_heat(sheet, &view->open->columns, heat);
    code_sheet_rank(sheet);
    if (!sheet->order_count) {
        say(view, "no row has any of the first column");
        return;
    }
    if (view->hot && view->hot - 1 == sheet->cursor)
        place = (view->hot_row + sheet->order_count + (size_t)(step + (int)sheet->order_count)) %
                sheet->order_count;
    code_view_move(view, (long)sheet->order[place]);
    view->hot = sheet->cursor + 1;
    view->hot_row = place;
    const struct code_column *column = &view->open->columns.items[heat];
    if (column->kind == CODE_MOST || sheet->total <= 0)
        snprintf(view->said, sizeof view->said, "%s: %zu of %zu", column->title, place + 1,
                 sheet->order_count);
    else
        snprintf(view->said, sizeof view->said, "%s: %zu of %zu, %.1f %% of the function",
                 column->title, place + 1, sheet->order_count,
                 sheet->heats[sheet->cursor] / sheet->total * 100);
}

static void next_file(struct code_view *view, int step)
{
    if (!code_function_next_file(view->open, step)) {
        say(view, "the function comes from one file");
        return;
    }
    if (view->sides[view->focus] != CODE_CUDA && view->sides[!view->focus] != CODE_CUDA)
        choose_side(view, CODE_CUDA);
    code_view_begin(view);
    if (view->sides[view->focus] == CODE_CUDA)
        code_view_follow(view);
}

/* Over the columns as they are shown: first the heat column, then the others in their order. */
static void next_number(struct code_view *view, int step)
{
    const struct code_columns *columns = &view->open->columns;
    size_t count = columns->count, heat = code_view_heat(view);
    size_t at = code_view_column(view, view->number.label), place = 0;
    if (!count) {
        say(view, "the result has no source metrics: they come with the section SourceCounters");
        return;
    }
    if (at != SIZE_MAX) {
        place = heat == SIZE_MAX || at > heat ? at : at == heat ? 0 : at + 1;
        place = (place + count + (size_t)(step + (int)count)) % count;
    }
    at = heat == SIZE_MAX || place > heat ? place : place ? place - 1 : heat;
    snprintf(view->number.label, sizeof view->number.label, "%s", columns->items[at].label);
}

/* The number under the cursor is another one, or of another row. */
static bool act_number(struct code_view *view, enum action_id action)
{
    switch (action) {
    case DO_NEXT_NUMBER:
    case DO_NUMBER_RIGHT:
        next_number(view, 1);
        return true;
    case DO_PREVIOUS_NUMBER:
    case DO_NUMBER_LEFT:
        next_number(view, -1);
        return true;
    case DO_NUMBER_DOWN:
    case DO_NUMBER_UP:
        code_view_move(view,
                       (long)code_view_sheet(view)->cursor + (action == DO_NUMBER_DOWN ? 1 : -1));
        return true;
    case DO_DROP_NUMBER:
        view->number.label[0] = '\0';
        return true;
    default:
        return false;
    }
}

/* Half of what is seen, so that no part of a line is passed unread. */
static void shift_text(struct code_view *view, int step)
{
    struct code_sheet *sheet = code_view_sheet(view);
    int by = sheet->room > 16 ? sheet->room / 2 : 8;
    if (!code_sheet_shift(sheet, step * by, sheet->room))
        say(view, sheet->longest <= sheet->room ? "all lines are seen in full"
                  : step > 0                    ? "the longest line ends here"
                                                : "the lines begin here");
}

/* Beyond the end is put right when it is drawn. */
static void scroll_foot(struct code_view *view, int step)
{
    view->foot.top += step;
    if (view->foot.top < 0)
        view->foot.top = 0;
}

static bool act_sides(struct code_view *view, enum action_id action, bool beside)
{
    switch (action) {
    case DO_SASS:
    case DO_PTX:
    case DO_CUDA:
        choose_side(view, action == DO_SASS ? CODE_SASS : action == DO_PTX ? CODE_PTX : CODE_CUDA);
        return true;
    case DO_BESIDE:
        view->beside = beside ? CODE_ALONE : CODE_BESIDE;
        return true;
    case DO_LEFT_SIDE:
        /* Beyond the left one is what the view was opened from: see app_act(). */
        if (!beside || view->focus == 0)
            return false;
        other_side(view);
        return true;
    case DO_RIGHT_SIDE:
        if (beside && view->focus == 0)
            other_side(view);
        return true;
    case DO_SAME_PLACE:
        code_view_follow(view);
        other_side(view);
        if (!beside)
            say(view, side_names[view->sides[view->focus]]);
        return true;
    default:
        return false;
    }
}

bool code_view_act(struct code_view *view, enum action_id action, int rows, int columns)
{
    view->said[0] = '\0';
    if (!code_view_prepare(view))
        return action != DO_LEFT_SIDE;
    if (act_number(view, action))
        return true;
    const struct code_sheet *sheet = code_view_sheet(view);
    long body = code_view_body(view, rows), page = body > 2 ? body - 1 : 1,
         at = (long)sheet->cursor;
    switch (action) {
    case DO_DOWN:
        code_view_move(view, at + 1);
        return true;
    case DO_UP:
        code_view_move(view, at - 1);
        return true;
    case DO_PAGE_DOWN:
        code_view_move(view, at + page);
        return true;
    case DO_PAGE_UP:
        code_view_move(view, at - page);
        return true;
    case DO_FIRST:
        code_view_move(view, 0);
        return true;
    case DO_LAST:
        code_view_move(view, (long)sheet->rows);
        return true;
    case DO_TEXT_LEFT:
    case DO_TEXT_RIGHT:
        shift_text(view, action == DO_TEXT_RIGHT ? 1 : -1);
        return true;
    case DO_LOWER_DOWN:
    case DO_LOWER_UP:
        scroll_foot(view, action == DO_LOWER_DOWN ? 1 : -1);
        return true;
    case DO_NEXT_HOT:
    case DO_PREVIOUS_HOT:
        next_hot(view, action == DO_NEXT_HOT ? 1 : -1);
        return true;
    case DO_NEXT_HEAT:
    case DO_PREVIOUS_HEAT:
        next_heat(view, action == DO_NEXT_HEAT ? 1 : -1);
        return true;
    case DO_OTHER_COLUMNS:
        next_columns(view);
        return true;
    case DO_NEXT_FUNCTION:
    case DO_PREVIOUS_FUNCTION:
        next_function(view, action == DO_NEXT_FUNCTION ? 1 : -1);
        return true;
    case DO_NEXT_FILE:
    case DO_PREVIOUS_FILE:
        next_file(view, action == DO_NEXT_FILE ? 1 : -1);
        return true;
    default:
        return act_sides(view, action, code_view_is_beside(view, columns));
    }
}
