#include "tui/figures/figures.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/compare/body_change.h"
#include "report/content/link_note.h"
#include "report/content/section_figures.h"
#include "report/content/warp_states.h"
#include "report/metric/metric_format.h"
#include "tui/figures/bar_figure.h"
#include "tui/figures/line_figure.h"
#include "tui/figures/memory_figure.h"
#include "tui/figures/spark_figure.h"
#include "tui/figures/table_figure.h"
#include "tui/term/change_mark.h"

enum { SHORT_TABLE = 6, MEDIUM_TABLE = 12, SHORT_STATES = 8 };

static size_t rows_of(size_t count, size_t shortened, bool whole)
{
    return whole || count <= shortened + 1 ? count : shortened;
}

static void tell_more(size_t count, const struct figures_style *style, struct painter *p)
{
    char more[64];
    snprintf(more, sizeof more, "%zu more (e)", count);
    if (!count)
        return;
    painter_text(p, style->indent + 2, p->width - style->indent - 2, ROLE_DIM, more);
    painter_next(p);
}

static void draw_title(const char *label, int indent, struct painter *p)
{
    char *title = safe_text(label);
    if (*title) {
        painter_text(p, indent, p->width - indent, ROLE_HEADING, title);
        painter_next(p);
    }
    free(title);
}

/* ---- bars ---- */

struct bars {
    struct bar *bars;
    char **texts; /* label, value, note and change of each bar */
    size_t count;
};

static struct bars bars_new(size_t most)
{
    return (struct bars){mem_alloc((most + 1) * sizeof(struct bar)),
                         mem_alloc((4 * most + 1) * sizeof(char *)), 0};
}

/* Adds a bar, which takes ownership of the value. */
static struct bar *add_bar(struct bars *bars, const char *label, char *value, double number)
{
    char **texts = &bars->texts[4 * bars->count];
    texts[0] = safe_text(label);
    texts[1] = safe_text(value);
    free(value);
    bars->bars[bars->count] = (struct bar){.label = texts[0],
                                           .value = texts[1],
                                           .number = number,
                                           .share = NAN,
                                           .baseline = NAN,
                                           .role = ROLE_GOOD};
    return &bars->bars[bars->count++];
}

/* Sets the share of a bar. `whole` names what it is a share of. */
static void set_share(struct bars *bars, struct bar *bar, double share, const char *whole)
{
    bar->share = share;
    if (isfinite(share)) {
        char **note = &bars->texts[4 * (bar - bars->bars) + 2];
        *note = mem_printf("%.1f %% %s", share, whole);
        bar->note = *note;
    }
}

/* Sets the change of the last bar. */
static void add_change(struct bars *bars, const struct value_change *change,
                       const struct painter *p)
{
    struct bar *bar = &bars->bars[bars->count - 1];
    char *text = change_mark_text(change, painter_glyphs(p));
    bars->texts[4 * bars->count - 1] = text;
    bar->change = text;
    bar->change_role = change_mark_role(change->verdict);
    /* A ghost for noise would overstate it. */
    bar->baseline = change_is_real(change->verdict) ? change->before : NAN;
}

static void bars_free(struct bars *bars)
{
    for (size_t i = 0; i < 4 * bars->count; i++)
        free(bars->texts[i]);
    free(bars->texts);
    free(bars->bars);
}

/* Draws the longest states, and the one that is no stall. */
static void draw_states(const struct warp_states *states, const struct result *result,
                        const struct figures_style *style, struct painter *p)
{
    struct bars bars = bars_new(states->count);
    size_t most = rows_of(states->count, SHORT_STATES, style->whole);
    bool selected = false;
    char whole[32];
    snprintf(whole, sizeof whole, "of %.1f", states->whole);
    for (size_t i = 0; i < states->count; i++) {
        const struct warp_state *state = &states->states[i];
        if (i >= most && !state->selected)
            continue;
        char *label = state->selected ? mem_printf("%s *", state->label) : mem_strdup(state->label);
        const char *shown = style->metric_names ? state->metric : label;
        char *value = isnan(state->cycles) ? mem_strdup("n/a") : mem_printf("%.2f", state->cycles);
        struct bar *bar = add_bar(&bars, shown, value, state->cycles);
        bar->source = state->metric;
        set_share(&bars, bar, state->share, whole);
        if (style->baseline) {
            struct value_change change = value_change_of(result, style->baseline, state->metric);
            add_change(&bars, &change, p);
        }
        bar->role = state->selected      ? ROLE_GOOD
                    : state->share >= 30 ? ROLE_HOT
                    : state->share >= 10 ? ROLE_BUSY
                                         : ROLE_NORMAL;
        selected = selected || state->selected;
        free(label);
    }
    struct bar_figure figure = {.title = "Warp state",
                                .value_heading = "cycles per issue",
                                .share_heading = isnan(states->whole) ? NULL : whole,
                                .baseline = style->baseline ? style->baseline_name : NULL,
                                .bars = bars.bars,
                                .count = bars.count};
    bar_figure_draw(&figure, style->indent, p);
    tell_more(states->count - bars.count, style, p);
    if (selected)
        painter_wrapped(p, style->indent + 2, ROLE_DIM, "* an instruction was issued: no stall");
    bars_free(&bars);
}

