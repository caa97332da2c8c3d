/* The map of the memory chart: kernel, memory spaces, first level, L2 and memories side by side. A
 * gap lies between two units, with a line per link. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/figures/memory_figure.h"
#include "tui/term/canvas.h"
#include "tui/term/short_number.h"

enum { KERNEL, SPACES, FIRST, SECOND, MEMORIES, UNITS };

/* Where there is room, each cache has a hit rate of three digits. */
static const int wide_boxes[UNITS] = {8, 9, 15, 12, 8}, narrow_boxes[UNITS] = {8, 9, 10, 10, 8};
static const char *const gap_units[UNITS - 1] = {"inst", "request", "byte", "byte"};
static const char *const wide_names[UNITS - 1] = {"instructions", "requests", "bytes", "bytes"},
                                            *const narrow_names[UNITS - 1] = {"inst", "requests",
                                                                              "bytes", "bytes"};

/* A line in a gap. The ends have the names in the table. */
struct wire {
    int gap, row; /* row: within the map, without the borders of the boxes */
    const char *from, *to;
    bool leftwards;
};

/* A memory space: its name in the table, its name in the box, and its rows. Rare spaces have a row
 * only if they have traffic. */
struct space {
    const char *name, *shown;
    int rows;
    bool rare, shared;
};

static const struct space spaces[] = {
    {"Global", "Global", 2, false, false},   {"Local", "Local", 2, false, false},
    {"Texture", "Texture", 1, false, false}, {"Surface", "Surface", 2, false, false},
    {"DSMEM", "DSMEM", 1, true, false},      {"Load Global Store Shared", "LDGSTS", 1, true, false},
    {"Shared", "Shared", 2, false, true},
};
enum { SPACE_COUNT = sizeof spaces / sizeof *spaces, MEMORY_COUNT = 3, ROWS_OF_MEMORY = 2 };

static const struct {
    const char *name, *shown;
} memories[MEMORY_COUNT] = {
    {"System Memory", "System"}, {"Device Memory", "Device"}, {"Peer Memory", "Peer"}};

struct map {
    const struct memory_map *data, *before;
    struct canvas *canvas;
    const struct glyphs *glyphs;
    bool narrow;        /* lines have room for an amount only */
    const int *boxes;   /* their widths */
    int columns[UNITS]; /* where boxes begin */
    int gap;            /* columns between two boxes */
    int shared_row;     /* where shared memory begins, with its border */
    int rows;           /* of the canvas */
};

static const char first_level[] = "L1/TEX Cache", shared_memory[] = "Shared Memory",
                  second_level[] = "L2 Cache";

static double amount_of(const struct memory_map *data, const char *from, const char *to)
{
    const struct memory_link *link = memory_map_link(data, from, to);
    return link ? link->amount : NAN;
}

static bool is_shown(const struct memory_map *data, const struct space *space)
{
    return !space->rare || amount_of(data, "Kernel", space->name) > 0;
}

static void draw_box(const struct map *m, int column, int row, int columns, int rows)
{
    const char *const *box = m->glyphs->boxes;
    for (int i = 1; i < columns - 1; i++) {
        canvas_glyph(m->canvas, column + i, row, ROLE_RULE, box[5]);
        canvas_glyph(m->canvas, column + i, row + rows - 1, ROLE_RULE, box[5]);
    }
    for (int i = 1; i < rows - 1; i++) {
        canvas_glyph(m->canvas, column, row + i, ROLE_RULE, box[4]);
        canvas_glyph(m->canvas, column + columns - 1, row + i, ROLE_RULE, box[4]);
    }
    canvas_glyph(m->canvas, column, row, ROLE_RULE, box[0]);
    canvas_glyph(m->canvas, column + columns - 1, row, ROLE_RULE, box[1]);
    canvas_glyph(m->canvas, column, row + rows - 1, ROLE_RULE, box[2]);
    canvas_glyph(m->canvas, column + columns - 1, row + rows - 1, ROLE_RULE, box[3]);
}

