#include "occupancy_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "export_table.h"
#include "match.h"
#include "mem.h"
#include "metric_format.h"
#include "painter.h"
#include "safe_text.h"
#include "screen.h"

/* Columns of the two tables, and how they stand beside each other. */
enum {
    MARGIN = 2,
    LABEL = 21,
    VALUE = 10,
    INPUTS = MARGIN + LABEL + 2 * VALUE,
    GAP = 3,
    RESULT_LABEL = 14,
    RESULT = 8,
    RESULTS = RESULT_LABEL + 2 * RESULT + 2,
    NOTES_LEAST = 40,
    FIGURE_MOST = 18
};

enum outcome {
    OUT_PERCENT,
    OUT_ACHIEVED,
    OUT_WARPS,
    OUT_BLOCKS,
    OUT_LIMIT, /* as many rows as there are limits */
    OUT_REGISTERS = OUT_LIMIT + WHAT_IF_LIMITS,
    OUT_SHARED,
    OUT_WAVES,
    OUTCOMES
};

static const struct {
    const char *name, *label;
} outcomes[OUTCOMES] = {
    {"occupancy_pct", "Occupancy"},         {"achieved_pct", "  achieved"},
    {"active_warps", "Warps per SM"},       {"blocks_per_sm", "Blocks per SM"},
    {"limit_warps", "  by warps"},          {"limit_registers", "  registers"},
    {"limit_shared", "  shared mem."},      {"limit_blocks", "  blocks"},
    {"limit_barriers", "  barriers"},       {"registers_per_block", "Regs per block"},
    {"shared_per_block", "Mem. per block"}, {"waves", "Waves"},
};

void occupancy_view_show(struct occupancy_view *view, const struct result *result)
{
    view->result = result;
    view->known = view->begun = false;
    view->scroll = 0;
}

static void look(struct occupancy_view *view)
{
    view->change_count = view->known ? what_if_changes(&view->what, view->changes) : 0;
}

/* false: there is no launch to ask about. */
static bool begin(struct occupancy_view *view)
{
    if (!view->begun) {
        view->begun = true;
        view->known = view->result ? what_if_begin(&view->what, view->result, &view->error)
                                   : error_set(&view->error, "no result is open");
        look(view);
    }
    if (view->known && !what_if_has(&view->what, view->cursor))
        view->cursor = WHAT_IF_BLOCK;
    return view->known;
}

static bool set(struct occupancy_view *view, enum what_if_input input, unsigned value,
                struct error *error)
{
    bool good = what_if_set(&view->what, input, value, error);
    view->cursor = what_if_has(&view->what, input) ? input : view->cursor;
    view->curve = occupancy_figure_of(view->cursor, view->curve);
    look(view);
    return good;
}

bool occupancy_view_set(struct occupancy_view *view, const char *text, struct error *error)
{
    enum what_if_input input;
    unsigned value;
    size_t length = strcspn(text, " ");
    if (!begin(view))
        return error_set(error, "%s", view->error.text);
    if (!what_if_input_named(text, length, &input)) {
        struct strbuf words = {0};
        for (int i = 0; i < WHAT_IF_INPUTS; i++)
            strbuf_addf(&words, "%s%s", i ? ", " : "", what_if_word((enum what_if_input)i));
        error_set(error, "\"%.*s\" is no input; there are %s", (int)length, text, words.data);
        strbuf_free(&words);
        return false;
    }
    text += length + strspn(text + length, " ");
    return what_if_read(input, text, &value, error) && set(view, input, value, error);
}

static void move(struct occupancy_view *view, int step)
{
    int at = (int)view->cursor;
    do
        at += step;
    while (at >= 0 && at < WHAT_IF_INPUTS && !what_if_has(&view->what, (enum what_if_input)at));
    if (at >= 0 && at < WHAT_IF_INPUTS)
        view->cursor = (enum what_if_input)at;
    view->curve = occupancy_figure_of(view->cursor, view->curve);
}