/* Returns whether all cells have one unit. Ratios to this unit have none of their own, and fit
 * it. */
static bool shares_unit(const struct view_block *block)
{
    const char *unit = "";
    for (size_t i = 0; i < block->count; i++) {
        const struct view_cell *cell = &block->cells[i];
        if (cell->percent || (*unit && *cell->unit && strcmp(cell->unit, unit) != 0))
            return false;
        unit = *cell->unit ? cell->unit : unit;
    }
    return block->count > 0;
}

static void draw_cells(const struct view_block *block, const struct result *result,
                       const struct figures_style *style, struct painter *p)
{
    struct bars bars = bars_new(block->count);
    size_t shown = rows_of(block->count, SHORT_TABLE, style->whole);
    char *title = safe_text(block->label);
    for (size_t i = 0; i < shown; i++) {
        const struct view_cell *at = &block->cells[i];
        char *value = mem_printf("%s%s%s", at->value, *at->unit ? " " : "", at->unit);
        struct bar *bar = add_bar(&bars, style->metric_names && at->metric ? at->metric : at->label,
                                  value, at->number);
        bar->source = at->metric;
        if (style->baseline) {
            struct value_change change = value_change_of(result, style->baseline, at->metric);
            add_change(&bars, &change, p);
        }
    }
    draw_title(block->label, style->indent, p);
    double most = 0;
    for (size_t i = 0; i < bars.count; i++)
        most = fmax(most, fmax(bars.bars[i].number, bars.bars[i].baseline));
    bar_figure_draw(&(struct bar_figure){.bars = bars.bars,
                                         .count = bars.count,
                                         .most = most > block->axis_end ? 0 : block->axis_end},
                    style->indent + 2, p);
    tell_more(block->count - shown, style, p);
    free(title);
    bars_free(&bars);
}

bool figures_draw_bars(const struct section_view *view, const struct view_block *block,
                       const struct figures_style *style, struct painter *p)
{
    struct warp_states *states = warp_states_new(block, view->result, style->baseline);
    if (states)
        draw_states(states, view->result, style, p);
    else if (block->chart && shares_unit(block))
        draw_cells(block, view->result, style, p);
    else
        return false;
    warp_states_free(states);
    return true;
}

/* Returns the same table in the baseline, or NULL. */
static const struct body_table *table_before(const struct body_table *table,
                                             const struct figures_style *style)
{
    const struct section_figures *figures =
        style->baseline && style->before ? section_view_figures(style->before) : NULL;
    return figures ? body_table_same(figures->tables, figures->count, table) : NULL;
}

/* Draws instances or bins: a bar per row of the only column. */
static void draw_rows(const struct body_table *table, const struct figures_style *style,
                      struct painter *p)
{
    struct bars bars = bars_new(table->row_count);
    size_t shown = rows_of(table->row_count, SHORT_TABLE + 4, style->whole);
    double total = 0;
    const struct body_table *before = table_before(table, style);
    for (size_t i = 0; i < table->row_count; i++)
        total += table->rows[i].cells[0].has_number ? table->rows[i].cells[0].number : 0;
    for (size_t i = 0; i < shown; i++) {
        const struct body_cell *cell = &table->rows[i].cells[0];
        char *value = mem_printf("%s%s%s", cell->text ? cell->text : "n/a", *cell->unit ? " " : "",
                                 cell->unit);
        struct bar *bar =
            add_bar(&bars, table->rows[i].label, value, cell->has_number ? cell->number : NAN);
        bar->source = body_cell_source(table, &table->rows[i], 0);
        bar->unit = cell->base_unit;
        if (total > 0)
            set_share(&bars, bar, 100 * bar->number / total, "of all");
        if (before) {
            struct value_change change = body_change_of(before, &table->rows[i], table, 0);
            add_change(&bars, &change, p);
        }
    }
    draw_title(table->label, style->indent, p);
    char *title = safe_text(table->row_name), *heading = safe_text(table->columns[0]);
    bar_figure_draw(&(struct bar_figure){.title = title,
                                         .value_heading = heading,
                                         .share_heading = "share",
                                         .bars = bars.bars,
                                         .count = bars.count},
                    style->indent + 2, p);
    tell_more(table->row_count - shown, style, p);
    free(title);
    free(heading);
    bars_free(&bars);
}

bool figures_replace(struct section_view *view, const struct view_block *block)
{
    const struct section_figures *figures = section_view_figures(view);
    for (size_t i = 0; i < figures->count; i++)
        if (figures->tables[i].kind == BODY_INSTANCES && figures->tables[i].item == block->item)
            return true;
    return false;
}

/* ---- the others ---- */

