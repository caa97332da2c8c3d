#include "section_pane.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bar_figure.h"
#include "change_mark.h"
#include "finding_pane.h"
#include "link_pane.h"
#include "mem.h"
#include "safe_text.h"
#include "strbuf.h"

enum { INDENT = 3, SHORT_TABLE = 6, VALUE_WIDTH = 16, LABEL_MOST = 34, BAR_LEAST = 5 };

/* "◆ 2" of a folded pane with findings, else "". */
static void add_count(struct strbuf *out, const struct section_pane *pane, const struct glyphs *g)
{
    size_t count =
        pane->note || pane->open ? 0 : finding_pane_count(pane->result, pane->view->section);
    strbuf_adds(out, "");
    if (count)
        strbuf_addf(out, "%s %zu ", g->finding, count);
}

/* Whether what stands in this line is looked at: changes, which cost the most, make none higher. */
static bool is_seen(const struct painter *p)
{
    int row = p->y + p->line;
    return p->search || (!p->measure && row >= p->first && row < p->last);
}

/* "3 better, 1 worse" of a folded pane with a baseline: where to look; else "". */
static void add_verdicts(struct strbuf *out, const struct section_pane *pane,
                         const struct painter *p, size_t verdicts[CHANGE_VERDICTS])
{
    const struct section_view *view = pane->view;
    memset(verdicts, 0, CHANGE_VERDICTS * sizeof *verdicts);
    strbuf_adds(out, "");
    if (!view || pane->open || !pane->baseline || !is_seen(p))
        return;
    for (size_t i = 0; i < view->header_count; i++)
        verdicts[value_change_of(pane->result, pane->baseline, view->header[i].metric).verdict]++;
    for (size_t i = 0; i < view->block_count; i++)
        for (size_t j = 0; j < view->blocks[i].count; j++)
            verdicts[value_change_of(pane->result, pane->baseline, view->blocks[i].cells[j].metric)
                         .verdict]++;
    if (verdicts[CHANGE_BETTER])
        strbuf_addf(out, " %zu better", verdicts[CHANGE_BETTER]);
    if (verdicts[CHANGE_WORSE])
        strbuf_addf(out, "%s %zu worse", out->length ? "," : "", verdicts[CHANGE_WORSE]);
    if (out->length)
        strbuf_adds(out, " ");
}

static void draw_title(const struct section_pane *pane, struct painter *p)
{
    const struct glyphs *g = painter_glyphs(p);
    enum role role = pane->selected ? ROLE_SELECTION : ROLE_HEADING;
    const char *digest_text = pane->note   ? pane->note->digest
                              : pane->open ? ""
                                           : section_view_digest(pane->view);
    char *title = safe_text(pane->note ? pane->note->title : pane->view->section->displayname);
    struct strbuf rest = {0}, count = {0}, changes = {0};
    size_t verdicts[CHANGE_VERDICTS];
    add_count(&count, pane, g);
    add_verdicts(&changes, pane, p, verdicts);
    int right = (int)safe_text_width(count.data) + (pane->number ? 2 : 0);
    int at = painter_text(p, 0, 2, role, pane->open ? g->open : g->closed);
    at = 2 + painter_text(p, 2, p->width - 6, role, title) + (at ? 1 : 0);
    if (!pane->open && *digest_text) {
        char *digest = safe_text(digest_text);
        int column = at < 34 && p->width > 90 ? 34 : at + 1;
        int room = p->width - column - 3 - right - (int)changes.length;
        if (room > 10)
            at = column + painter_text(p, column, room, ROLE_NORMAL, digest) + 1;
        free(digest);
    }
    int change_width = at + (int)changes.length + 2 > p->width - right ? 0 : (int)changes.length;
    int room = p->width - at - right - (count.length > 0) - change_width;
    strbuf_adds(&rest, "");
    for (int i = 0; i < room; i++)
        strbuf_adds(&rest, g->rule);
    painter_text(p, at, room, ROLE_RULE, rest.data);
    painter_text(p, at + room, change_width,
                 verdicts[CHANGE_WORSE] > verdicts[CHANGE_BETTER] ? ROLE_HOT : ROLE_GOOD,
                 changes.data);
    painter_text(p, p->width - right, right, ROLE_FINDING, count.data);
    if (pane->number) {
        char number[4];
        snprintf(number, sizeof number, "%d", pane->number % 10);
        painter_text(p, p->width - 1, 1, ROLE_KEY, number);
    }
    painter_next(p);
    strbuf_free(&rest);
    strbuf_free(&changes);
    strbuf_free(&count);
    free(title);
}

