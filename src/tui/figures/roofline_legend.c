/* Below the plot stand the points of the shown result in words, then a table of the points of other
 * results, then the roofs. Columns of the table that have no room are left out, the least important
 * ones first. A point whose result has other roofs than those drawn is compared with its own roofs,
 * and a line says so. */
#include "tui/figures/roofline_legend.h"
#include "report/metric/metric_format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/figures/roofline_marks.h"
#include "tui/figures/roofline_names.h"
#include "tui/term/short_number.h"

enum { MOST_LISTED = 12 };
enum { LIMIT_FROM = 60 }; /* % of a roof from which it is called the limit */

bool roofline_has_work(const struct body_row *row)
{
    return roofline_number(row, ROOF_PERFORMANCE) != 0;
}

/* Appends "8.54 % of its roof, 11.7 times below it". */
static void add_distance(struct strbuf *out, double share)
{
    if (!roofline_has_place(share))
        return;
    strbuf_addf(out, " %s ", safe_text_utf8() ? "\u00b7" : "|");
    format_share(out, share);
    strbuf_adds(out, " of its roof");
    if (share < 100)
        strbuf_addf(out, ", %.3g times below it", 100 / share);
}

/* Draws the line of a point. The cursor says its place and how far it is from the roof. */
static void draw_told(const struct body_table *table, const struct body_row *row, const char *text,
                      int indent, struct painter *p)
{
    struct strbuf note = {0};
    strbuf_adds(&note, "");
    if (roofline_has_place(roofline_number(row, ROOF_INTENSITY))) {
        strbuf_adds(&note, "at ");
        roofline_add_cell(&note, row, ROOF_INTENSITY);
    }
    add_distance(&note, roofline_number(row, ROOF_SHARE));
    painter_wrapped_number(
        p, indent, ROLE_NORMAL, text,
        &(struct number){.source = body_cell_source(table, row, ROOF_PERFORMANCE),
                         .label = row->label,
                         .value = roofline_number(row, ROOF_PERFORMANCE),
                         .unit = row->cells[ROOF_PERFORMANCE].base_unit,
                         .peak = NAN,
                         .note = note.data});
    strbuf_free(&note);
}

/* Appends "4 % of the roof of DRAM; neither roof is the limit". */
static void add_limit(struct strbuf *out, const struct body_table *table,
                      const struct body_row *point, bool has_slope, bool left)
{
    double share = roofline_number(point, ROOF_SHARE);
    if (!point->roof || isnan(share))
        return;
    char *roof =
        left ? roofline_memory(table, point->roof - 1) : roofline_unit(table, ROOF_PERFORMANCE);
    strbuf_adds(out, ": ");
    format_share(out, share);
    strbuf_addf(out, " of the roof of %s%s", roof,
                share >= LIMIT_FROM ? ", which is the limit"
                : has_slope         ? "; neither roof is the limit"
                                    : ", which is not the limit");
    free(roof);
}

/* Describes a point: "52.1 GFLOP/s of 14.1 TFLOP/s at 2.92 FLOP/byte, left of the ridge at 13.6:
 * 0.4 % of the roof of DRAM; neither roof is the limit". */
static void tell_point(const struct body_table *table, const struct body_row *row, size_t number,
                       bool is_baseline, int indent, struct painter *p)
{
    struct strbuf text = {0};
    char *name = roofline_name(row->label);
    char mark[8];
    if (is_baseline)
        roofline_mark_letter(mark, number);
    else
        roofline_mark_number(mark, painter_glyphs(p), number);
    strbuf_addf(&text, "%s %s%s: ", mark, is_baseline ? "baseline " : "", name);
    free(name);
    double x = roofline_number(row, ROOF_INTENSITY);
    if (!roofline_has_place(x)) {
        roofline_add_cell(&text, row, ROOF_PERFORMANCE);
        strbuf_adds(&text, ", its traffic was not collected: no point");
    } else {
        const struct body_row *roof = row->roof ? &table->rows[row->roof - 1] : NULL;
        double ridge = roof ? roofline_number(roof, ROOF_INTENSITY) : NAN;
        roofline_add_cell(&text, row, ROOF_PERFORMANCE);
        strbuf_adds(&text, " of ");
        roofline_add_cell(&text, row, ROOF_ATTAINABLE);
        strbuf_adds(&text, " at ");
        roofline_add_cell(&text, row, ROOF_INTENSITY);
        bool has_slope = roof && roofline_has_place(ridge), left = has_slope && x < ridge;
        if (has_slope)
            strbuf_addf(&text, ", %s of the ridge at %s", left ? "left" : "right",
                        roof->cells[ROOF_INTENSITY].text);
        add_limit(&text, table, row, has_slope, left);
    }
    if (is_baseline)
        painter_wrapped(p, indent, ROLE_BASELINE, text.data);
    else
        draw_told(table, row, text.data, indent, p);
    strbuf_free(&text);
}