static void draw_times(const struct body_table *table, const struct figures_style *style,
                       struct painter *p)
{
    if (style->whole)
        line_figure_draw_times(table, style->indent + 2, p);
    else
        spark_figure_draw(table, table_before(table, style), style->indent + 2, p);
}

static void draw_table(const struct body_table *table, const struct figures_style *style,
                       struct painter *p)
{
    draw_title(table->label, style->indent, p);
    table_figure_draw(table, table_before(table, style), style->whole ? 0 : MEDIUM_TABLE,
                      style->metric_names, style->indent + 2, p);
}

struct roofline_look figures_roofline(const struct section_view *view,
                                      const struct body_table *table,
                                      const struct figures_style *style)
{
    struct roofline_look look = {.whole = style->whole,
                                 .before = table_before(table, style),
                                 .section = view->section->identifier,
                                 .nth = roofline_points_nth(view->figures->tables, table),
                                 .chip = view->result->chip};
    const struct rooflines_style *rooflines = style->rooflines;
    if (!rooflines)
        return look;
    look.others = rooflines->others;
    look.rows = rooflines->rows;
    if (rooflines->item == table->item)
        look.zoom = rooflines->zoom;
    return look;
}

static void draw_roofline(const struct section_view *view, const struct body_table *table,
                          const struct figures_style *style, struct painter *p)
{
    struct roofline_look look = figures_roofline(view, table, style);
    draw_title(table->label, style->indent, p);
    roofline_figure_draw(table, &look, style->indent + 1, p);
}

static void draw_one(const struct section_view *view, const struct body_table *table,
                     const struct figures_style *style, struct painter *p)
{
    const struct body_table *before = table_before(table, style);
    switch (table->kind) {
    case BODY_ROOFLINE:
        draw_roofline(view, table, style, p);
        break;
    case BODY_TIMELINE:
        draw_title(table->label, style->indent, p);
        draw_times(table, style, p);
        break;
    case BODY_MEMORY_MAP:
        memory_figure_draw(table->map, before ? before->map : NULL, style->indent, p);
        break;
    case BODY_HISTOGRAM:
    case BODY_INSTANCES:
        if (table->column_count == 1) {
            draw_rows(table, style, p);
            break;
        }
        draw_table(table, style, p);
        break;
    default:
        draw_table(table, style, p);
    }
}

struct range {
    size_t from, to;
};

static bool is_in(const struct range *range, size_t item)
{
    return item >= range->from && item < range->to;
}

/* Returns how many line charts follow one another, which can be drawn side by side. */
static size_t lines_from(const struct section_figures *figures, size_t at,
                         const struct range *range)
{
    size_t end = at;
    while (end < figures->count && figures->tables[end].kind == BODY_LINES &&
           is_in(range, figures->tables[end].item) &&
           figures->tables[end].body == figures->tables[at].body)
        end++;
    return end - at;
}

static void draw_lines(const struct body_table *tables, size_t count,
                       const struct figures_style *style, struct painter *p)
{
    double *before = mem_alloc(count * sizeof *before);
    for (size_t i = 0; i < count; i++) {
        const struct body_table *other = table_before(&tables[i], style);
        before[i] = other ? other->here : NAN;
    }
    line_figure_draw(tables, before, count, style->whole, style->indent, p);
    free(before);
}

static void draw_tables(const struct section_view *view, const struct section_figures *figures,
                        const struct range *range, const struct figures_style *style,
                        struct painter *p)
{
    bool links = link_note_concerns(view->section);
    size_t aside = 0, count;
    const char *aside_name = "";
    for (size_t i = 0; i < figures->count; i += count) {
        const struct body_table *table = &figures->tables[i];
        count = 1;
        if (!is_in(range, table->item) || (links && table->kind == BODY_LINKS))
            continue;
        if (!style->whole && section_figures_aside(view->section, table)) {
            aside_name = aside++ ? aside_name : table->body;
            continue;
        }
        if (table->kind != BODY_LINES) {
            draw_one(view, table, style, p);
            continue;
        }
        size_t lines = lines_from(figures, i, range);
        count = line_figure_abreast(lines, style->indent, p);
        draw_lines(table, count, style, p);
    }
    if (aside) {
        struct strbuf text = {0};
        char *name = safe_text(aside_name);
        strbuf_addf(&text, "%s: %zu more (e)", name, aside);
        painter_wrapped(p, style->indent, ROLE_DIM, text.data);
        strbuf_free(&text);
        free(name);
    }
}

void figures_draw(struct section_view *view, size_t from, size_t to,
                  const struct figures_style *style, struct painter *p)
{
    const struct section_figures *figures = section_view_figures(view);
    struct range range = {from, to};
    draw_tables(view, figures, &range, style, p);
    for (size_t i = 0; i < figures->absence_count; i++) {
        const struct figure_absence *absence = &figures->absences[i];
        if (!is_in(&range, absence->item) || (absence->aside && !style->whole))
            continue;
        char *text = safe_text(absence->text);
        painter_wrapped(p, style->indent, ROLE_DIM, text);
        free(text);
    }
}