bool occupancy_view_act(struct occupancy_view *view, enum action_id action, int rows,
                        struct error *error)
{
    int page = rows > 3 ? rows - 2 : 1, step = action == DO_MORE ? 1 : -1;
    error_set(error, "%s", "");
    if (!begin(view))
        return false;
    unsigned value = view->what.now[view->cursor];
    switch (action) {
    case DO_DOWN:
    case DO_UP:
        move(view, action == DO_DOWN ? 1 : -1);
        view->scroll = 0;
        return true;
    case DO_FIRST:
    case DO_LAST:
        for (int i = 0; i < WHAT_IF_INPUTS; i++)
            move(view, action == DO_LAST ? 1 : -1);
        return true;
    case DO_PAGE_DOWN:
        view->scroll += page;
        return true;
    case DO_PAGE_UP:
        view->scroll = view->scroll > page ? view->scroll - page : 0;
        return true;
    case DO_MORE:
    case DO_LESS:
        if (what_if_next(&view->what, view->cursor, step, &value))
            return set(view, view->cursor, value, error);
        return error_set(error, "%s: there is nothing %s on this chip", what_if_label(view->cursor),
                         step > 0 ? "above" : "below");
    case DO_AS_LAUNCHED:
        what_if_reset(&view->what);
        look(view);
        return true;
    default:
        return false;
    }
}

/* The input that stands in a line of the table; -1: none. */
static int input_at(const struct what_if *what, int line)
{
    for (int i = 0; i < WHAT_IF_INPUTS; i++)
        if (what_if_has(what, (enum what_if_input)i) && --line < 0)
            return i;
    return -1;
}

bool occupancy_view_click(struct occupancy_view *view, int row)
{
    int line = row - 2 + view->scroll,
        at = begin(view) && line >= 0 ? input_at(&view->what, line) : -1;
    if (row < 2 || at < 0)
        return false;
    view->cursor = (enum what_if_input)at;
    view->curve = occupancy_figure_of(view->cursor, view->curve);
    return true;
}

bool occupancy_view_search(struct occupancy_view *view, const char *text, int step, bool here)
{
    if (!begin(view))
        return false;
    for (int i = here ? 0 : 1; i <= WHAT_IF_INPUTS; i++) {
        int at = ((int)view->cursor + step * i) % WHAT_IF_INPUTS;
        enum what_if_input input = (enum what_if_input)(at < 0 ? at + WHAT_IF_INPUTS : at);
        if (what_if_has(&view->what, input) && match_text(what_if_label(input), text)) {
            view->cursor = input;
            view->curve = occupancy_figure_of(input, view->curve);
            return true;
        }
    }
    return false;
}

static void draw_right(struct painter *p, int column, int width, enum role role, const char *text)
{
    int needed = (int)safe_text_width(text), left = needed < width ? width - needed : 0;
    painter_text(p, column + left, width - left, role, text);
}

static void draw_headings(struct painter *p, int column, int width, const char *title)
{
    painter_text(p, 0, column, ROLE_HEADING, title);
    draw_right(p, column, width, ROLE_HEADING, "launch");
    draw_right(p, column + width, width, ROLE_HEADING, "what if");
    painter_next(p);
}

static void draw_input(const struct occupancy_view *view, enum what_if_input input,
                       struct painter *p)
{
    const struct what_if *what = &view->what;
    struct strbuf launch = {0}, now = {0};
    bool selected = input == view->cursor, changed = what->launch[input] != what->now[input];
    enum role role = selected ? ROLE_SELECTION : ROLE_NORMAL;
    what_if_write(input, what->launch[input], &launch);
    what_if_write(input, what->now[input], &now);
    if (selected) {
        struct strbuf blank = {0};
        strbuf_pad(&blank, ' ', INPUTS);
        painter_text(p, 0, INPUTS, role, blank.data);
        painter_text(p, 0, 1, role, painter_glyphs(p)->cursor);
        strbuf_free(&blank);
    }
    painter_text(p, MARGIN, LABEL, role, what_if_label(input));
    draw_right(p, MARGIN + LABEL, VALUE, selected ? role : ROLE_DIM, launch.data);
    draw_right(p, MARGIN + LABEL + VALUE, VALUE,
               selected  ? role
               : changed ? ROLE_BUSY
                         : role,
               now.data);
    painter_next(p);
    strbuf_free(&launch);
    strbuf_free(&now);
}