static void write_in(const struct map *m, int unit, int row, enum role role, const char *text)
{
    struct strbuf fitted = {0};
    safe_text_fit(&fitted, text, (size_t)m->boxes[unit] - 2);
    canvas_label(m->canvas, m->columns[unit] + 1, row, role, fitted.data);
    strbuf_free(&fitted);
}

/* Writes the longest of the forms that fits, and remembers the number for the cursor. */
static void write_number(const struct map *m, int unit, int row, const struct memory_fact *fact,
                         enum role role, const char *const *forms)
{
    struct strbuf label = {0};
    struct number number = memory_figure_fact(fact, &label);
    while (forms[1] && (int)safe_text_width(*forms) > m->boxes[unit] - 2)
        forms++;
    write_in(m, unit, row, role, *forms);
    canvas_number(m->canvas, m->columns[unit] + 1, row, (int)safe_text_width(*forms), &number);
    strbuf_free(&label);
}

/* Writes "hit 98.1 %". */
static void write_hits(const struct map *m, int unit, const char *node)
{
    const struct memory_fact *fact = memory_map_fact(m->data, node, "hit rate");
    if (!fact || isnan(fact->value)) {
        write_in(m, unit, 3, ROLE_NORMAL, "hit n/a");
        return;
    }
    char *text = mem_printf("hit %.3g %%", fact->value), *bare = mem_printf("%.3g", fact->value);
    write_number(m, unit, 3, fact, ROLE_NORMAL, (const char *[]){text, text + 4, bare, NULL});
    free(text);
    free(bare);
}

/* Writes "port 76 %", what a unit's port moves of the most that it could, in the colour of a link
 * with that share. */
static void write_port(const struct map *m, int unit, int row, const char *node)
{
    const struct memory_fact *fact = memory_map_fact(m->data, node, "port peak %");
    struct strbuf peak = {0};
    if (!fact || isnan(fact->value)) {
        if (unit != MEMORIES)
            write_in(m, unit, row, ROLE_NORMAL, "port n/a");
        return;
    }
    memory_figure_add_peak(&peak, fact->value);
    char *text = mem_printf("port %s", peak.data);
    char *close = mem_printf("port %.*s%%", (int)strcspn(peak.data, " "), peak.data);
    write_number(m, unit, row, fact, memory_figure_role(fact->value),
                 (const char *[]){text, close, peak.data, NULL});
    free(text);
    free(close);
    strbuf_free(&peak);
}

/* Appends " -33%", in a short form because there is little room. */
static void add_change(struct strbuf *out, const struct value_change *change)
{
    if (change->verdict == CHANGE_ABSENT || change->verdict == CHANGE_EQUAL)
        return;
    if (change_is_real(change->verdict) && strchr(change->text, '%'))
        strbuf_addf(out, " %+.0f%%", change->percent);
    else
        strbuf_addf(out, " %s", change->text);
}

/* Returns a short form of the unit. */
static const char *short_unit(const char *unit)
{
    static const char *const units[][2] = {{"request", "req"}, {"sector", "sec"}, {"byte", "B"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i][0], unit) == 0)
            return units[i][1];
    return unit;
}

/* Appends " 12%", or with a baseline " x2.10", or nothing. */
static void add_share(struct strbuf *out, const struct memory_link *link,
                      const struct memory_map *before)
{
    struct strbuf peak = {0};
    if (before) {
        struct value_change change = memory_figure_change(link, before);
        add_change(out, &change);
    } else if (link->amount > 0) {
        memory_figure_add_peak(&peak, link->peak);
        if (peak.length)
            strbuf_addf(out, " %.*s%%", (int)strcspn(peak.data, " "), peak.data);
    }
    strbuf_free(&peak);
}

/* Appends "46.1M > 0" for a link that the baseline used and this result does not. */
static bool add_silenced(struct strbuf *out, const struct memory_link *link,
                         const struct memory_map *before, const struct glyphs *g)
{
    if (!memory_figure_silenced(link, before))
        return false;
    short_number(out, memory_map_link(before, link->from, link->to)->amount);
    strbuf_addf(out, " %s 0", g->right);
    return true;
}

