#include "tui/views/ranks_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/details/details_print.h"
#include "tui/list/list_view.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/views/ranks_rows.h"
#include "tui/widgets/empty_view.h"
#include "tui/widgets/row_cursor.h"
#include "tui/widgets/view_host.h"

enum { HEAD = 1, INDENT = 4 };

struct ranks_view {
    bool made;
    size_t results;                     /* of the report when it was compared... */
    const struct launch_filter *filter; /* ... and what chose among them; NULL: nothing */
    struct rank_spread spread;
    struct error none; /* why nothing is compared; "": it is */
    struct ranks_rows rows;
    struct row_cursor cursor;
};

static const struct launch_filter *filter_of(const struct view *view)
{
    const struct list_view *list = view->host->list;
    return list_view_by_launches(list) ? list->launches : NULL;
}

static void release(struct view *view)
{
    struct ranks_view *ranks = view->state;
    ranks_rows_free(&ranks->rows);
    rank_spread_free(&ranks->spread);
}

/* Of a program that runs, results come one by one: they are compared again when there are a quarter
 * more of them, so that all of it costs little more than once. */
static bool is_due(const struct ranks_view *ranks, const struct view *view)
{
    const size_t count = report_count(view->host->report);
    return !ranks->made || ranks->filter != filter_of(view) ||
           (count != ranks->results &&
            (!view->host->live || count > ranks->results + ranks->results / 4));
}

static void compare(struct view *view)
{
    struct ranks_view *ranks = view->state;
    release(view);
    ranks->made = true;
    ranks->results = report_count(view->host->report);
    ranks->filter = filter_of(view);
    *ranks->none.text = '\0';
    if (rank_spread_make(&ranks->spread, view->host->report, ranks->filter, &ranks->none))
        *ranks->none.text = '\0';
}

static void settle(struct view *view, int rows)
{
    struct ranks_view *ranks = view->state;
    (void)rows;
    if (is_due(ranks, view))
        compare(view);
    if (ranks->rows.columns != screen_columns())
        ranks_rows_make(&ranks->rows, &ranks->spread, screen_columns());
}