void roofline_legend_points(const struct body_table *table, bool is_baseline, int indent,
                            struct painter *p)
{
    size_t number = 0;
    for (size_t i = 0; table && i < table->row_count; i++)
        if (table->rows[i].part == BODY_POINT && roofline_has_work(&table->rows[i]))
            tell_point(table, &table->rows[i], ++number, is_baseline, indent, p);
}

void roofline_legend_idle(const struct body_table *table, int indent, struct painter *p)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part != BODY_POINT || roofline_has_work(row))
            continue;
        char *name = roofline_name(row->label);
        strbuf_addf(&text, "%s%s", text.length ? ", " : "", name);
        free(name);
    }
    if (text.length) {
        strbuf_adds(&text, ": none of these operations was executed, no point");
        painter_wrapped(p, indent, ROLE_DIM, text.data);
    }
    strbuf_free(&text);
}

/* The list of roofs, as far as it goes. */
struct roof_list {
    struct strbuf text;
    size_t count, told;
};

/* Adds "DRAM 4.80 Tbyte/s"; takes the name. */
static void list_roof(struct roof_list *list, char *name, const char *between,
                      const struct body_row *row, int column)
{
    if (list->count++ < MOST_LISTED) {
        strbuf_addf(&list->text, "%s%s%s", list->told++ ? ", " : "Roofs: ", name,
                    *name ? between : "");
        roofline_add_cell(&list->text, row, column);
    }
    free(name);
}

void roofline_legend_roofs(const struct body_table *table, int indent, struct painter *p)
{
    struct roof_list list = {0};
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        if (row->part == BODY_WALL)
            list_roof(&list, roofline_name(row->label), " (wall) at ", row, ROOF_INTENSITY);
        if (row->part != BODY_ROOF)
            continue;
        if (row->cells[ROOF_TRAFFIC].text && roofline_is_first(table, i, ROOF_TRAFFIC))
            list_roof(&list, roofline_memory(table, i), " ", row, ROOF_TRAFFIC);
        if (roofline_is_first(table, i, ROOF_PERFORMANCE))
            list_roof(&list, roofline_precision(table, i), " ", row, ROOF_PERFORMANCE);
    }
    if (list.count > list.told)
        strbuf_addf(&list.text, ", %zu more", list.count - list.told);
    if (list.text.length)
        painter_wrapped(p, indent, ROLE_DIM, list.text.data);
    strbuf_free(&list.text);
}

/* ---- points of other results ---- */

/* Columns of the table behind the mark. */
enum { CALLED, LAUNCH, LEVEL, INTENSITY, WORK, SHARE, GUEST_COLUMNS };
enum { GAP = 2, CALLED_LEAST = 14, CALLED_MOST = 60, TEXT_MOST = 22 };

struct guest_table {
    char *texts[ROOFLINE_MOST + 1][GUEST_COLUMNS]; /* the first row has the headings */
    int widths[GUEST_COLUMNS];                     /* 0: it has no room */
    int mark;                                      /* columns for the marks */
    size_t rows;
};

static char *short_text(double number)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    short_number(&text, number);
    return strbuf_detach(&text);
}

/* Appends a size without trailing sizes of 1. */
static void add_size(struct strbuf *out, const uint64_t size[3], const char *times)
{
    int last = size[2] != 1 ? 2 : size[1] != 1 ? 1 : 0;
    for (int i = 0; i <= last; i++)
        strbuf_addf(out, "%s%" PRIu64, i ? times : "", size[i]);
}

