#include "summary_view.h"

#include <stdlib.h>

#include "match.h"
#include "mem.h"
#include "metric_format.h"
#include "opportunity_line.h"
#include "painter.h"
#include "safe_text.h"
#include "screen.h"
#include "strbuf.h"

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

const struct opportunity *summary_view_opportunity(const struct summary_view *view,
                                                   const struct scan *scan)
{
    return view->cursor < scan->count ? &scan->list[view->cursor] : NULL;
}

const struct scan_note *summary_view_note(const struct summary_view *view, const struct scan *scan)
{
    return view->cursor >= scan->count && view->cursor < item_count(scan)
               ? &scan->notes.items[view->cursor - scan->count]
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

static void clamp_scroll(struct summary_view *view, const struct scan *scan, int body)
{
    int most = line_count(scan) - body;
    if (view->scroll > most)
        view->scroll = most;
    if (view->scroll < 0)
        view->scroll = 0;
}

static void show_cursor(struct summary_view *view, const struct scan *scan, int body)
{
    int height, line = place(scan, view->cursor, &height);
    if (line + height > view->scroll + body)
        view->scroll = line + height - body;
    /* The heading of the notes stands above the first one. */
    if (view->cursor == scan->count && scan->notes.count)
        line--;
    if (line < view->scroll)
        view->scroll = line;
    clamp_scroll(view, scan, body);
}

static void move_to(struct summary_view *view, const struct scan *scan, long to, int rows)
{
    long last = (long)item_count(scan) - 1;
    to = to > last ? last : to;
    view->cursor = to < 0 ? 0 : (size_t)to;
    show_cursor(view, scan, body_rows(rows));
}

bool summary_view_act(struct summary_view *view, const struct scan *scan, enum action_id action,
                      int rows)
{
    long at = (long)view->cursor, page = body_rows(rows) > 2 ? body_rows(rows) - 1 : 1;
    switch (action) {
    case DO_DOWN:
        move_to(view, scan, at + 1, rows);
        return true;
    case DO_UP:
        move_to(view, scan, at - 1, rows);
        return true;
    case DO_PAGE_DOWN:
        move_to(view, scan, at + page, rows);
        return true;
    case DO_PAGE_UP:
        move_to(view, scan, at - page, rows);
        return true;
    case DO_FIRST:
        move_to(view, scan, 0, rows);
        return true;
    case DO_LAST:
        move_to(view, scan, (long)item_count(scan), rows);
        return true;
    default:
        return false;
    }
}

static bool has_text(const struct scan *scan, size_t item, const char *search)
{
    if (item >= scan->count) {
        const struct scan_note *note = &scan->notes.items[item - scan->count];
        return match_text(note->title, search) || match_text(note->text, search) ||
               (note->kernel && match_text(note->kernel, search));
    }
    bool found = false;
    for (int i = OPPORTUNITY_KERNEL; i < OPPORTUNITY_COLUMNS && !found; i++) {
        char *text = opportunity_text(&scan->list[item], item, (enum opportunity_column)i);
        found = match_text(text, search);
        free(text);
    }
    return found || match_text(scan->list[item].rule_name, search);
}

bool summary_view_click(struct summary_view *view, const struct scan *scan, int row, int rows)
{
    int line = row - HEAD + view->scroll;
    if (row < HEAD || row >= HEAD + body_rows(rows))
        return false;
    for (size_t i = 0; i < item_count(scan); i++) {
        int height, start = place(scan, i, &height);
        if (line >= start && line < start + height) {
            view->cursor = i;
            return true;
        }
    }
    return false;
}

bool summary_view_search(struct summary_view *view, const struct scan *scan, const char *text,
                         int step, bool here)
{
    long count = (long)item_count(scan);
    for (long i = here ? 0 : 1; i <= count && count; i++) {
        long at = (((long)view->cursor + step * i) % count + count) % count;
        if (has_text(scan, (size_t)at, text)) {
            view->cursor = (size_t)at;
            show_cursor(view, scan, body_rows(screen_rows()));
            return true;
        }
    }
    return false;
}

static void draw_totals(const struct scan *scan, int row)
{
    const char *dot = screen_glyphs()->dot;
    struct strbuf text = {0};
    if (!scan->on) {
        strbuf_adds(&text, "rules are off: --apply-rules no");
    } else {
        const struct opportunity_totals *totals = &scan->totals;
        struct unit_scale scale = unit_scale_for("ns", totals->duration);
        strbuf_addf(&text, "Summary: %zu opportunit%s in %zu result%s of %zu kernel%s", scan->count,
                    scan->count == 1 ? "y" : "ies", totals->results,
                    totals->results == 1 ? "" : "s", totals->kernels,
                    totals->kernels == 1 ? "" : "s");
        if (totals->duration > 0)
            strbuf_addf(&text, " %s %.2f %s together", dot, totals->duration / scale.factor,
                        scale.unit);
        if (scan->unread)
            strbuf_addf(&text, " %s %zu cannot be read", dot, scan->unread);
        if (scan_pending(scan))
            strbuf_addf(&text, " %s looking%s %d %%", dot, safe_text_utf8() ? "\u2026" : "...",
                        scan_percent(scan));
    }
    screen_text(row, 1, screen_columns() - 2, ROLE_TITLE, text.data);
    strbuf_free(&text);
}

/* What the selected line has no room for. */
static void draw_about(const struct opportunity *o, int row)
{
    const char *dot = screen_glyphs()->dot;
    struct unit_scale scale = unit_scale_for("ns", o->duration);
    struct strbuf text = {0};
    char *rule = safe_text(o->rule_name), *section = safe_text(o->section);
    char *kernel = opportunity_text(o, 0, OPPORTUNITY_KERNEL);
    screen_text(row, INDENT, screen_columns() - INDENT - 1, ROLE_NORMAL, kernel);
    strbuf_addf(&text, "est. %sspeedup %.4g %% %s %zu launch%s", o->local ? "local " : "",
                o->speedup, dot, o->launches, o->launches == 1 ? "" : "es");
    if (o->duration > 0)
        strbuf_addf(&text, " of %.2f %s", o->duration / scale.factor, scale.unit);
    strbuf_addf(&text, " %s %s%s%s", dot, rule, *section ? " in " : "", section);
    screen_text(row + 1, INDENT, screen_columns() - INDENT - 1, ROLE_DIM, text.data);
    strbuf_free(&text);
    free(kernel);
    free(rule);
    free(section);
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
    struct painter p = painter_at(top - view->scroll);
    p.measure = false;
    p.first = top;
    p.last = top + body;
    p.search = search;
    p.line = notes_start(scan) - 1;
    painter_text(&p, 1, p.width - 1, ROLE_HEADING, "Over several results");
    painter_next(&p);
    for (size_t i = 0; i < scan->notes.count; i++)
        draw_note(&scan->notes.items[i], scan->count + i == view->cursor, &p);
}

void summary_view_draw(struct summary_view *view, const struct scan *scan, int top_row, int rows,
                       const char *search)
{
    struct opportunity_layout layout = opportunity_layout(screen_columns(), scan->count);
    int body = body_rows(rows), top = top_row + HEAD;
    draw_totals(scan, top_row);
    if (view->cursor >= item_count(scan))
        view->cursor = item_count(scan) ? item_count(scan) - 1 : 0;
    show_cursor(view, scan, body);
    if (scan->count)
        opportunity_line_heading(&layout, top_row + 1);
    for (int i = 0; i < body; i++) {
        size_t at = (size_t)view->scroll + (size_t)i;
        if (at >= scan->count)
            break;
        opportunity_line_draw(&scan->list[at], at, &layout, top + i, at == view->cursor, search);
    }
    if (scan->notes.count)
        draw_notes(view, scan, top, body, search);
    if (scan->on && !item_count(scan) && !scan_pending(scan))
        screen_text(top, INDENT, screen_columns() - INDENT - 1, ROLE_DIM,
                    scan->totals.results ? "No opportunities found" : "no results yet");
    const struct opportunity *selected = summary_view_opportunity(view, scan);
    if (rows >= ABOUT_FROM && item_count(scan)) {
        draw_rule(top + body);
        if (selected)
            draw_about(selected, top + body + 1);
    }
}
