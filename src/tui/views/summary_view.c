#include "tui/views/summary_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/metric/metric_format.h"
#include "report/names/demangle.h"
#include "report/page_parts/cause_cells.h"
#include "tui/details/details_print.h"
#include "tui/term/match.h"
#include "tui/term/painter.h"
#include "tui/term/screen.h"
#include "tui/views/opportunity_line.h"
#include "tui/widgets/view_host.h"

/* Rows above the list, and below it where the screen has that many. */
enum { HEAD = 2, ABOUT = 2, ABOUT_FROM = 14, INDENT = 3 };

static int body_rows(int rows)
{
    return rows - HEAD - (rows >= ABOUT_FROM ? ABOUT + 1 : 0);
}

static size_t item_count(const struct scan *scan)
{
    return scan->count + scan->notes.count;
}

const struct cause *summary_view_cause(const struct summary_view *view, const struct scan *scan)
{
    return view->cursor.at < scan->count ? &scan->list[view->cursor.at] : NULL;
}

const struct scan_note *summary_view_note(const struct summary_view *view, const struct scan *scan)
{
    return view->cursor.at >= scan->count && view->cursor.at < item_count(scan)
               ? &scan->notes.items[view->cursor.at - scan->count]
               : NULL;
}

static void draw_note(const struct scan_note *note, bool selected, struct painter *p)
{
    const struct glyphs *g = screen_glyphs();
    struct strbuf title = {0};
    strbuf_addf(&title, "%s%s%s", note->title, note->kernel ? ": " : "",
                note->kernel ? note->kernel : "");
    painter_text(p, 0, 1, ROLE_SELECTION, selected ? g->cursor : "");
    painter_text(p, 1, 1, ROLE_FINDING, g->finding);
    painter_text(p, INDENT, p->width - INDENT, selected ? ROLE_SELECTION : ROLE_HEADING,
                 title.data);
    painter_next(p);
    painter_wrapped(p, INDENT, ROLE_NORMAL, note->text);
    strbuf_free(&title);
}

static struct painter painter_at(int row)
{
    return (struct painter){.measure = true, .width = screen_columns() - 1, .y = row};
}

/* Behind the opportunities a blank line and a heading. */
static int notes_start(const struct scan *scan)
{
    return (int)scan->count + (scan->count ? 2 : 1);
}

/* First line and height of an item; of the one behind the last the end. */
static int place(const struct scan *scan, size_t item, int *height)
{
    struct painter p = painter_at(0);
    *height = 1;
    if (item < scan->count)
        return (int)item;
    p.line = notes_start(scan);
    for (size_t i = 0; i < item - scan->count && i < scan->notes.count; i++)
        draw_note(&scan->notes.items[i], false, &p);
    int start = p.line;
    if (item < item_count(scan))
        draw_note(&scan->notes.items[item - scan->count], false, &p);
    *height = p.line - start;
    return start;
}

static int line_count(const struct scan *scan)
{
    int height;
    return scan->notes.count ? place(scan, item_count(scan), &height) : (int)scan->count;
}

/* The heading of the notes stands above the first one, and is seen with it. */
static void show_cursor(struct summary_view *view, const struct scan *scan, int body)
{
    int height, line = place(scan, view->cursor.at, &height);
    bool heading = view->cursor.at == scan->count && scan->notes.count;
    row_cursor_show(&view->cursor, line - heading, line + height - 1, line_count(scan), body);
}

bool summary_view_act(struct summary_view *view, const struct scan *scan, enum action_id action,
                      int rows)
{
    if (!row_cursor_move(&view->cursor, item_count(scan), action, body_rows(rows)))
        return false;
    show_cursor(view, scan, body_rows(rows));
    return true;
}

static bool has_text(const void *context, size_t item, const char *search)
{
    const struct scan *scan = context;
    if (item >= scan->count) {
        const struct scan_note *note = &scan->notes.items[item - scan->count];
        return match_text(note->title, search) || match_text(note->text, search) ||
               (note->kernel && match_text(note->kernel, search));
    }
    bool found = false;
    for (int i = OPPORTUNITY_KERNEL; i < OPPORTUNITY_COLUMNS && !found; i++) {
        char *text = opportunity_text(&scan->list[item], item, scan_limit(scan, item),
                                      (enum opportunity_column)i);
        found = match_text(text, search);
        free(text);
    }
    for (size_t i = 0; i < scan->list[item].count && !found; i++)
        found = match_text(scan->list[item].findings[i].title, search) ||
                match_text(scan->list[item].findings[i].rule_name, search);
    return found;
}

bool summary_view_click(struct summary_view *view, const struct scan *scan, int row, int rows)
{
    int line = row - HEAD + (int)view->cursor.top;
    if (row < HEAD || row >= HEAD + body_rows(rows))
        return false;
    for (size_t i = 0; i < item_count(scan); i++) {
        int height, start = place(scan, i, &height);
        if (line >= start && line < start + height) {
            view->cursor.at = i;
            return true;
        }
    }
    return false;
}

