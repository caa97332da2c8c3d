/* What keys do in the source view. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "tui/source/source_view.h"

static void say(struct source_view *view, const char *text)
{
    snprintf(view->said, sizeof view->said, "%s", text);
}

static const char *const side_names[SOURCE_SIDES] = {"SASS", "PTX", "source"};

/* Shows a side on the half that keys go to. If the other half shows it, the two change places. */
static void choose_side(struct source_view *view, enum source_side side)
{
    enum source_side before = view->sides[view->focus];
    if (side == before)
        return;
    /* The cursor goes to the same place in it. */
    if (view->sides[!view->focus] != side) {
        enum source_side other = view->sides[!view->focus];
        view->sides[!view->focus] = side;
        source_view_follow(view);
        view->sides[!view->focus] = other;
    } else {
        view->sides[!view->focus] = before;
    }
    view->sides[view->focus] = side;
    view->hot = 0;
    source_view_follow(view);
}

static void other_side(struct source_view *view)
{
    view->focus = !view->focus;
    view->hot = 0;
}

static void next_function(struct source_view *view, int step)
{
    if (view->count < 2) {
        say(view, "the result ran one function");
        return;
    }
    source_view_close(view);
    view->at = (view->at + view->count + (size_t)(step + (int)view->count)) % view->count;
    source_view_prepare(view);
}

/* Makes the next column that has heat the first one. */
static void next_heat(struct source_view *view, int step)
{
    const struct source_columns *columns = &view->open->columns;
    size_t at = source_view_heat(view);
    if (at == SIZE_MAX) {
        say(view, "the result has no source metrics: they come with the section SourceCounters");
        return;
    }
    do
        at = (at + columns->seen + (size_t)(step + (int)columns->seen)) % columns->seen;
    while (!source_column_has_heat(&columns->items[at]));
    snprintf(view->heat, sizeof view->heat, "%s", columns->items[at].label);
    char *label = safe_text(columns->items[at].label);
    say(view, label);
    free(label);
    view->hot = 0;
}

/* Shows the hidden columns, too, or only those that the sections want to be seen. */
static void all_columns(struct source_view *view)
{
    const struct source_columns *columns = &view->open->columns;
    const bool all = columns->seen == columns->count;
    source_view_choose(view, all ? "usual" : "all", NULL);
    if (columns->seen == columns->count && all)
        say(view, "no section hides a column of this code");
    else
        snprintf(view->said, sizeof view->said, "%zu of %zu columns; m shows those without room",
                 columns->seen, columns->count);
}

/* Goes to the next hot spot behind the last one visited, or to the hottest one from elsewhere. */
static void next_hot(struct source_view *view, int step)
{
    struct source_sheet *sheet = source_view_sheet(view);
    size_t heat = source_view_heat(view), place = 0;
    source_sheet_heat(sheet, &view->open->columns, heat);
    source_sheet_rank(sheet);
    if (!sheet->order_count) {
        say(view, "the first column is empty in every row");
        return;
    }
    if (view->hot && view->hot - 1 == sheet->cursor)
        place = (view->hot_row + sheet->order_count + (size_t)(step + (int)sheet->order_count)) %
                sheet->order_count;
    source_view_move(view, (long)sheet->order[place]);
    view->hot = sheet->cursor + 1;
    view->hot_row = place;
    const struct source_column *column = &view->open->columns.items[heat];
    if (column->kind == SOURCE_MOST || sheet->total <= 0)
        snprintf(view->said, sizeof view->said, "%s: %zu of %zu", column->title, place + 1,
                 sheet->order_count);
    else
        snprintf(view->said, sizeof view->said, "%s: %zu of %zu, %.1f %% of the function",
                 column->title, place + 1, sheet->order_count,
                 sheet->heats[sheet->cursor] / sheet->total * 100);
}