/* NAN: there is none. */
static double number_of(const struct what_if *what, const struct what_if_outcome *out,
                        bool of_launch, int row)
{
    if (row >= OUT_LIMIT && row < OUT_REGISTERS)
        return row - OUT_LIMIT == LIMIT_BARRIERS && !what_if_has(what, WHAT_IF_BARRIERS)
                   ? NAN
                   : out->by[row - OUT_LIMIT];
    switch (row) {
    case OUT_PERCENT:
        return out->percent;
    case OUT_ACHIEVED:
        return of_launch ? what->achieved : NAN;
    case OUT_WARPS:
        return out->limits.active_warps;
    case OUT_BLOCKS:
        return out->limits.active_blocks;
    case OUT_REGISTERS:
        return out->registers;
    case OUT_SHARED:
        return out->shared;
    default:
        return out->waves;
    }
}

static char *text_of(const struct what_if *what, const struct what_if_outcome *out, bool of_launch,
                     int row)
{
    struct strbuf text = {0};
    double number = number_of(what, out, of_launch, row);
    if (isnan(number))
        strbuf_adds(&text, "-");
    else if (row == OUT_PERCENT || row == OUT_ACHIEVED)
        strbuf_addf(&text, "%.4g %%", number);
    else if (row == OUT_WAVES && number < 10000)
        strbuf_addf(&text, "%.2f", number);
    else
        format_thousands(&text, (unsigned long long)number);
    return strbuf_detach(&text);
}

static void draw_outcome(const struct what_if *what, const struct what_if_outcome both[2], int row,
                         struct painter *p)
{
    bool limits = row >= OUT_LIMIT && row < OUT_REGISTERS;
    bool least = limits && both[1].least >> (row - OUT_LIMIT) & 1;
    bool same = what_if_is_launch(what);
    painter_text(p, 0, RESULT_LABEL, ROLE_NORMAL, outcomes[row].label);
    for (int i = 0; i < 2; i++) {
        char *text = text_of(what, &both[i], !i || same, row);
        draw_right(p, RESULT_LABEL + i * RESULT, RESULT,
                   !i      ? ROLE_DIM
                   : least ? ROLE_FINDING
                           : ROLE_NORMAL,
                   text);
        free(text);
    }
    if (least)
        painter_text(p, RESULT_LABEL + 2 * RESULT + 1, 1, ROLE_FINDING, painter_glyphs(p)->finding);
    painter_next(p);
}

static void draw_outcomes(const struct what_if *what, struct painter *p)
{
    struct what_if_outcome both[2] = {what_if_outcome_launch(what), what_if_outcome(what)};
    struct strbuf title = {0};
    strbuf_addf(&title, "%s limits", painter_glyphs(p)->finding);
    draw_headings(p, RESULT_LABEL, RESULT, title.data);
    strbuf_free(&title);
    for (int i = 0; i < OUTCOMES; i++)
        draw_outcome(what, both, i, p);
}

/* "registers 40 -> 32: 75 % -> 100 %" */
static void tell_change(const struct what_if *what, const struct what_if_change *change,
                        struct strbuf *out)
{
    for (size_t i = 0; i < change->inputs; i++) {
        strbuf_addf(out, "%s%s ", i ? " and " : "", what_if_word(change->input[i]));
        what_if_write(change->input[i], what->now[change->input[i]], out);
        strbuf_adds(out, " -> ");
        what_if_write(change->input[i], change->value[i], out);
    }
    strbuf_addf(out, ": %.4g %% -> %.4g %%", what_if_outcome(what).percent, change->percent);
}

static void tell_limits(const struct what_if_outcome *out, struct strbuf *text)
{
    const char *between = "";
    for (int i = 0; i < WHAT_IF_LIMITS; i++)
        if (out->least >> i & 1) {
            strbuf_addf(text, "%s%s", between, what_if_limits[i]);
            between = ", ";
        }
}