/* Returns "64x64, 16x16". */
static char *launch_text(const struct roofline_other *other, const char *times)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (other->has_launch) {
        add_size(&text, other->grid, times);
        strbuf_adds(&text, ", ");
        add_size(&text, other->block, times);
    }
    return strbuf_detach(&text);
}

static void fill_row(char *texts[GUEST_COLUMNS], const struct roofline_guest *guest,
                     const char *times)
{
    const struct roofline_point *point = guest->point;
    texts[CALLED] = safe_text(guest->other->called);
    texts[LAUNCH] = launch_text(guest->other, times);
    texts[LEVEL] = roofline_name(point->level);
    texts[INTENSITY] = short_text(point->intensity);
    texts[WORK] = short_text(point->performance);
    texts[SHARE] = isnan(point->share)
                       ? mem_strdup("n/a")
                       : mem_printf("%.3g %%%s", point->share, guest->differs ? "*" : " ");
}

static int widest(const struct guest_table *t, int column, int most)
{
    int width = 0;
    for (size_t i = 0; i < t->rows; i++) {
        int used = (int)safe_text_width(t->texts[i][column]);
        width = used > width ? used : width;
    }
    return width < most ? width : most;
}

/* Sets the widths. If there is no room, the level goes first, then the launch. */
static void lay_out(struct guest_table *t, int room)
{
    static const int leaves[] = {GUEST_COLUMNS, LEVEL, LAUNCH};
    for (int i = 0; i < GUEST_COLUMNS; i++)
        t->widths[i] = widest(t, i, i == CALLED ? CALLED_MOST : TEXT_MOST);
    int wish = t->widths[CALLED], rest = 0;
    for (size_t leave = 0; leave < sizeof leaves / sizeof *leaves; leave++) {
        if (leaves[leave] < GUEST_COLUMNS)
            t->widths[leaves[leave]] = 0;
        rest = room - t->mark - 1;
        for (int i = CALLED + 1; i < GUEST_COLUMNS; i++)
            rest -= t->widths[i] ? t->widths[i] + GAP : 0;
        if (rest >= CALLED_LEAST || rest >= wish)
            break;
    }
    t->widths[CALLED] = rest < 0 ? 0 : rest < wish ? rest : wish;
}

/* Draws the cells; numbers align to the right. */
static void draw_cells(const struct guest_table *t, size_t row, int column, enum role role,
                       struct painter *p)
{
    for (int i = CALLED + 1; i < GUEST_COLUMNS; i++) {
        int width = t->widths[i], used = (int)safe_text_width(t->texts[row][i]);
        if (!width)
            continue;
        column += GAP;
        painter_text(p, column + (i >= INTENSITY && used < width ? width - used : 0), width, role,
                     t->texts[row][i]);
        column += width;
    }
}

static void draw_guest(const struct guest_table *t, size_t row, const struct roofline_guest *guest,
                       int indent, struct painter *p)
{
    const struct roofline_point *point = guest->point;
    struct strbuf note = {0}, first = {0}, fitted = {0};
    char mark[8];
    roofline_mark_number(mark, painter_glyphs(p), guest->number);
    strbuf_addf(&first, "%*s%s ", t->mark - (int)safe_text_width(mark), "", mark);
    safe_text_fit(&fitted, t->texts[row][CALLED], (size_t)t->widths[CALLED]);
    strbuf_adds(&first, fitted.data ? fitted.data : "");
    strbuf_addf(&note, "%s at %s", t->texts[row][LEVEL], t->texts[row][INTENSITY]);
    add_distance(&note, point->share);
    painter_number(p, indent, t->mark + 1 + t->widths[CALLED], ROLE_NORMAL, first.data,
                   &(struct number){.source = point->source,
                                    .label = guest->other->called,
                                    .value = point->performance,
                                    .unit = point->unit,
                                    .peak = NAN,
                                    .note = note.data});
    draw_cells(t, row, indent + t->mark + 1 + t->widths[CALLED], ROLE_NORMAL, p);
    painter_next(p);
    strbuf_free(&note);
    strbuf_free(&first);
    strbuf_free(&fitted);
}