/* Returns "8.4M 12%", with the unit if it is not that of the gap; with a baseline "8.4M x2.10". If
 * there is no room, the unit is shortened first. Then the share is left out, which the line's
 * weight shows, and last the unit, which the status line shows. */
static char *wire_text(const struct memory_link *link, const struct map *m, int gap, int room)
{
    struct strbuf amount = {0}, share = {0}, text = {0};
    bool same = strcmp(link->unit, gap_units[gap]) == 0 || !*link->unit;
    const char *blank = same ? "" : " ", *unit = same ? "" : link->unit;
    const char *brief = short_unit(unit);
    strbuf_adds(&share, "");
    if (!add_silenced(&amount, link, m->before, m->glyphs)) {
        short_number(&amount, link->amount);
        add_share(&share, link, m->before);
    }
    const char *const forms[][3] = {
        {blank, unit, share.data}, {blank, brief, share.data}, {blank, brief, ""}, {"", "", ""}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        strbuf_clear(&text);
        strbuf_addf(&text, "%s%s%s%s", amount.data, forms[i][0], forms[i][1], forms[i][2]);
        if ((int)safe_text_width(text.data) <= room)
            break;
    }
    strbuf_free(&amount);
    strbuf_free(&share);
    return strbuf_detach(&text);
}

/* Draws "<-- 8.4M 12 % ---". Without traffic there is only the number. */
static void draw_wire(const struct map *m, const struct wire *wire)
{
    const struct memory_link *link = memory_map_link(m->data, wire->from, wire->to);
    if (!link)
        return;
    int left = m->columns[wire->gap] + m->boxes[wire->gap], row = wire->row;
    bool carries = link->amount > 0;
    enum role role = carries ? memory_figure_role(link->peak) : ROLE_DIM;
    /* An arrow, and in narrow gaps one piece of the line, for its weight. */
    int blanks = m->narrow && carries ? 0 : 2;
    char *text = wire_text(link, m, wire->gap, m->gap - 1 - (blanks ? blanks : 1));
    const char *line = m->glyphs->links[memory_figure_weight(link->peak)];
    for (int i = 0; i < m->gap && carries; i++)
        canvas_glyph(m->canvas, left + i, row, role, line);
    if (carries)
        canvas_glyph(m->canvas, wire->leftwards ? left : left + m->gap - 1, row, role,
                     wire->leftwards ? m->glyphs->left : m->glyphs->right);
    int width = (int)safe_text_width(text) + blanks, from = left + (m->gap - width + 1) / 2;
    char *spaced = blanks ? mem_printf(" %s ", text) : mem_strdup(text);
    canvas_label(m->canvas, from, row, carries ? ROLE_NORMAL : ROLE_DIM, spaced);
    if (!isnan(link->amount)) {
        struct strbuf source = {0}, label = {0};
        struct number number = memory_figure_link(link, &source, &label);
        canvas_number(m->canvas, left, row, m->gap, &number);
        strbuf_free(&source);
        strbuf_free(&label);
    }
    free(spaced);
    free(text);
}

/* Draws both directions between two units, the one to the left first. */
static void draw_wires(const struct map *m, int gap, int row, const char *left, const char *right)
{
    draw_wire(m, &(struct wire){gap, row, right, left, true});
    int next = memory_map_link(m->data, right, left) ? row + 1 : row;
    draw_wire(m, &(struct wire){gap, next, left, right, false});
}

static void draw_spaces(struct map *m)
{
    int row = 2;
    for (int i = 0; i < SPACE_COUNT; i++) {
        const struct space *space = &spaces[i];
        if (!is_shown(m->data, space))
            continue;
        if (space->shared)
            m->shared_row = row++;
        if (space->shared)
            row++;
        write_in(m, SPACES, row, ROLE_NORMAL, space->shown);
        draw_wire(m, &(struct wire){KERNEL, row, "Kernel", space->name, false});
        draw_wires(m, SPACES, row, space->name, space->shared ? shared_memory : first_level);
        row += space->rows;
    }
}