static void draw_advice(const struct occupancy_view *view, struct painter *p)
{
    const struct what_if *what = &view->what;
    struct what_if_outcome out = what_if_outcome(what);
    struct strbuf text = {0};
    const char *mark = painter_glyphs(p)->finding;
    for (size_t i = 0; i < view->change_count; i++) {
        strbuf_clear(&text);
        strbuf_addf(&text, "%s ", mark);
        tell_change(what, &view->changes[i], &text);
        painter_wrapped(p, 0, ROLE_FINDING, text.data);
    }
    strbuf_clear(&text);
    what_if_obstacle(what, &text);
    if (text.length) {
        strbuf_adds(&text, ": no block fits");
        painter_wrapped(p, 0, ROLE_ERROR, text.data);
    } else if (!view->change_count && out.limits.active_warps == what->device.chip.max_warps) {
        painter_wrapped(p, 0, ROLE_GOOD, "all warps of the SM: nothing raises it");
    } else if (!view->change_count) {
        strbuf_adds(&text, "nothing that can be changed here raises it: ");
        tell_limits(&out, &text);
        painter_wrapped(p, 0, ROLE_NORMAL, text.data);
    }
    strbuf_free(&text);
}

/* What the numbers rest on. */
static void draw_notes(const struct what_if *what, struct painter *p)
{
    const unsigned *now = what->now, *launch = what->launch;
    const struct occupancy_chip *chip = &what->device.chip;
    struct strbuf text = {0};
    struct what_if_outcome out = what_if_outcome(what);
    unsigned shared = now[WHAT_IF_STATIC] + now[WHAT_IF_DYNAMIC] + chip->driver_shared_per_block;
    if (now[WHAT_IF_BLOCK] != launch[WHAT_IF_BLOCK]) {
        strbuf_adds(&text, "The grid keeps its ");
        format_thousands(&text, what->grid * launch[WHAT_IF_BLOCK]);
        strbuf_adds(&text, " threads: ");
        format_thousands(&text, out.blocks);
        strbuf_adds(&text, " blocks. ");
    }
    if (now[WHAT_IF_CHIP] != launch[WHAT_IF_CHIP])
        strbuf_adds(&text, "A capability says nothing of the number of SMs: it is kept. ");
    if (shared > now[WHAT_IF_CONFIG] && out.limits.shared)
        strbuf_adds(&text, "More than this shared memory of an SM: the driver takes more. ");
    if (now[WHAT_IF_CLUSTER] && what_if_has(what, WHAT_IF_CLUSTER) &&
        now[WHAT_IF_CLUSTER] < WHAT_IF_CLUSTERS && what->clusters[now[WHAT_IF_CLUSTER]])
        strbuf_addf(&text,
                    "Clusters of %u at once on the device, as the driver told for the launch: %u. ",
                    now[WHAT_IF_CLUSTER], what->clusters[now[WHAT_IF_CLUSTER]]);
    if (text.length)
        painter_wrapped(p, 0, ROLE_DIM, text.data);
    strbuf_free(&text);
}

void occupancy_view_paint(const struct occupancy_view *view, int rows, struct painter *p)
{
    struct painter left = *p, right = *p, notes = *p;
    bool abreast = p->width >= INPUTS + GAP + RESULTS;
    bool third = p->width >= INPUTS + RESULTS + 2 * GAP + NOTES_LEAST;
    draw_headings(&left, MARGIN + LABEL, VALUE, "  Input");
    for (int i = 0; i < WHAT_IF_INPUTS; i++)
        if (what_if_has(&view->what, (enum what_if_input)i))
            draw_input(view, (enum what_if_input)i, &left);
    if (abreast) {
        right.x += INPUTS + GAP;
        right.width = RESULTS;
    } else {
        right.line = left.line;
    }
    draw_outcomes(&view->what, &right);
    if (third) {
        notes.x += INPUTS + RESULTS + 2 * GAP;
        notes.width -= INPUTS + RESULTS + 2 * GAP;
        painter_text(&notes, 0, notes.width, ROLE_HEADING, "The nearest changes that raise it");
        painter_next(&notes);
    } else {
        notes.x += MARGIN;
        notes.width = abreast ? INPUTS - MARGIN : p->width - MARGIN;
        notes.line = abreast ? left.line : right.line;
    }
    draw_advice(view, &notes);
    draw_notes(&view->what, &notes);
    p->line = notes.line > right.line ? notes.line : right.line;
    if (rows - p->line > OCCUPANCY_FIGURE_ROWS)
        painter_next(p);
    int room = rows - p->line;
    occupancy_figure_draw(&view->what, view->curve, room < FIGURE_MOST ? room : FIGURE_MOST, p);
}