static void fit(struct view *view, int rows)
{
    struct ranks_view *ranks = view->state;
    row_cursor_fit(&ranks->cursor, ranks->rows.count, rows - HEAD);
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void put(int row, int start, int width, bool right, enum role role, const char *text)
{
    struct strbuf fitted = {0};
    const int used = (int)safe_text_width(text);
    if (right && used < width)
        start += width - used;
    safe_text_fit(&fitted, text, (size_t)width);
    screen_text(row, start, width, role, strbuf_text(&fitted));
    strbuf_free(&fitted);
}

/* A rank or a kernel that a finding is about is marked in the cell that says by how much. */
static bool stands_out(const struct rank_spread *spread, const struct ranks_row *row, size_t column)
{
    for (size_t i = 0; i < spread->finding_count; i++) {
        const struct rank_finding *finding = &spread->findings[i];
        if (row->table == RANKS_OF_KERNELS
                ? finding->kind == RANK_IS_UNEVEN && finding->kernel == row->item &&
                      column == RANK_KERNEL_LONGER
                : finding->part == row->item &&
                      ((finding->kind == RANK_IS_SLOW && column == RANK_RATIO) ||
                       (finding->kind == RANK_CLOCK_IS_LOW && column == RANK_CLOCK)))
            return true;
    }
    return false;
}

static void draw_cells(const struct ranks_view *ranks, const struct ranks_row *row, int at,
                       bool chosen, const char *search)
{
    const struct ranks_layout *layout = &ranks->rows.layouts[row->table];
    for (size_t i = 0; i < layout->columns; i++) {
        const char *text = row->kind == RANKS_ROW ? row->cells[i] : ranks_heading(row->table, i);
        enum role role = ROLE_NORMAL;
        if (chosen)
            role = ROLE_SELECTION;
        else if (row->kind == RANKS_HEADINGS)
            role = ROLE_DIM;
        else if (search && *search && match_text(text, search))
            role = ROLE_MATCH;
        else if (stands_out(&ranks->spread, row, i))
            role = ROLE_HOT;
        if (layout->width[i])
            put(at, layout->start[i], layout->width[i], ranks_is_number(row->table, i), role, text);
    }
}

static void draw_row(const struct ranks_view *ranks, size_t number, int at, const char *search)
{
    const struct ranks_row *row = &ranks->rows.items[number];
    const bool chosen = number == ranks->cursor.at;
    const enum role role = row_cursor_draw(at, chosen, ROLE_NORMAL);
    const int room = screen_columns() - INDENT - 1;
    if (row->kind == RANKS_HEADINGS || row->kind == RANKS_ROW) {
        draw_cells(ranks, row, at, chosen, search);
    } else if (row->text) {
        bool found = search && *search && match_text(row->text, search);
        if (row->first)
            screen_text(at, 2, 2, chosen ? role : ROLE_FINDING, screen_glyphs()->finding);
        screen_text(at, row->kind == RANKS_TITLE ? 2 : INDENT, room,
                    chosen                     ? role
                    : found                    ? ROLE_MATCH
                    : row->kind == RANKS_TITLE ? ROLE_HEADING
                                               : ROLE_NORMAL,
                    row->text);
    }
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void draw_title(const struct ranks_view *ranks)
{
    const struct rank_spread *spread = &ranks->spread;
    struct strbuf text = {0};
    size_t results = 0;
    for (size_t i = 0; i < spread->part_count; i++)
        results += spread->parts[i].results;
    strbuf_addf(&text, "%zu rank%s, %zu result%s, %zu kernel%s in common", spread->part_count,
                plural(spread->part_count), results, plural(results), spread->kernel_count,
                plural(spread->kernel_count));
    if (!spread->finding_count)
        strbuf_adds(&text, ": no rank stands out");
    screen_text(0, 1, screen_columns() - 2, ROLE_TITLE, text.data);
    strbuf_free(&text);
}

/* Returns why there is nothing to see, or NULL. */
static const char *why_none(const struct ranks_view *ranks)
{
    if (*ranks->none.text)
        return ranks->none.text;
    if (ranks->spread.part_count == 1)
        return "All results are of one process. Open the reports of several ranks together, as in "
               "rooftop result.rank*";
    if (!ranks->spread.part_count)
        return "There are no results yet.";
    return rank_spread_why_none(&ranks->spread);
}

static void draw(const struct view *view, int rows, const char *search)
{
    const struct ranks_view *ranks = view->state;
    const char *why = why_none(ranks);
    if (why) {
        char *safe = safe_text(why), *text = mem_printf("%s\n", safe);
        empty_view_draw(rows, text);
        free(text);
        free(safe);
        return;
    }
    draw_title(ranks);
    for (int i = 0; i < rows - HEAD && ranks->cursor.top + (size_t)i < ranks->rows.count; i++)
        draw_row(ranks, ranks->cursor.top + (size_t)i, HEAD + i, search);
    row_cursor_more(&ranks->cursor, ranks->rows.count, HEAD, rows - HEAD);
}

/* --- what keys do ----------------------------------------------------------------------------- */

static const struct ranks_row *selected(const struct ranks_view *ranks)
{
    return !why_none(ranks) && ranks->cursor.at < ranks->rows.count
               ? &ranks->rows.items[ranks->cursor.at]
               : NULL;
}

/* The result that the row is about. */
static bool result_of(const struct ranks_view *ranks, size_t *result)
{
    const struct rank_spread *spread = &ranks->spread;
    const struct ranks_row *row = selected(ranks);
    if (!row || (row->kind != RANKS_ROW && row->kind != RANKS_FINDING))
        return false;
    const struct rank_finding *finding =
        row->kind == RANKS_FINDING ? &spread->findings[row->item] : NULL;
    const bool kernel = finding ? finding->kind == RANK_IS_UNEVEN : row->table == RANKS_OF_KERNELS;
    if (kernel)
        *result = spread->kernels[finding ? finding->kernel : row->item].longest;
    else
        *result = spread->parts[finding ? finding->part : row->item].longest;
    return true;
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct ranks_view *ranks = view->state;
    if (row_cursor_act(&ranks->cursor, ranks->rows.count, action.id, action.rows - HEAD) ||
        action.id != DO_GO_TO_RANK)
        return;
    if (result_of(ranks, &effects->result))
        effects->what |= EFFECT_OPEN_RESULT | EFFECT_LIST_RESULT;
    else
        effects_say(effects, "go to a rank, a kernel or a finding first");
}

static bool has_text(const void *context, size_t number, const char *text)
{
    const struct ranks_view *ranks = context;
    const struct ranks_row *row = &ranks->rows.items[number];
    if (row->text && match_text(row->text, text))
        return true;
    for (size_t i = 0; row->cells && i < ranks->rows.layouts[row->table].columns; i++)
        if (match_text(row->cells[i], text))
            return true;
    return false;
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    struct ranks_view *ranks = view->state;
    (void)effects;
    return row_cursor_search(&ranks->cursor, ranks->rows.count, has_text, ranks, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    struct ranks_view *ranks = view->state;
    (void)column;
    return row >= HEAD && row < rows &&
           row_cursor_click(&ranks->cursor, ranks->rows.count, row - HEAD, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct ranks_view *ranks = view->state;
    row_cursor_place(&ranks->cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    return details_print_page(view->host, PAGE_RANKS, filter_of(view), format, out, error);
}

/* The cells of the row with their headings, or the whole finding. */
static void copy(struct view *view, struct strbuf *out)
{
    const struct ranks_view *ranks = view->state;
    const struct ranks_row *row = selected(ranks);
    if (!row)
        return;
    if (row->kind == RANKS_FINDING) {
        char *text = rank_finding_text(&ranks->spread, &ranks->spread.findings[row->item], false);
        strbuf_adds(out, text);
        free(text);
    } else if (row->kind == RANKS_ROW) {
        for (size_t i = 0; i < ranks->rows.layouts[row->table].columns; i++)
            if (*row->cells[i])
                strbuf_addf(out, "%s%s: %s", i ? ", " : "", ranks_heading(row->table, i),
                            row->cells[i]);
    } else if (row->text) {
        strbuf_adds(out, row->text);
    }
    strbuf_addc(out, '\n');
}

static struct view_metric metric(struct view *view)
{
    size_t result;
    const bool any = result_of(view->state, &result);
    struct view_metric found = view_metric_of(any ? "gpu__time_duration.sum" : NULL,
                                              "there is no rank or kernel under the cursor");
    if (any)
        found.result = result;
    return found;
}

const struct view_ops ranks_view_ops = {
    .id = VIEW_RANKS,
    .title = "Ranks",
    .called = "the ranks",
    .open = DO_RANKS,
    .size = sizeof(struct ranks_view),
    .free = release,
    .settle = settle,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
    .copy = copy,
    .metric = metric,
};
