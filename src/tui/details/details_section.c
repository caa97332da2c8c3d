/* The same code draws a section and measures it: while it is measured, the painter only counts
 * lines. So the height that was measured is the height that is drawn. Comparing with a baseline
 * takes time, so it is only done for lines that are seen. A block that repeats the header is left
 * out. */
#include "tui/details/details_section.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "tui/details/cell_column.h"
#include "tui/details/section_findings.h"
#include "tui/details/section_links.h"
#include "tui/details/section_ways.h"
#include "tui/figures/bar_figure.h"
#include "tui/term/change_mark.h"
#include "tui/widgets/keys.h"

enum {
    WAY_FROM = 60,
    INDENT = 3,
    SHORT_TABLE = 6,
    VALUE_WIDTH = 16,
    LABEL_MOST = 34,
    BAR_LEAST = 5
};

/* "◆ 2" of a folded section with findings, else "". */
static void add_count(struct strbuf *out, const struct details_section *section,
                      const struct glyphs *g)
{
    size_t count = section->note || section->open
                       ? 0
                       : section_findings_count(section->result, section->view->section);
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

/* "3 better, 1 worse" of a folded section with a baseline: where to look; else "". */
static void add_verdicts(struct strbuf *out, const struct details_section *section,
                         const struct painter *p, size_t verdicts[CHANGE_VERDICTS])
{
    const struct section_view *view = section->view;
    memset(verdicts, 0, CHANGE_VERDICTS * sizeof *verdicts);
    strbuf_adds(out, "");
    if (!view || section->open || !section->baseline || !is_seen(p))
        return;
    for (size_t i = 0; i < view->header_count; i++)
        verdicts[value_change_of(section->result, section->baseline, view->header[i].metric)
                     .verdict]++;
    for (size_t i = 0; i < view->block_count; i++)
        for (size_t j = 0; j < view->blocks[i].count; j++)
            verdicts[value_change_of(section->result, section->baseline,
                                     view->blocks[i].cells[j].metric)
                         .verdict]++;
    if (verdicts[CHANGE_BETTER])
        strbuf_addf(out, " %zu better", verdicts[CHANGE_BETTER]);
    if (verdicts[CHANGE_WORSE])
        strbuf_addf(out, "%s %zu worse", out->length ? "," : "", verdicts[CHANGE_WORSE]);
    if (out->length)
        strbuf_adds(out, " ");
}

static void draw_way(const struct strbuf *way, size_t key, int column, struct painter *p)
{
    char *keys = mem_strndup(way->data, key);
    column += painter_text(p, column, (int)key, ROLE_KEY, keys);
    painter_text(p, column, (int)(way->length - key), ROLE_DIM, way->data + key);
    free(keys);
}

/* Beyond nine a few letters of the name lead there. */
static void draw_key(const struct details_section *section, struct painter *p)
{
    char digit[] = {(char)('0' + section->number), '\0'};
    painter_text(p, p->width - 1, 1, ROLE_KEY,
                 section->number ? digit : keys_row_of(DO_GO_TO_SECTION)->keys);
}

static void draw_title(const struct details_section *section, struct painter *p)
{
    const struct glyphs *g = painter_glyphs(p);
    enum role role = section->selected ? ROLE_SELECTION : ROLE_HEADING;
    const char *digest_text = section->note   ? section->note->digest
                              : section->open ? ""
                                              : section_view_digest(section->view);
    char *title =
        safe_text(section->note ? section->note->title : section->view->section->displayname);
    struct strbuf rest = {0}, count = {0}, changes = {0}, way = {0};
    size_t verdicts[CHANGE_VERDICTS];
    add_count(&count, section, g);
    add_verdicts(&changes, section, p, verdicts);
    size_t way_key = section_ways_add(&way, section->note ? "" : details_section_id(section));
    int way_width = p->width >= WAY_FROM && way_key ? (int)way.length + 2 : 0;
    int right = (int)safe_text_width(count.data) + 2 + way_width;
    int at = painter_text(p, 0, 2, role, section->open ? g->open : g->closed);
    at = 2 + painter_text(p, 2, p->width - 6, role, title) + (at ? 1 : 0);
    if (!section->open && *digest_text) {
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
    if (way_width)
        draw_way(&way, way_key, p->width - right + 1, p);
    painter_text(p, p->width - right + way_width, right - way_width, ROLE_FINDING, count.data);
    draw_key(section, p);
    painter_next(p);
    strbuf_free(&way);
    strbuf_free(&rest);
    strbuf_free(&changes);
    strbuf_free(&count);
    free(title);
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
static void draw_cell(const struct details_section *section, struct painter *p,
                      const struct view_cell *cell, int column, int width,
                      const struct cell_column *form)
{
    char *label = cell_column_label(cell, section->metric_names);
    char *value = cell_column_value(form, cell);
    int label_width = form->label;
    struct value_change change =
        value_change_of(section->result, is_seen(p) ? section->baseline : NULL, cell->metric);
    int value_width = (int)safe_text_width(value);
    if (section->baseline)
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

static struct cell_column form_of(const struct details_section *section, const struct painter *p,
                                  const struct view_cell *const *cells, size_t count, int width,
                                  int label_most)
{
    if (section->baseline)
        width -= change_mark_width(painter_glyphs(p)) + 1;
    return cell_column_of(cells, count, width, label_most, section->metric_names);
}

/* Percentages with bars on the left, the other numbers on the right; without percentages two even
 * columns; on a narrow column one below the other. */
static void draw_header(const struct details_section *section, struct painter *p)
{
    const struct section_view *view = section->view;
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
    int changes = section->baseline ? 2 * (change_mark_width(painter_glyphs(p)) + 1) : 0;
    bool stacked = inner < 70 + changes || (section->metric_names && inner < 120 + changes);
    int left_width = stacked || !right_count ? inner : bars ? inner * 11 / 20 : inner / 2 - 1;
    int right_width = stacked ? inner : inner - left_width - 3;
    struct cell_column left_form = form_of(section, p, left, left_count, left_width, LABEL_MOST);
    struct cell_column right_form =
        form_of(section, p, right, right_count, right_width, LABEL_MOST);
    for (size_t i = 0; i < left_count || (!stacked && i < right_count); i++) {
        if (i < left_count)
            draw_cell(section, p, left[i], INDENT, left_width, &left_form);
        if (!stacked && i < right_count)
            draw_cell(section, p, right[i], INDENT + left_width + 3, right_width, &right_form);
        painter_next(p);
    }
    for (size_t i = 0; stacked && i < right_count; i++) {
        draw_cell(section, p, right[i], INDENT, right_width, &right_form);
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

static size_t cells_shown(const struct details_section *section, const struct view_block *block)
{
    bool all = section->whole_tables || block->count <= SHORT_TABLE + 1;
    return all ? block->count : SHORT_TABLE;
}

static struct cell_column form_of_block(const struct details_section *section,
                                        const struct painter *p, const struct view_block *block)
{
    size_t shown = cells_shown(section, block);
    const struct view_cell **cells = mem_alloc((shown + 1) * sizeof *cells);
    int inner = p->width - INDENT - 3;
    for (size_t i = 0; i < shown; i++)
        cells[i] = &block->cells[i];
    struct cell_column form = form_of(section, p, cells, shown, inner, inner / 2);
    free(cells);
    return form;
}

/* label: the width of labels, so that the bars of neighbours begin in one column. */
static void draw_block(const struct details_section *section, struct painter *p,
                       const struct view_block *block, int label)
{
    struct cell_column form = form_of_block(section, p, block);
    form.label = label;
    char *title = safe_text(block->label);
    painter_text(p, INDENT, p->width - INDENT, ROLE_HEADING, title);
    painter_next(p);
    free(title);
    size_t shown = cells_shown(section, block);
    int inner = p->width - INDENT - 3;
    for (size_t i = 0; i < shown; i++) {
        draw_cell(section, p, &block->cells[i], INDENT + 2, inner, &form);
        painter_next(p);
    }
    if (shown < block->count) {
        char more[64];
        snprintf(more, sizeof more, "%zu more (e)", block->count - shown);
        painter_text(p, INDENT + 2, inner, ROLE_DIM, more);
        painter_next(p);
    }
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

struct figures_style details_section_style(const struct details_section *section)
{
    return (struct figures_style){INDENT,
                                  section->whole_tables,
                                  section->metric_names,
                                  section->baseline,
                                  section->baseline_name,
                                  section->before,
                                  &section->rooflines};
}

static bool is_plain(struct section_view *view, const struct view_block *block)
{
    return !repeats_header(view, block) && !figures_replace(view, block);
}

/* Blocks and figures in the order of the section's items. */
static void draw_body(const struct details_section *section, struct painter *p)
{
    struct section_view *view = section->view;
    struct figures_style style = details_section_style(section);
    size_t from = 0;
    int label = 0;
    for (size_t i = 0; i < view->block_count; i++) {
        bool plain = is_plain(view, &view->blocks[i]) && !view->blocks[i].chart;
        int own = plain ? form_of_block(section, p, &view->blocks[i]).label : 0;
        label = own > label ? own : label;
    }
    for (size_t i = 0; i < view->block_count; i++) {
        const struct view_block *block = &view->blocks[i];
        figures_draw(view, from, block->item, &style, p);
        from = block->item;
        if (is_plain(view, block) && !figures_draw_bars(view, block, &style, p))
            draw_block(section, p, block,
                       block->chart ? form_of_block(section, p, block).label : label);
    }
    figures_draw(view, from, SIZE_MAX, &style, p);
}

const char *details_section_id(const struct details_section *section)
{
    return section->note ? section->note->id : section->view->section->identifier;
}

void details_section_prepare(const struct details_section *section)
{
    if (!section->note && !section->open)
        section_view_digest(section->view);
}

void details_section_draw(const struct details_section *section, struct painter *p)
{
    /* Its digest may be made of figures. */
    if (p->measure && !p->search)
        painter_next(p);
    else
        draw_title(section, p);
    if (!section->open)
        return;
    if (section->note) {
        draw_lines(section->note, p);
        return;
    }
    if (section->description && section->view->section->description) {
        char *text = safe_text(section->view->section->description);
        painter_wrapped(p, INDENT, ROLE_DIM, text);
        free(text);
    }
    draw_header(section, p);
    section_findings_draw(section->result, section->baseline, section->view->section,
                          section->whole_tables, INDENT, p);
    draw_body(section, p);
    section_links_draw(section->result, section->view->section, INDENT, p);
}