bool summary_view_search(struct summary_view *view, const struct scan *scan, const char *text,
                         int step, bool here)
{
    if (!row_cursor_search(&view->cursor, item_count(scan), has_text, scan, text, step, here))
        return false;
    show_cursor(view, scan, body_rows(screen_rows()));
    return true;
}

/* "Summary: 9 causes in 12 results of 8 kernels · could save 1.05 of 2.02 ms · savings of one
 * kernel overlap"; brief: without the numbers of results and kernels. */
static void add_totals(const struct scan *scan, bool brief, struct strbuf *out)
{
    const char *dot = screen_glyphs()->dot;
    const struct opportunity_totals *totals = &scan->totals;
    struct unit_scale scale = unit_scale_for("ns", totals->duration);
    strbuf_addf(out, "Summary: %zu cause%s", scan->whole, scan->whole == 1 ? "" : "s");
    if (!brief)
        strbuf_addf(out, " in %zu result%s of %zu kernel%s", totals->results,
                    totals->results == 1 ? "" : "s", totals->kernels,
                    totals->kernels == 1 ? "" : "s");
    if (report_file_count(scan->report) > 1)
        strbuf_addf(out, " %s %zu reports", dot, report_file_count(scan->report));
    else if (totals->duration > 0)
        strbuf_addf(out, " %s could save %.2f of %.2f %s", dot, scan->saving / scale.factor,
                    totals->duration / scale.factor, scale.unit);
    if (scan->overlap)
        strbuf_addf(out, " %s %s overlap", dot, brief ? "savings" : "savings of one kernel");
    if (scan->unread)
        strbuf_addf(out, " %s %zu cannot be read", dot, scan->unread);
    if (scan_pending(scan))
        strbuf_addf(out, " %s looking%s %d %%", dot, safe_text_utf8() ? "\u2026" : "...",
                    scan_percent(scan));
}

static void draw_totals(const struct scan *scan, int row)
{
    const int room = screen_columns() - 2;
    struct strbuf text = {0};
    if (!scan->on)
        strbuf_adds(&text, "rules are off: --apply-rules no");
    else
        add_totals(scan, false, &text);
    if (scan->on && scan->overlap && (int)safe_text_width(text.data) > room) {
        strbuf_clear(&text);
        add_totals(scan, true, &text);
    }
    screen_text(row, 1, screen_columns() - 2, ROLE_TITLE, text.data);
    strbuf_free(&text);
}

/* What the selected line has no room for: the kernel and the line, and what the cause explains. */
static void draw_about(struct report *report, const struct cause *cause, int row)
{
    const char *dot = screen_glyphs()->dot;
    struct unit_scale scale = unit_scale_for("ns", cause->duration);
    struct strbuf text = {0};
    char *kernel = opportunity_text(cause, 0, NULL, OPPORTUNITY_KERNEL), *safe;
    strbuf_adds(&text, kernel);
    if (cause->place && cause->place->file)
        strbuf_addf(&text, " %s ", dot);
    cause_add_line(&text, cause);
    if (report_file_count(report) > 1 && cause->result != SIZE_MAX) {
        const char *name = report_file(report, report_result_file(report, cause->result))->name;
        strbuf_addf(&text, " %s ", dot);
        safe_text_add(&text, name, strlen(name), false);
    }
    safe = safe_text(text.data);
    screen_text(row, INDENT, screen_columns() - INDENT - 1, ROLE_NORMAL, safe);
    free(safe);
    strbuf_clear(&text);
    strbuf_addf(&text, "-%.4g %%", cause->speedup);
    if (cause->partial)
        strbuf_adds(&text, " of the part of the kernel that it is about");
    else if (cause->duration > 0)
        strbuf_addf(&text, " of %.2f %s", cause->duration / scale.factor, scale.unit);
    if (cause->count > 1) {
        strbuf_addf(&text, " %s explains ", dot);
        cause_add_symptoms(&text, cause);
    }
    safe = safe_text(text.data);
    screen_text(row + 1, INDENT, screen_columns() - INDENT - 1, ROLE_DIM, safe);
    free(safe);
    strbuf_free(&text);
    free(kernel);
}

static void draw_rule(int row)
{
    struct strbuf line = {0};
    strbuf_adds(&line, "");
    for (int i = 0; i < screen_columns() - 2; i++)
        strbuf_adds(&line, screen_glyphs()->rule);
    screen_text(row, 1, screen_columns() - 2, ROLE_RULE, line.data);
    strbuf_free(&line);
}

static void draw_notes(const struct summary_view *view, const struct scan *scan, int top, int body,
                       const char *search)
{
    struct painter p = painter_at(top - (int)view->cursor.top);
    p.measure = false;
    p.first = top;
    p.last = top + body;
    p.search = search;
    p.line = notes_start(scan) - 1;
    painter_text(&p, 1, p.width - 1, ROLE_HEADING, "Over several results");
    painter_next(&p);
    for (size_t i = 0; i < scan->notes.count; i++)
        draw_note(&scan->notes.items[i], scan->count + i == view->cursor.at, &p);
}

