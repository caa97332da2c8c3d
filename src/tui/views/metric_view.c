#include "tui/views/metric_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/term/match.h"
#include "tui/term/painter.h"
#include "tui/term/screen.h"

enum { HEAD = 1, INDENT = 3, LABEL_MOST = 34, GAP = 2 };

static void drop_step(struct metric_view *view)
{
    struct metric_step *step = &view->steps[--view->depth];
    free(step->name);
    free(step->label);
}

void metric_view_free(struct metric_view *view)
{
    while (view->depth)
        drop_step(view);
    metric_help_free(&view->help);
    metric_spread_free(&view->spread);
}

const struct metric_step *metric_view_shown(const struct metric_view *view)
{
    return view->depth ? &view->steps[view->depth - 1] : NULL;
}

static void push(struct metric_view *view, const char *name, const char *label)
{
    view->steps[view->depth++] =
        (struct metric_step){mem_strdup(name), label ? mem_strdup(label) : NULL, 0};
    view->cursor = (struct row_cursor){0};
}

void metric_view_open(struct metric_view *view, const char *name, const char *label)
{
    char *own = mem_strdup(name), *own_label = label ? mem_strdup(label) : NULL;
    while (view->depth)
        drop_step(view);
    push(view, own, own_label);
    free(own);
    free(own_label);
}

/* Deeper than that the first one is forgotten. */
void metric_view_follow(struct metric_view *view, const char *name)
{
    char *own = mem_strdup(name);
    if (view->depth)
        view->steps[view->depth - 1].cursor = view->cursor.at;
    if (view->depth == METRICS_DEEPEST) {
        free(view->steps[0].name);
        free(view->steps[0].label);
        memmove(view->steps, view->steps + 1, (--view->depth) * sizeof *view->steps);
    }
    push(view, own, NULL);
    free(own);
}

bool metric_view_back(struct metric_view *view)
{
    if (view->depth < 2)
        return false;
    drop_step(view);
    view->cursor.at = view->steps[view->depth - 1].cursor;
    return true;
}

void metric_view_make(struct metric_view *view, struct metric_question question)
{
    const struct metric_step *shown = metric_view_shown(view);
    if (!shown) {
        metric_help_free(&view->help);
        return;
    }
    question.name = shown->name;
    question.label = shown->label;
    question.spread = &view->spread;
    metric_help_make(&view->help, &question);
}

const struct help_line *metric_view_line(const struct metric_view *view)
{
    return view->cursor.at < view->help.count ? &view->help.lines[view->cursor.at] : NULL;
}

/* Labels of a group, from its heading on, have one width. */
static int label_width(const struct metric_help *help, size_t at, int width)
{
    int widest = 0, most = width / 3 < LABEL_MOST ? width / 3 : LABEL_MOST;
    while (at && !help->lines[at].heading)
        at--;
    for (size_t i = at + 1; i < help->count && !help->lines[i].heading; i++) {
        int one = help->lines[i].label ? (int)safe_text_width(help->lines[i].label) : 0;
        widest = one > widest ? one : widest;
    }
    return widest < most ? widest : most;
}

static void draw_line(const struct help_line *line, bool selected, int label, struct painter *p)
{
    const struct glyphs *g = painter_glyphs(p);
    enum role role = selected                                       ? ROLE_SELECTION
                     : line->heading                                ? ROLE_HEADING
                     : line->target == HELP_NOWHERE || !line->label ? ROLE_NORMAL
                                                                    : ROLE_KEY;
    if (selected)
        painter_text(p, 0, 1, role, g->cursor);
    if (line->heading) {
        painter_wrapped(p, 1, role, line->text);
        return;
    }
    if (line->target != HELP_NOWHERE)
        painter_text(p, 1, 1, ROLE_KEY, g->closed);
    struct strbuf fitted = {0};
    if (line->label) {
        safe_text_fit(&fitted, line->label, (size_t)label);
        painter_text(p, INDENT, label, role, fitted.data);
    }
    painter_wrapped(p, INDENT + (line->label ? label + GAP : 0),
                    selected && !line->label ? role : ROLE_NORMAL, *line->text ? line->text : " ");
    strbuf_free(&fitted);
}