static void draw_gap_names(const struct map *m)
{
    for (int i = 0; i < UNITS - 1; i++) {
        const char *name = m->narrow ? narrow_names[i] : wide_names[i];
        int left = m->columns[i] + m->boxes[i], width = (int)strlen(name);
        canvas_label(m->canvas, left + (m->gap - width) / 2, 0, ROLE_DIM, name);
    }
}

static void draw_boxes(const struct map *m)
{
    int all = m->rows - 1, first = m->shared_row;
    draw_box(m, m->columns[KERNEL], 1, m->boxes[KERNEL], all);
    draw_box(m, m->columns[SPACES], 1, m->boxes[SPACES], all);
    draw_box(m, m->columns[FIRST], 1, m->boxes[FIRST], first);
    draw_box(m, m->columns[FIRST], m->shared_row + 1, m->boxes[FIRST], m->rows - m->shared_row - 1);
    draw_box(m, m->columns[SECOND], 1, m->boxes[SECOND], all);
    draw_box(m, m->columns[MEMORIES], 1, m->boxes[MEMORIES], all);
}

static void draw_memories(const struct map *m)
{
    int step = (m->rows - 3) / MEMORY_COUNT;
    for (int i = 0; i < MEMORY_COUNT; i++) {
        int row = 2 + i * step;
        write_in(m, MEMORIES, row, ROLE_NORMAL, memories[i].shown);
        write_port(m, MEMORIES, row + 1, memories[i].name);
        draw_wires(m, SECOND, row, second_level, memories[i].name);
    }
}

static int rows_of(const struct memory_map *data)
{
    int rows = 5; /* names of gaps, borders, two borders before shared memory */
    for (int i = 0; i < SPACE_COUNT; i++)
        rows += is_shown(data, &spaces[i]) ? spaces[i].rows : 0;
    return rows;
}

void memory_figure_draw_map(const struct memory_map *data, const struct memory_map *before,
                            int indent, struct painter *p)
{
    struct map m = {
        .data = data, .before = before, .glyphs = painter_glyphs(p), .rows = rows_of(data)};
    int width = p->width - indent - 1, boxes = 0, at = 0;
    m.narrow = p->width - indent < MEMORY_FIGURE_WIDE;
    m.boxes = m.narrow ? narrow_boxes : wide_boxes;
    for (int i = 0; i < UNITS; i++)
        boxes += m.boxes[i];
    m.gap = (width - boxes) / (UNITS - 1);
    for (int i = 0; i < UNITS; i++) {
        m.columns[i] = at;
        at += m.boxes[i] + m.gap;
    }
    m.canvas = canvas_new(m.glyphs, width, m.rows);
    draw_gap_names(&m);
    draw_spaces(&m);
    draw_boxes(&m);
    draw_memories(&m);
    draw_wires(&m, FIRST, 2, first_level, second_level);
    draw_wire(&m, &(struct wire){FIRST, m.shared_row + 2, second_level, shared_memory, true});
    write_in(&m, KERNEL, 2, ROLE_HEADING, "Kernel");
    write_in(&m, FIRST, 2, ROLE_HEADING, m.narrow ? "L1/TEX" : first_level);
    write_hits(&m, FIRST, first_level);
    write_port(&m, FIRST, 4, first_level);
    write_in(&m, FIRST, m.shared_row + 2, ROLE_HEADING, m.narrow ? "Shared" : shared_memory);
    write_port(&m, FIRST, m.shared_row + 3, shared_memory);
    write_in(&m, SECOND, 2, ROLE_HEADING, m.narrow ? "L2" : second_level);
    write_hits(&m, SECOND, second_level);
    write_port(&m, SECOND, 4, second_level);
    canvas_order_numbers(m.canvas);
    canvas_draw(m.canvas, indent, p);
    canvas_free(m.canvas);
}