static void draw_title(const struct result *result)
{
    struct strbuf text = {0};
    char *name = safe_text(result->name);
    strbuf_addf(&text, "%s %zu %s: what if", screen_glyphs()->back, result->id, name);
    screen_text(0, 1, screen_columns() - 2, ROLE_TITLE, text.data);
    strbuf_free(&text);
    free(name);
}

void occupancy_view_draw(struct occupancy_view *view, int rows, const char *search)
{
    if (!begin(view)) {
        struct painter p = {
            .x = 2, .width = screen_columns() - 4, .y = 2, .first = 2, .last = rows};
        painter_wrapped(&p, 0, ROLE_DIM, view->error.text);
        return;
    }
    draw_title(view->result);
    struct painter p = {.measure = true, .width = screen_columns(), .search = search};
    occupancy_view_paint(view, rows - 1, &p);
    int most = p.line > rows - 1 ? p.line - (rows - 1) : 0;
    view->scroll = view->scroll > most ? most : view->scroll;
    p = (struct painter){.width = screen_columns(),
                         .y = 1 - view->scroll,
                         .first = 1,
                         .last = rows,
                         .search = search};
    occupancy_view_paint(view, rows - 1, &p);
}

static void add_row(struct export_table *table, const char *name, const char *launch,
                    const char *now)
{
    export_table_add(table, name);
    export_table_add(table, launch);
    export_table_add(table, now);
}

static void add_input(struct export_table *table, const struct what_if *what,
                      enum what_if_input input)
{
    struct strbuf launch = {0}, now = {0};
    if (input == WHAT_IF_CHIP) {
        what_if_write(input, what->launch[input], &launch);
        what_if_write(input, what->now[input], &now);
    } else {
        strbuf_addf(&launch, "%u", what->launch[input]);
        strbuf_addf(&now, "%u", what->now[input]);
    }
    add_row(table, what_if_word(input), launch.data, now.data);
    strbuf_free(&launch);
    strbuf_free(&now);
}

bool occupancy_view_print(struct occupancy_view *view, enum page_format format, FILE *out,
                          struct error *error)
{
    static const char *const names[] = {"name", "launch", "what_if"};
    static const bool numbers[] = {false, true, true};
    struct export_table table = {.columns = 3, .names = names, .numbers = numbers};
    if (!begin(view))
        return error_set(error, "%s", view->error.text);
    const struct what_if *what = &view->what;
    struct what_if_outcome launch = what_if_outcome_launch(what), now = what_if_outcome(what);
    bool same = what_if_is_launch(what);
    for (int i = 0; i < WHAT_IF_INPUTS; i++)
        if (what_if_has(what, (enum what_if_input)i))
            add_input(&table, what, (enum what_if_input)i);
    for (int i = 0; i < OUTCOMES; i++) {
        double numbers_of[2] = {number_of(what, &launch, true, i), number_of(what, &now, same, i)};
        char *texts[2];
        for (int j = 0; j < 2; j++)
            texts[j] = isnan(numbers_of[j]) ? mem_strdup("") : mem_printf("%.15g", numbers_of[j]);
        add_row(&table, outcomes[i].name, texts[0], texts[1]);
        free(texts[0]);
        free(texts[1]);
    }
    export_table_print(&table, format, out);
    export_table_free(&table);
    return true;
}