static char *label_of(const struct section_pane *pane, const struct view_cell *cell)
{
    return safe_text(pane->metric_names && cell->metric ? cell->metric : cell->label);
}

static char *value_of(const struct view_cell *cell)
{
    char *text = mem_printf("%s%s%s", cell->value, *cell->unit ? " " : "", cell->unit);
    char *safe = safe_text(text);
    free(text);
    return safe;
}

static enum role share_role(double percent)
{
    return percent >= 80 ? ROLE_HOT : percent >= 60 ? ROLE_BUSY : ROLE_GOOD;
}

/* At the right end of the space; returns the columns it takes from it. */
static int draw_change(struct painter *p, const struct value_change *change, int column, int width)
{
    char *text = change_mark_text(change, painter_glyphs(p));
    int needed = (int)safe_text_width(text), most = change_mark_width(painter_glyphs(p));
    /* What was there and is not any more may be long. */
    needed = needed < width / 2 ? needed : width / 2;
    painter_text(p, column + width - needed, needed, change_mark_role(change->verdict), text);
    free(text);
    return (needed > most ? needed : most) + 1;
}

/* Label on the left, value on the right of the space from column on; a percentage with room gets a
 * bar between. With a baseline the change stands right of the value. */
static void draw_cell(const struct section_pane *pane, struct painter *p,
                      const struct view_cell *cell, int column, int width, int label_width)
{
    char *label = label_of(pane, cell), *value = value_of(cell);
    struct value_change change =
        value_change_of(pane->result, is_seen(p) ? pane->baseline : NULL, cell->metric);
    int value_width = (int)safe_text_width(value);
    if (pane->baseline)
        width -= draw_change(p, &change, column, width);
    int bar = width - label_width - 1 - VALUE_WIDTH / 2 - 3;
    bool barred = cell->percent && !isnan(cell->number) && bar >= BAR_LEAST;
    int right = column + width - value_width;
    int label_room = barred ? label_width : width - value_width - 1;
    painter_text(p, column, label_room, cell->missing ? ROLE_DIM : ROLE_NORMAL, label);
    if (barred) {
        painter_bar(p, column + label_width + 1, bar, share_role(cell->number), cell->number / 100);
        if (change_is_real(change.verdict))
            bar_figure_ghost(p, column + label_width + 1, bar, cell->number / 100,
                             change.before / 100);
    }
    struct number number = {
        .source = cell->metric, .label = cell->label, .value = cell->number, .text = cell->value};
    painter_number(p, right, value_width, cell->missing ? ROLE_DIM : ROLE_NORMAL, value, &number);
    free(label);
    free(value);
}

static int widest_label(const struct section_pane *pane, const struct view_cell *const *cells,
                        size_t count, int most)
{
    int widest = 0;
    for (size_t i = 0; i < count; i++) {
        char *label = label_of(pane, cells[i]);
        int width = (int)safe_text_width(label);
        if (width > widest)
            widest = width;
        free(label);
    }
    return widest < most ? widest : most;
}

/* Percentages with bars on the left, the other numbers on the right; without percentages two even
 * columns; on a narrow column one below the other. */
static void draw_header(const struct section_pane *pane, struct painter *p)
{
    const struct section_view *view = pane->view;
    const struct view_cell **left = mem_alloc((view->header_count + 1) * sizeof *left);
    const struct view_cell **right = mem_alloc((view->header_count + 1) * sizeof *right);
    size_t left_count = 0, right_count = 0;
    for (size_t i = 0; i < view->header_count; i++) {
        const struct view_cell *cell = &view->header[i];
        if (!cell->metric)
            continue;
        if (cell->percent)
            left[left_count++] = cell;
        else
            right[right_count++] = cell;
    }
    bool bars = left_count > 0;
    if (!bars) {
        size_t half = (right_count + 1) / 2;
        memcpy(left, right, half * sizeof *left);
        memmove(right, right + half, (right_count - half) * sizeof *right);
        left_count = half;
        right_count -= half;
    }
    int inner = p->width - INDENT - 1;
    int changes = pane->baseline ? 2 * (change_mark_width(painter_glyphs(p)) + 1) : 0;
    bool stacked = inner < 70 + changes || (pane->metric_names && inner < 120 + changes);
    int left_width = stacked || !right_count ? inner : bars ? inner * 11 / 20 : inner / 2 - 1;
    int right_width = stacked ? inner : inner - left_width - 3;
    int left_label = widest_label(pane, left, left_count, LABEL_MOST);
    int right_label = widest_label(pane, right, right_count, LABEL_MOST);
    for (size_t i = 0; i < left_count || (!stacked && i < right_count); i++) {
        if (i < left_count)
            draw_cell(pane, p, left[i], INDENT, left_width, left_label);
        if (!stacked && i < right_count)
            draw_cell(pane, p, right[i], INDENT + left_width + 3, right_width, right_label);
        painter_next(p);
    }
    for (size_t i = 0; stacked && i < right_count; i++) {
        draw_cell(pane, p, right[i], INDENT, right_width, right_label);
        painter_next(p);
    }
    free(left);
    free(right);
}