static struct painter painter_of(int rows)
{
    return (struct painter){
        .measure = true, .width = screen_columns() - 1, .first = HEAD, .last = rows};
}

/* Draws or measures all lines; `first` and `last` get the rows of the one under the cursor, NULL:
 * they are not asked for. */
static void draw_lines(const struct metric_view *view, struct painter *p, int *first, int *last)
{
    int label = 0;
    for (size_t i = 0; i < view->help.count; i++) {
        int before = p->line;
        if (!i || view->help.lines[i].heading)
            label = label_width(&view->help, i, p->width);
        draw_line(&view->help.lines[i], i == view->cursor.at, label, p);
        if (i == view->cursor.at && first) {
            *first = before;
            *last = p->line - 1;
        }
    }
}

/* The cursor goes on past a heading, in the direction that it went unless that is an end. */
static void leave_heading(struct metric_view *view, size_t from)
{
    size_t at = view->cursor.at, count = view->help.count;
    if (at >= count || !view->help.lines[at].heading)
        return;
    if (at < from)
        view->cursor.at = at ? at - 1 : at + 1;
    else
        view->cursor.at = at + 1 < count ? at + 1 : from;
}

bool metric_view_act(struct metric_view *view, enum action_id action, int rows)
{
    size_t from = view->cursor.at;
    if (!row_cursor_move(&view->cursor, view->help.count, action, rows - HEAD - 1))
        return false;
    leave_heading(view, from);
    return true;
}

bool metric_view_click(struct metric_view *view, int row, int rows)
{
    size_t before = view->cursor.at, count = view->help.count;
    int wanted = row - HEAD + (int)view->cursor.top, first, last = -1;
    for (view->cursor.at = 0; view->cursor.at < count && row >= HEAD; view->cursor.at++) {
        struct painter p = painter_of(rows);
        draw_lines(view, &p, &first, &last);
        if (last >= wanted)
            return true;
    }
    view->cursor.at = before;
    return false;
}

static bool has_text(const void *context, size_t row, const char *text)
{
    const struct help_line *line = &((const struct metric_help *)context)->lines[row];
    return match_text(line->text, text) || (line->label && match_text(line->label, text));
}

bool metric_view_search(struct metric_view *view, const char *text, int step, bool here)
{
    return row_cursor_search(&view->cursor, view->help.count, has_text, &view->help, text, step,
                             here);
}

void metric_view_fit(struct metric_view *view, int rows)
{
    int first = 0, last = 0;
    if (!metric_view_shown(view))
        return;
    if (view->cursor.at >= view->help.count)
        view->cursor.at = view->help.count ? view->help.count - 1 : 0;
    leave_heading(view, view->cursor.at);
    struct painter p = painter_of(rows);
    draw_lines(view, &p, &first, &last);
    /* The heading above the first line is seen with it. */
    row_cursor_show(&view->cursor, first - (view->cursor.at > 0), last, p.line, rows - HEAD);
}

static void draw_title(const struct metric_step *shown)
{
    struct strbuf fitted = {0};
    char *title =
        mem_printf("%s %s", screen_glyphs()->back, shown->label ? shown->label : shown->name);
    char *safe = safe_text(title);
    safe_text_fit_middle(&fitted, safe, (size_t)(screen_columns() > 3 ? screen_columns() - 2 : 1));
    screen_text(0, 1, screen_columns() - 2, ROLE_TITLE, fitted.data);
    free(title);
    free(safe);
    strbuf_free(&fitted);
}

void metric_view_draw(const struct metric_view *view, int rows, const char *search)
{
    const struct metric_step *shown = metric_view_shown(view);
    if (!shown) {
        screen_text(HEAD, INDENT, screen_columns() - INDENT, ROLE_DIM,
                    "no metric is chosen; :metric NAME shows one");
        return;
    }
    draw_title(shown);
    struct painter p = painter_of(rows);
    p.measure = false;
    p.y = HEAD - (int)view->cursor.top;
    p.search = search;
    draw_lines(view, &p, NULL, NULL);
}

void metric_view_copy(const struct metric_view *view, struct strbuf *out)
{
    const struct help_line *line = metric_view_line(view);
    if (line)
        strbuf_addf(out, "%s%s%s\n", line->label ? line->label : "", line->label ? ": " : "",
                    line->text);
}