void summary_view_fit(struct summary_view *view, const struct scan *scan, int rows)
{
    if (view->cursor.at >= item_count(scan))
        view->cursor.at = item_count(scan) ? item_count(scan) - 1 : 0;
    show_cursor(view, scan, body_rows(rows));
}

void summary_view_draw(const struct summary_view *view, const struct scan *scan, int top_row,
                       int rows, const char *search)
{
    struct opportunity_layout layout = opportunity_layout(screen_columns(), scan->count);
    int body = body_rows(rows), top = top_row + HEAD;
    draw_totals(scan, top_row);
    if (scan->count)
        opportunity_line_heading(&layout, top_row + 1, report_file_count(scan->report) > 1);
    for (int i = 0; i < body; i++) {
        size_t at = view->cursor.top + (size_t)i;
        if (at >= scan->count)
            break;
        opportunity_line_draw(&scan->list[at], at, scan_limit(scan, at), &layout, top + i,
                              at == view->cursor.at, search);
    }
    if (scan->notes.count)
        draw_notes(view, scan, top, body, search);
    if (scan->on && !item_count(scan) && !scan_pending(scan))
        screen_text(top, INDENT, screen_columns() - INDENT - 1, ROLE_DIM,
                    scan->totals.results ? "No opportunities found" : "no results yet");
    const struct cause *selected = summary_view_cause(view, scan);
    if (rows >= ABOUT_FROM && item_count(scan)) {
        draw_rule(top + body);
        if (selected)
            draw_about(scan->report, selected, top + body + 1);
    }
}

/* --- as a view of the screen ------------------------------------------------------------------ */

static void fit(struct view *view, int rows)
{
    summary_view_fit(view->state, view->host->scan, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    summary_view_draw(view->state, view->host->scan, 0, rows, search);
}

/* The first result of a kernel, of a rule over several results; SIZE_MAX: it is about all. */
static size_t result_of(struct report *report, const char *kernel)
{
    size_t i = 0, count = report_count(report);
    while (kernel && i < count && strcmp(report_summary(report, i)->name, kernel) != 0)
        i++;
    return kernel && i < count ? i : SIZE_MAX;
}

/* Where the cause is in the code; without code the section that says most about it. */
static void open_cause(struct report *report, const struct cause *cause, struct effects *effects)
{
    effects->result = cause->result != SIZE_MAX
                          ? cause->result
                          : result_of(report, cause->kernel ? demangle_brief(cause->kernel) : NULL);
    if (effects->result == SIZE_MAX) {
        effects_say(effects, "this is about all results");
        return;
    }
    effects->what |= EFFECT_OPEN_RESULT | EFFECT_LIST_RESULT;
    if (cause->place) {
        effects->offset = cause->place->offset;
        effects->line = cause->place->line;
        effects_text(effects, EFFECT_SOURCE, cause->place->function);
    } else {
        effects_text(effects, EFFECT_SECTION, cause->findings[0].section);
    }
}

static void open_selected(const struct view *view, struct effects *effects)
{
    const struct scan *scan = view->host->scan;
    const struct cause *cause = summary_view_cause(view->state, scan);
    const struct scan_note *note = summary_view_note(view->state, scan);
    if (cause)
        open_cause(view->host->report, cause, effects);
    if (!note)
        return;
    effects->result = result_of(view->host->report, note->kernel);
    if (effects->result == SIZE_MAX) {
        effects_say(effects, "this is about all results");
        return;
    }
    effects->what |= EFFECT_OPEN_RESULT | EFFECT_LIST_RESULT;
    effects_text(effects, EFFECT_SECTION, note->section);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    if (action.id == DO_GO)
        open_selected(view, effects);
    else
        summary_view_act(view->state, view->host->scan, action.id, action.rows);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)effects;
    return summary_view_search(view->state, view->host->scan, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    (void)column;
    return summary_view_click(view->state, view->host->scan, row, rows);
}

static void keep_place(struct view *view, struct view_place *place, bool back)
{
    struct summary_view *summary = view->state;
    row_cursor_place(&summary->cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    return details_print_page(view->host, PAGE_SUMMARY, NULL, format, out, error);
}

/* The first metric that the root cause names; else that of the time which it could save. */
static struct view_metric metric(struct view *view)
{
    const struct cause *cause = summary_view_cause(view->state, view->host->scan);
    if (!cause)
        return view_metric_of(NULL, NULL);
    const char *named = cause->findings[0].metric;
    struct view_metric found = view_metric_of(*named ? named : "gpu__time_duration.sum", NULL);
    found.result = cause->result;
    return found;
}

const struct view_ops summary_view_ops = {
    .id = VIEW_SUMMARY,
    .title = "Summary",
    .called = "the summary",
    .open = DO_SUMMARY,
    .size = sizeof(struct summary_view),
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = keep_place,
    .print = print,
    .metric = metric,
};