static void draw_guests(const struct body_table *table, const struct roofline_guest *guests,
                        size_t count, int indent, struct painter *p)
{
    char last[8];
    struct guest_table *t = mem_alloc(sizeof *t);
    char **headings = t->texts[t->rows++];
    headings[CALLED] = mem_strdup("Result");
    headings[LAUNCH] = mem_strdup("Grid, Block");
    headings[LEVEL] = mem_strdup("Level");
    headings[INTENSITY] = roofline_unit(table, ROOF_INTENSITY);
    headings[WORK] = roofline_unit(table, ROOF_PERFORMANCE);
    headings[SHARE] = mem_strdup("Of Roof ");
    for (size_t i = 0; i < count; i++)
        fill_row(t->texts[t->rows++], &guests[i], painter_glyphs(p)->times);
    roofline_mark_number(last, painter_glyphs(p), guests[count - 1].number);
    t->mark = (int)safe_text_width(last);
    lay_out(t, p->width - indent);
    painter_text(p, indent + t->mark + 1, t->widths[CALLED], ROLE_HEADING, headings[CALLED]);
    draw_cells(t, 0, indent + t->mark + 1 + t->widths[CALLED], ROLE_HEADING, p);
    painter_next(p);
    for (size_t i = 0; i < count; i++)
        draw_guest(t, i + 1, &guests[i], indent, p);
    for (size_t i = 0; i < t->rows; i++)
        for (int j = 0; j < GUEST_COLUMNS; j++)
            free(t->texts[i][j]);
    free(t);
}

/* Explains the mark behind shares. */
static void tell_differing(const struct roofline_look *look, const struct roofline_guest *guests,
                           size_t count, int indent, struct painter *p)
{
    const char *chip = NULL;
    size_t differing = 0;
    for (size_t i = 0; i < count; i++) {
        differing += guests[i].differs;
        if (guests[i].differs && !chip && strcmp(guests[i].other->chip, look->chip) != 0)
            chip = guests[i].other->chip;
    }
    if (!differing)
        return;
    char *line = mem_printf("* relative to its own roofs, which differ from those drawn%s%s",
                            chip ? ": another GPU, " : ": other clocks", chip ? chip : "");
    char *safe = safe_text(line);
    painter_wrapped(p, indent, ROLE_DIM, safe);
    free(line);
    free(safe);
}

static void add_results(struct strbuf *out, enum roofline_with with, size_t count)
{
    static const char *const behind[ROOFLINE_WITHS] = {
        [ROOFLINE_KERNEL] = " of this kernel", [ROOFLINE_LIST] = " of the list"};
    strbuf_addf(out, "%zu %sresult%s%s", count, with == ROOFLINE_TAGGED ? "tagged " : "",
                count == 1 ? "" : "s", behind[with] ? behind[with] : "");
}

void roofline_legend_guests(const struct body_table *table, const struct roofline_look *look,
                            const struct roofline_guest *guests, size_t count, int indent,
                            struct painter *p)
{
    const struct roofline_points *others = look->others;
    struct strbuf text = {0};
    size_t unread = 0, failed = 0, own = 0;
    if (!others || !others->count)
        return;
    for (size_t i = 0; i < others->count; i++) {
        const struct roofline_other *other = &others->others[i];
        own += other->result == others->shown;
        unread += !other->is_read;
        failed += other->failed && other->result != others->shown;
    }
    if (count)
        draw_guests(table, guests, count, indent, p);
    size_t shown = others->count - own, without = shown - count - failed;
    if (others->wanted > others->count) {
        strbuf_addf(&text, "The first %zu of ", others->count);
        add_results(&text, others->with, others->wanted);
        strbuf_adds(&text, ".");
    }
    if (unread)
        strbuf_addf(&text, "%sReading: %zu of %zu.", text.length ? " " : "", others->count - unread,
                    others->count);
    else if (without) {
        strbuf_adds(&text, text.length ? " " : "");
        add_results(&text, others->with, without);
        strbuf_adds(&text, " without a point here.");
    }
    if (failed)
        strbuf_addf(&text, "%s%zu cannot be decoded.", text.length ? " " : "", failed);
    if (text.length)
        painter_wrapped(p, indent, ROLE_DIM, text.data);
    tell_differing(look, guests, count, indent, p);
    strbuf_free(&text);
}