/* A block whose cells all stand in the header already would say everything twice. */
static bool repeats_header(const struct section_view *view, const struct view_block *block)
{
    for (size_t i = 0; i < block->count; i++) {
        bool found = false;
        for (size_t j = 0; j < view->header_count && !found; j++)
            found = view->header[j].metric && block->cells[i].metric &&
                    strcmp(view->header[j].metric, block->cells[i].metric) == 0;
        if (!found)
            return false;
    }
    return true;
}

static void draw_block(const struct section_pane *pane, struct painter *p,
                       const struct view_block *block)
{
    char *title = safe_text(block->label);
    painter_text(p, INDENT, p->width - INDENT, ROLE_HEADING, title);
    painter_next(p);
    free(title);
    size_t shown =
        pane->whole_tables || block->count <= SHORT_TABLE + 1 ? block->count : SHORT_TABLE;
    const struct view_cell **cells = mem_alloc((shown + 1) * sizeof *cells);
    for (size_t i = 0; i < shown; i++)
        cells[i] = &block->cells[i];
    int inner = p->width - INDENT - 3, most = inner / 2;
    int label = widest_label(pane, cells, shown, most);
    for (size_t i = 0; i < shown; i++) {
        draw_cell(pane, p, cells[i], INDENT + 2, inner, label);
        painter_next(p);
    }
    if (shown < block->count) {
        char more[64];
        snprintf(more, sizeof more, "%zu more (e)", block->count - shown);
        painter_text(p, INDENT + 2, inner, ROLE_DIM, more);
        painter_next(p);
    }
    free(cells);
}

static void draw_lines(const struct note_block *note, struct painter *p)
{
    for (size_t i = 0; i < note->count; i++) {
        char *text = safe_text(note->lines[i].text);
        size_t most = (size_t)(p->width > 4 * INDENT ? p->width / 2 : 0);
        size_t indent = INDENT + 2 * note->lines[i].indent;
        if (*text)
            painter_wrapped(p, (int)(indent < most ? indent : most), ROLE_NORMAL, text);
        else
            painter_next(p);
        free(text);
    }
}

struct figures_style section_pane_style(const struct section_pane *pane)
{
    return (struct figures_style){INDENT,          pane->whole_tables,  pane->metric_names,
                                  pane->baseline,  pane->baseline_name, pane->before,
                                  &pane->rooflines};
}

/* Blocks and figures in the order of the section's items. */
static void draw_body(const struct section_pane *pane, struct painter *p)
{
    struct section_view *view = pane->view;
    struct figures_style style = section_pane_style(pane);
    size_t from = 0;
    for (size_t i = 0; i < view->block_count; i++) {
        const struct view_block *block = &view->blocks[i];
        figures_draw(view, from, block->item, &style, p);
        from = block->item;
        if (!repeats_header(view, block) && !figures_replace(view, block) &&
            !figures_draw_bars(view, block, &style, p))
            draw_block(pane, p, block);
    }
    figures_draw(view, from, SIZE_MAX, &style, p);
}

const char *section_pane_id(const struct section_pane *pane)
{
    return pane->note ? pane->note->id : pane->view->section->identifier;
}

void section_pane_prepare(const struct section_pane *pane)
{
    if (!pane->note && !pane->open)
        section_view_digest(pane->view);
}

void section_pane_draw(const struct section_pane *pane, struct painter *p)
{
    /* Its digest may be made of figures. */
    if (p->measure && !p->search)
        painter_next(p);
    else
        draw_title(pane, p);
    if (!pane->open)
        return;
    if (pane->note) {
        draw_lines(pane->note, p);
        return;
    }
    if (pane->description && pane->view->section->description) {
        char *text = safe_text(pane->view->section->description);
        painter_wrapped(p, INDENT, ROLE_DIM, text);
        free(text);
    }
    draw_header(pane, p);
    finding_pane_draw(pane->result, pane->baseline, pane->view->section, pane->whole_tables, INDENT,
                      p);
    draw_body(pane, p);
    link_pane_draw(pane->result, pane->view->section, INDENT, p);
}
