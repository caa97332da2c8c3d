#include "tui/views/output_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/views/view_export.h"

enum { OUTPUT_LINES = 10000, LONGEST_LINE = 4096 };

void output_view_free(struct output_view *view)
{
    for (size_t i = 0; i < view->count; i++)
        free(view->lines[i]);
    free(view->lines);
    strbuf_free(&view->partial);
}

const char *output_view_line(const struct output_view *view, size_t i)
{
    return view->lines[(view->first + i) % OUTPUT_LINES];
}

static void end_line(struct output_view *view)
{
    struct strbuf safe = {0};
    strbuf_adds(&safe, "");
    safe_text_add(&safe, view->partial.data ? view->partial.data : "", view->partial.length, false);
    if (!view->lines)
        view->lines = mem_alloc(OUTPUT_LINES * sizeof *view->lines);
    if (view->count == OUTPUT_LINES) {
        free(view->lines[view->first]);
        view->lines[view->first] = strbuf_detach(&safe);
        view->first = (view->first + 1) % OUTPUT_LINES;
    } else {
        view->lines[view->count++] = strbuf_detach(&safe);
    }
    strbuf_clear(&view->partial);
    if (view->scroll && view->scroll + 1 < view->count)
        view->scroll++;
}

static void add_plain(struct output_view *view, char c)
{
    if (c == 27) {
        view->state = OUTPUT_ESCAPE;
        return;
    }
    if (c == '\r') {
        view->returned = true;
        return;
    }
    if (view->returned && c != '\n')
        strbuf_clear(&view->partial);
    view->returned = false;
    if (c == '\n') {
        end_line(view);
    } else if (c == '\t') {
        size_t column = safe_text_width(view->partial.data ? view->partial.data : "");
        strbuf_pad(&view->partial, ' ', 8 - column % 8);
    } else {
        /* Not inside a character. */
        if (view->partial.length >= LONGEST_LINE && (c & 0xc0) != 0x80)
            end_line(view);
        strbuf_addc(&view->partial, c);
    }
}

void output_view_add(struct output_view *view, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = bytes[i];
        if (view->state != OUTPUT_PLAIN && (c == '\n' || c == 27)) {
            /* A line's end ends whatever was open; another escape begins anew. */
            view->state = OUTPUT_PLAIN;
            add_plain(view, c);
            continue;
        }
        switch (view->state) {
        case OUTPUT_PLAIN:
            add_plain(view, c);
            break;
        case OUTPUT_ESCAPE: /* ESC [ ... letter, ESC ] ... BEL, ESC ( B, else one more character */
            if (c == '[')
                view->state = OUTPUT_SEQUENCE;
            else if (c && strchr("]PX_^", c))
                view->state = OUTPUT_STRING;
            else if (c < 0x20 || c > 0x2f)
                view->state = OUTPUT_PLAIN;
            break;
        case OUTPUT_SEQUENCE:
            if (c >= 0x40 && c <= 0x7e)
                view->state = OUTPUT_PLAIN;
            break;
        case OUTPUT_STRING:
            if (c == 7)
                view->state = OUTPUT_PLAIN;
            break;
        }
    }
}

void output_view_end(struct output_view *view)
{
    if (view->partial.length)
        end_line(view);
}

bool output_view_act(struct output_view *view, enum action_id action, int rows)
{
    size_t page = rows > 2 ? (size_t)rows - 1 : 1;
    size_t most = view->count > page ? view->count - page : 0;
    size_t step = action == DO_UP || action == DO_DOWN ? 1 : page;
    switch (action) {
    case DO_UP:
    case DO_PAGE_UP:
        view->scroll = view->scroll + step < most ? view->scroll + step : most;
        return true;
    case DO_DOWN:
    case DO_PAGE_DOWN:
        view->scroll = view->scroll > step ? view->scroll - step : 0;
        return true;
    case DO_FIRST:
        view->scroll = most;
        return true;
    case DO_LAST:
        view->scroll = 0;
        return true;
    default:
        return false;
    }
}

bool output_view_search(struct output_view *view, const char *text, int step)
{
    long at = (long)view->count - 1 - (long)view->scroll;
    for (size_t i = 0; i < view->count; i++) {
        at += step;
        if (at < 0)
            at = (long)view->count - 1;
        if (at >= (long)view->count)
            at = 0;
        if (match_text(output_view_line(view, (size_t)at), text)) {
            view->scroll = view->count - 1 - (size_t)at;
            return true;
        }
    }
    return false;
}

void output_view_print(const struct output_view *view, FILE *out)
{
    for (size_t i = 0; i < view->count; i++)
        fprintf(out, "%s\n", output_view_line(view, i));
}

const char *output_view_last(const struct output_view *view)
{
    for (size_t i = view->count; i-- > 0;)
        if (*output_view_line(view, i))
            return output_view_line(view, i);
    return "";
}

void output_view_draw(const struct output_view *view, int top_row, int rows, const char *search)
{
    screen_text(top_row, 1, screen_columns() - 2, ROLE_TITLE, "Output of the program");
    size_t body = rows > 1 ? (size_t)rows - 1 : 0;
    bool open = view->partial.length && !view->scroll && body;
    body -= open;
    size_t end = view->count - (view->scroll < view->count ? view->scroll : view->count);
    size_t start = end > body ? end - body : 0;
    for (size_t i = start; i < end; i++) {
        const char *line = output_view_line(view, i);
        screen_text(top_row + 1 + (int)(i - start), 1, screen_columns() - 2,
                    search && *search && match_text(line, search) ? ROLE_MATCH : ROLE_NORMAL, line);
    }
    if (open) {
        struct strbuf last = {0};
        safe_text_add(&last, view->partial.data, view->partial.length, false);
        screen_text(top_row + 1 + (int)(end - start), 1, screen_columns() - 2, ROLE_NORMAL,
                    last.data);
        strbuf_free(&last);
    }
    if (!view->count && !open)
        screen_text(top_row + 2, 2, screen_columns() - 4, ROLE_DIM,
                    "the program has printed nothing");
}

/* --- as a view of the screen ------------------------------------------------------------------ */

static void release(struct view *view)
{
    output_view_free(view->state);
}

static void draw(const struct view *view, int rows, const char *search)
{
    output_view_draw(view->state, 0, rows, search);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    (void)effects;
    output_view_act(view->state, action.id, action.rows);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)here;
    (void)effects;
    return output_view_search(view->state, text, step);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct output_view *output = view->state;
    if (back)
        output->scroll = place->top;
    else
        place->top = output->scroll;
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    (void)error;
    if (format == FORMAT_TEXT)
        output_view_print(view->state, out);
    else
        view_export_output(view->state, format, out);
    return true;
}

static void copy(struct view *view, struct strbuf *out)
{
    strbuf_adds(out, output_view_last(view->state));
}

const struct view_ops output_view_ops = {
    .id = VIEW_OUTPUT,
    .title = "Output",
    .called = "the output",
    .open = DO_OUTPUT,
    .size = sizeof(struct output_view),
    .free = release,
    .draw = draw,
    .act = act,
    .search = search,
    .place = place,
    .print = print,
    .copy = copy,
};
