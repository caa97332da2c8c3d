#include "tui/figures/bar_figure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "report/base/safe_text.h"
#include "tui/term/short_number.h"

enum { GAP = 3, BAR_LEAST = 8, AXIS_LEAST = 24, TICK_COLUMNS = 10, SHARE_WIDTH = 7 };

struct layout {
    int indent, label, value, change, share, bar; /* widths; 0: not shown */
    double most;
};

static int at_least(int width, const char *text)
{
    int needed = text ? (int)safe_text_width(text) : 0;
    return needed > width ? needed : width;
}

static double greatest(const struct bar_figure *figure)
{
    double most = 0;
    for (size_t i = 0; i < figure->count; i++)
        most = fmax(most, fmax(figure->bars[i].number, figure->bars[i].baseline));
    return most;
}

static int value_column(const struct layout *l)
{
    return l->indent + l->label + GAP - 1;
}

static int share_column(const struct layout *l)
{
    return value_column(l) + l->value + (l->change ? l->change + 1 : 0) + GAP;
}

static int bar_column(const struct layout *l)
{
    return share_column(l) + (l->share ? l->share + GAP : 0);
}

static struct layout plan(const struct bar_figure *figure, int indent, const struct painter *p)
{
    struct layout l = {.indent = indent, .most = figure->most};
    bool shares = false;
    for (size_t i = 0; i < figure->count; i++) {
        l.label = at_least(l.label, figure->bars[i].label);
        l.value = at_least(l.value, figure->bars[i].value);
        l.change = at_least(l.change, figure->bars[i].change);
        shares = shares || !isnan(figure->bars[i].share);
    }
    l.label = at_least(l.label, figure->title);
    int room = p->width - indent - 1;
    if (l.label > room * 2 / 5)
        l.label = room * 2 / 5;
    /* A long heading is cut, so that values stay on the screen. */
    int heading = at_least(0, figure->value_heading), most = room / 3;
    if (room >= 60 && heading > l.value)
        l.value = heading < most ? heading : most > l.value ? most : l.value;
    l.share = shares && room >= 48 ? at_least(SHARE_WIDTH, figure->share_heading) : 0;
    l.bar = room - bar_column(&l) + indent;
    if (l.bar < BAR_LEAST)
        l.bar = 0;
    if (!l.most)
        l.most = greatest(figure);
    return l;
}

static void draw_right(struct painter *p, int column, int width, enum role role, const char *text)
{
    int needed = (int)safe_text_width(text);
    int left = needed < width ? width - needed : 0;
    painter_text(p, column + left, width - left, role, text);
}

/* Draws numbers above the places that they stand for. */
static void draw_axis(const struct layout *l, struct painter *p)
{
    double step = short_number_round(l->most * TICK_COLUMNS / l->bar);
    for (int i = 0; i * step <= l->most * 1.0001 && i <= l->bar; i++) {
        double at = i * step;
        struct strbuf text = {0};
        int place = (int)lround(at / l->most * l->bar);
        short_number(&text, at);
        if (place + (int)safe_text_width(text.data) <= l->bar)
            painter_text(p, bar_column(l) + place, l->bar - place, ROLE_DIM, text.data);
        strbuf_free(&text);
    }
}

static void draw_heading(const struct bar_figure *figure, const struct layout *l, struct painter *p)
{
    if (figure->title)
        painter_text(p, l->indent, l->label, ROLE_HEADING, figure->title);
    if (figure->value_heading && p->width - l->indent > 60)
        draw_right(p, value_column(l), l->value, ROLE_DIM, figure->value_heading);
    if (l->share && figure->share_heading)
        draw_right(p, share_column(l), l->share, ROLE_DIM, figure->share_heading);
    if (l->bar >= AXIS_LEAST && l->most > 0)
        draw_axis(l, p);
    painter_next(p);
}

/* Returns the filled parts of cells. A share above 0 fills at least one. */
static int filled_parts(const struct glyphs *g, int columns, double share)
{
    int filled = (int)lround(fmin(fmax(share, 0), 1) * columns * ((int)g->part_count + 1));
    return !filled && share > 0 ? 1 : filled;
}

void bar_figure_ghost(struct painter *p, int column, int columns, double share, double baseline)
{
    const struct glyphs *g = painter_glyphs(p);
    struct strbuf ghost = {0};
    int parts = (int)g->part_count + 1;
    int end = (filled_parts(g, columns, share) + parts - 1) / parts;
    int base = (int)lround(fmin(fmax(baseline, 0), 1) * columns);
    for (int i = end; i < base; i++)
        strbuf_adds(&ghost, g->ghost);
    if (ghost.length)
        painter_text(p, column + end, base - end, ROLE_BASELINE, ghost.data);
    else if (base < end && end > 1) /* else it would hide the bar */
        painter_text(p, column + base, 1, ROLE_BASELINE, g->wall);
    strbuf_free(&ghost);
}

static void draw_bar(const struct bar *bar, const struct layout *l, struct painter *p)
{
    const struct glyphs *g = painter_glyphs(p);
    struct strbuf text = {0};
    /* Cells where the ghost may be must not be drawn as empty. */
    int parts = (int)g->part_count + 1;
    int filled = filled_parts(g, l->bar, bar->number / l->most), end = (filled + parts - 1) / parts;
    if (end && painter_picture(p)) {
        painter_bar(p, bar_column(l), l->bar, bar->role, bar->number / l->most);
    } else if (end) {
        glyphs_bar(g, &text, (double)filled / (end * parts), (size_t)end);
        painter_text(p, bar_column(l), end, bar->role, text.data);
    }
    if (!isnan(bar->baseline))
        bar_figure_ghost(p, bar_column(l), l->bar, bar->number / l->most, bar->baseline / l->most);
    strbuf_free(&text);
}

static void draw_line(const struct bar *bar, const struct layout *l, struct painter *p)
{
    bool missing = isnan(bar->number);
    painter_text(p, l->indent, l->label, missing ? ROLE_DIM : ROLE_NORMAL, bar->label);
    painter_number_right(p, value_column(l), l->value, missing ? ROLE_DIM : ROLE_NORMAL, bar->value,
                         &(struct number){.source = bar->source,
                                          .label = bar->label,
                                          .value = bar->number,
                                          .text = bar->value,
                                          .unit = bar->unit,
                                          .note = bar->note});
    if (bar->change)
        draw_right(p, value_column(l) + l->value + 1, l->change, bar->change_role, bar->change);
    if (l->share && !isnan(bar->share)) {
        char share[32];
        snprintf(share, sizeof share, "%.1f %%", bar->share);
        draw_right(p, share_column(l), l->share, ROLE_NORMAL, share);
    }
    if (l->bar && !missing && l->most > 0)
        draw_bar(bar, l, p);
    painter_next(p);
}

void bar_figure_draw(const struct bar_figure *figure, int indent, struct painter *p)
{
    struct layout l = plan(figure, indent, p);
    draw_heading(figure, &l, p);
    for (size_t i = 0; i < figure->count; i++)
        draw_line(&figure->bars[i], &l, p);
    if (figure->baseline) {
        struct strbuf text = {0};
        strbuf_addf(&text, "%s %s baseline: %s", painter_glyphs(p)->ghost, painter_glyphs(p)->wall,
                    figure->baseline);
        painter_wrapped(p, indent, ROLE_BASELINE, text.data);
        strbuf_free(&text);
    }
}