static void next_file(struct source_view *view, int step)
{
    if (!source_function_next_file(view->open, step)) {
        say(view, "the function comes from one file");
        return;
    }
    if (view->sides[view->focus] != SOURCE_VIEW_CUDA &&
        view->sides[!view->focus] != SOURCE_VIEW_CUDA)
        choose_side(view, SOURCE_VIEW_CUDA);
    source_view_begin(view);
    if (view->sides[view->focus] == SOURCE_VIEW_CUDA)
        source_view_follow(view);
}

/* Moves over the columns as they are shown: first the heat column, then the others in their
 * order. */
static void next_number(struct source_view *view, int step)
{
    const struct source_columns *columns = &view->open->columns;
    size_t count = columns->seen, heat = source_view_heat(view);
    size_t at = source_view_column(view, view->number.label), place = 0;
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

/* Moves the cursor over numbers, to another column or row. */
static bool act_number(struct source_view *view, enum action_id action)
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
        source_view_move(view, (long)source_view_sheet(view)->cursor +
                                   (action == DO_NUMBER_DOWN ? 1 : -1));
        return true;
    case DO_DROP_NUMBER:
        view->number.label[0] = '\0';
        return true;
    default:
        return false;
    }
}

/* Moves the text by half of the visible width, so that no part of a line is skipped. */
static void shift_text(struct source_view *view, int step)
{
    struct source_sheet *sheet = source_view_sheet(view);
    int by = sheet->room > 16 ? sheet->room / 2 : 8;
    if (!source_sheet_shift(sheet, step * by, sheet->room))
        say(view, sheet->longest <= sheet->room ? "all lines are seen in full"
                  : step > 0                    ? "the longest line ends here"
                                                : "the lines begin here");
}

/* A place beyond the end is corrected when it is drawn. */
static void scroll_foot(struct source_view *view, int step)
{
    view->foot.top += step;
    if (view->foot.top < 0)
        view->foot.top = 0;
}

static bool act_sides(struct source_view *view, enum action_id action, bool beside)
{
    switch (action) {
    case DO_SASS:
    case DO_PTX:
    case DO_CUDA:
        choose_side(view, action == DO_SASS  ? SOURCE_VIEW_SASS
                          : action == DO_PTX ? SOURCE_VIEW_PTX
                                             : SOURCE_VIEW_CUDA);
        return true;
    case DO_BESIDE:
        view->beside = beside ? SOURCE_ALONE : SOURCE_VIEW_BESIDE;
        return true;
    case DO_LEFT_SIDE:
        /* Further left is what the view was opened from: see ui_act(). */
        if (!beside || view->focus == 0)
            return false;
        other_side(view);
        return true;
    case DO_RIGHT_SIDE:
        if (beside && view->focus == 0)
            other_side(view);
        return true;
    case DO_SAME_PLACE:
        source_view_follow(view);
        other_side(view);
        if (!beside)
            say(view, side_names[view->sides[view->focus]]);
        return true;
    default:
        return false;
    }
}

bool source_view_act(struct source_view *view, enum action_id action, int rows, int columns)
{
    view->said[0] = '\0';
    if (!source_view_prepare(view))
        return action != DO_LEFT_SIDE;
    if (act_number(view, action))
        return true;
    const struct source_sheet *sheet = source_view_sheet(view);
    long body = source_view_body(view, rows), page = body > 2 ? body - 1 : 1,
         at = (long)sheet->cursor;
    switch (action) {
    case DO_DOWN:
        source_view_move(view, at + 1);
        return true;
    case DO_UP:
        source_view_move(view, at - 1);
        return true;
    case DO_PAGE_DOWN:
        source_view_move(view, at + page);
        return true;
    case DO_PAGE_UP:
        source_view_move(view, at - page);
        return true;
    case DO_FIRST:
        source_view_move(view, 0);
        return true;
    case DO_LAST:
        source_view_move(view, (long)sheet->rows);
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
        view->turns++;
        return true;
    case DO_SOURCE_COLUMNS:
        all_columns(view);
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
        return act_sides(view, action, source_view_is_beside(view, columns));
    }
}
