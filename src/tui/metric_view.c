#include "metric_view.h"

#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "mem.h"
#include "painter.h"
#include "safe_text.h"
#include "screen.h"

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
    view->cursor = 0;
    view->scroll = 0;
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
        view->steps[view->depth - 1].cursor = view->cursor;
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
    view->cursor = view->steps[view->depth - 1].cursor;
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
    return view->cursor < view->help.count ? &view->help.lines[view->cursor] : NULL;
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
        draw_line(&view->help.lines[i], i == view->cursor, label, p);
        if (i == view->cursor && first) {
            *first = before;
            *last = p->line - 1;
        }
    }
}

/* Past headings in the direction that it goes, unless there is nothing but them. */
static void move_to(struct metric_view *view, long to)
{
    long last = (long)view->help.count - 1, from = (long)view->cursor, step = to < from ? -1 : 1;
    to = to > last ? last : to < 0 ? 0 : to;
    if (last >= 0 && view->help.lines[to].heading)
        to = to + step < 0 || to + step > last ? from : to + step;
    view->cursor = to < 0 ? 0 : (size_t)to;
}

bool metric_view_act(struct metric_view *view, enum action_id action, int rows)
{
    long at = (long)view->cursor, page = rows > 4 ? rows - 3 : 1;
    switch (action) {
    case DO_DOWN:
        move_to(view, at + 1);
        return true;
    case DO_UP:
        move_to(view, at - 1);
        return true;
    case DO_PAGE_DOWN:
        move_to(view, at + page);
        return true;
    case DO_PAGE_UP:
        move_to(view, at - page);
        return true;
    case DO_FIRST:
        move_to(view, 0);
        return true;
    case DO_LAST:
        move_to(view, (long)view->help.count - 1);
        return true;
    default:
        return false;
    }
}

bool metric_view_click(struct metric_view *view, int row, int rows)
{
    size_t before = view->cursor, count = view->help.count;
    int wanted = row - HEAD + view->scroll, first, last = -1;
    for (view->cursor = 0; view->cursor < count && row >= HEAD; view->cursor++) {
        struct painter p = painter_of(rows);
        draw_lines(view, &p, &first, &last);
        if (last >= wanted)
            return true;
    }
    view->cursor = before;
    return false;
}

bool metric_view_search(struct metric_view *view, const char *text, int step, bool here)
{
    size_t count = view->help.count;
    for (size_t i = here ? 0 : 1; i <= count && count; i++) {
        size_t at = (view->cursor + (step > 0 ? i : 2 * count - i)) % count;
        const struct help_line *line = &view->help.lines[at];
        if (match_text(line->text, text) || (line->label && match_text(line->label, text))) {
            view->cursor = at;
            return true;
        }
    }
    return false;
}

void metric_view_draw(struct metric_view *view, int rows, const char *search)
{
    int first = 0, last = 0;
    const struct metric_step *shown = metric_view_shown(view);
    if (!shown) {
        screen_text(HEAD, INDENT, screen_columns() - INDENT, ROLE_DIM,
                    "no metric is chosen; :metric NAME shows one");
        return;
    }
    struct strbuf fitted = {0};
    char *title =
        mem_printf("%s %s", screen_glyphs()->back, shown->label ? shown->label : shown->name);
    char *safe = safe_text(title);
    safe_text_fit_middle(&fitted, safe, (size_t)(screen_columns() > 3 ? screen_columns() - 2 : 1));
    screen_text(0, 1, screen_columns() - 2, ROLE_TITLE, fitted.data);
    free(title);
    free(safe);
    strbuf_free(&fitted);
    move_to(view, (long)view->cursor);
    struct painter p = painter_of(rows);
    draw_lines(view, &p, &first, &last);
    int body = rows - HEAD, all = p.line;
    if (last >= view->scroll + body)
        view->scroll = last - body + 1;
    /* Of the first line its heading is seen too. */
    if (first < view->scroll + (view->cursor > 0))
        view->scroll = first - (view->cursor > 0);
    if (view->scroll > all - body)
        view->scroll = all - body;
    view->scroll = view->scroll > 0 ? view->scroll : 0;
    p = painter_of(rows);
    p.measure = false;
    p.y = HEAD - view->scroll;
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
