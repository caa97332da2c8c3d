#include "tui/views/occupancy_view.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/markdown.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "tui/term/completions.h"
#include "tui/term/match.h"
#include "tui/term/painter.h"
#include "tui/term/screen.h"
#include "tui/views/occupancy_words.h"
#include "tui/widgets/export_table.h"
#include "tui/widgets/row_cursor.h"

/* Columns of the two tables, and how they stand beside each other. */
enum {
    HEAD = 2, /* the title and the headings */
    MARGIN = 2,
    LABEL = 21,
    VALUE = 10,
    INPUTS = MARGIN + LABEL + 2 * VALUE,
    GAP = 3,
    RESULT_LABEL = 14,
    RESULT = 8,
    RESULTS = RESULT_LABEL + 2 * RESULT + 2,
    NOTES_LEAST = 40,
    FIGURE_MOST = 18,
    ENOUGH_ROWS = 24
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
    if (!result && view->result && view->known) {
        view->again = view->result->index + 1;
        memcpy(view->asked, view->what.now, sizeof view->asked);
    } else if (result && view->again != result->index + 1) {
        view->again = 0;
    }
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
        if (view->known)
            what_if_measure(&view->measured, view->result);
        if (view->known && view->again)
            memcpy(view->what.now, view->asked, sizeof view->asked);
        view->again = 0;
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
        error_set(error, "\"%.*s\" is not an input; there are %s", (int)length, text, words.data);
        strbuf_free(&words);
        return false;
    }
    text += length + strspn(text + length, " ");
    return what_if_read(input, text, &value, error) && set(view, input, value, error);
}

/* The inputs that a launch has are the rows of the table. */
static size_t row_count(const struct what_if *what)
{
    size_t count = 0;
    for (int i = 0; i < WHAT_IF_INPUTS; i++)
        count += what_if_has(what, (enum what_if_input)i);
    return count;
}

static enum what_if_input input_at(const struct what_if *what, size_t row)
{
    int input = 0;
    while (!what_if_has(what, (enum what_if_input)input) || row--)
        input++;
    return (enum what_if_input)input;
}

static struct row_cursor cursor_of(const struct occupancy_view *view)
{
    struct row_cursor cursor = {0, (size_t)view->scroll};
    for (int i = 0; i < (int)view->cursor; i++)
        cursor.at += what_if_has(&view->what, (enum what_if_input)i);
    return cursor;
}

static void go_to(struct occupancy_view *view, const struct row_cursor *cursor)
{
    view->cursor = input_at(&view->what, cursor->at);
    view->curve = occupancy_figure_of(view->cursor, view->curve);
}

static void move(struct occupancy_view *view, enum action_id action)
{
    struct row_cursor cursor = cursor_of(view);
    row_cursor_move(&cursor, row_count(&view->what), action, 1);
    go_to(view, &cursor);
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
        move(view, action);
        view->scroll = 0;
        return true;
    case DO_FIRST:
    case DO_LAST:
        move(view, action);
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
    case DO_TWICE:
        return set(view, view->cursor, 2 * value, error);
    case DO_AS_LAUNCHED:
        what_if_reset(&view->what);
        look(view);
        return true;
    default:
        return false;
    }
}

bool occupancy_view_click(struct occupancy_view *view, int row)
{
    if (!begin(view))
        return false;
    struct row_cursor cursor = cursor_of(view);
    if (!row_cursor_click(&cursor, row_count(&view->what), row - HEAD, INT_MAX))
        return false;
    go_to(view, &cursor);
    return true;
}

static bool has_text(const void *context, size_t row, const char *text)
{
    return match_text(what_if_label(input_at(context, row)), text);
}

bool occupancy_view_search(struct occupancy_view *view, const char *text, int step, bool here)
{
    if (!begin(view))
        return false;
    struct row_cursor cursor = cursor_of(view);
    if (!row_cursor_search(&cursor, row_count(&view->what), has_text, &view->what, text, step,
                           here))
        return false;
    go_to(view, &cursor);
    return true;
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
        occupancy_tell_change(view, &view->changes[i], &text);
        painter_wrapped(p, 0, ROLE_FINDING, text.data);
    }
    strbuf_clear(&text);
    what_if_obstacle(what, &text);
    if (text.length) {
        strbuf_adds(&text, ": no block fits");
        painter_wrapped(p, 0, ROLE_ERROR, text.data);
    } else if (!view->change_count && out.limits.active_warps == what->device.chip.max_warps) {
        painter_wrapped(p, 0, ROLE_GOOD, "the SM is full: nothing raises it");
    } else if (!view->change_count) {
        strbuf_adds(&text, "nothing that can be changed here raises it: ");
        tell_limits(&out, &text);
        painter_wrapped(p, 0, ROLE_NORMAL, text.data);
    }
    strbuf_free(&text);
}

static void draw_expected(const struct occupancy_view *view, bool brief, struct painter *p)
{
    struct strbuf text = {0}, note = {0};
    occupancy_tell_expected(view, &text);
    occupancy_tell_grounds(view, brief, &note);
    if (text.length)
        painter_wrapped(p, 0, ROLE_NORMAL, text.data);
    if (note.length)
        painter_wrapped(p, 0, ROLE_DIM, note.data);
    strbuf_free(&text);
    strbuf_free(&note);
}

/* What the numbers rest on. */
static void draw_notes(const struct what_if *what, struct painter *p)
{
    const unsigned *now = what->now, *launch = what->launch;
    const struct occupancy_chip *chip = &what->device.chip;
    struct strbuf text = {0};
    struct what_if_outcome out = what_if_outcome(what);
    unsigned shared = now[WHAT_IF_STATIC] + now[WHAT_IF_DYNAMIC] + chip->driver_shared_per_block;
    what_if_bounds(what, &text);
    if (text.length)
        strbuf_adds(&text, " makes the compiler keep to these registers. ");
    if (now[WHAT_IF_BLOCK] != launch[WHAT_IF_BLOCK]) {
        strbuf_adds(&text, "The grid keeps its ");
        format_thousands(&text, what->grid * launch[WHAT_IF_BLOCK]);
        strbuf_adds(&text, " threads: ");
        format_thousands(&text, out.blocks);
        strbuf_adds(&text, " blocks. ");
    }
    if (now[WHAT_IF_CHIP] != launch[WHAT_IF_CHIP])
        strbuf_adds(&text, "The capability does not tell the number of SMs: it is kept. ");
    if (shared > now[WHAT_IF_CONFIG] && out.limits.shared)
        strbuf_adds(&text,
                    "A block needs more than this shared memory of an SM: the driver sets more. ");
    if (now[WHAT_IF_CLUSTER] && what_if_has(what, WHAT_IF_CLUSTER) &&
        now[WHAT_IF_CLUSTER] < WHAT_IF_CLUSTERS && what->clusters[now[WHAT_IF_CLUSTER]])
        strbuf_addf(&text, "Clusters of %u: the device runs %u at once, according to the driver. ",
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
    draw_expected(view, abreast && !third && rows < ENOUGH_ROWS, &notes);
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

void occupancy_view_fit(struct occupancy_view *view, int rows)
{
    struct painter p = {.measure = true, .width = screen_columns()};
    if (!begin(view))
        return;
    occupancy_view_paint(view, rows - 1, &p);
    int most = p.line > rows - 1 ? p.line - (rows - 1) : 0;
    view->scroll = view->scroll > most ? most : view->scroll;
}

void occupancy_view_draw(const struct occupancy_view *view, int rows, const char *search)
{
    if (!view->known) {
        struct painter p = {
            .x = 2, .width = screen_columns() - 4, .y = 2, .first = 2, .last = rows};
        painter_wrapped(&p, 0, ROLE_DIM, view->error.text);
        return;
    }
    draw_title(view->result);
    struct painter p = {.width = screen_columns(),
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

static void add_range(struct export_table *table, const char *name, const char *unit,
                      const struct what_if_range *range, bool known)
{
    const double ends[2] = {range->least, range->most};
    for (int i = 0; i < 2; i++) {
        char *label = mem_printf("%s_%s_%s", name, i ? "most" : "least", unit);
        char *launch = known ? mem_printf("%.15g", range->now) : mem_strdup("");
        char *now = known ? mem_printf("%.15g", ends[i]) : mem_strdup("");
        add_row(table, label, launch, now);
        free(label);
        free(launch);
        free(now);
    }
}

/* What is not known is empty. */
static void add_expected(struct export_table *table, const struct occupancy_view *view)
{
    struct what_if_time time;
    unsigned blocks = what_if_bounds_blocks(&view->what);
    const bool known = !what_if_time(&view->what, &view->measured, &time);
    const bool waits = known && !isnan(time.cycles.now);
    add_range(table, "time", "ns", &time.time, known);
    add_range(table, "issue", "pct", &time.issue, waits);
    add_range(table, "warp_cycles", "per_inst", &time.cycles, waits);
    for (int i = 0; i < 2; i++) {
        char *now =
            blocks ? mem_printf("%u", i ? blocks : view->what.now[WHAT_IF_BLOCK]) : mem_strdup("");
        add_row(table, i ? "launch_bounds_blocks" : "launch_bounds_threads", "", now);
        free(now);
    }
}

static void put_words(const struct occupancy_view *view, FILE *out)
{
    struct strbuf words = {0}, text = {0};
    occupancy_tell_all(view, &words);
    markdown_add_text(&text, words.data);
    fprintf(out, "%s\n", text.data);
    strbuf_free(&words);
    strbuf_free(&text);
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
    add_expected(&table, view);
    export_table_print(&table, format, out);
    export_table_free(&table);
    if (format == FORMAT_MARKDOWN)
        put_words(view, out);
    return true;
}

void occupancy_view_remark(struct occupancy_view *view, struct strbuf *out)
{
    if (begin(view))
        occupancy_tell_all(view, out);
}

/* --- as a view of the screen ------------------------------------------------------------------ */

static void fit(struct view *view, int rows)
{
    occupancy_view_fit(view->state, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    occupancy_view_draw(view->state, rows, search);
}

/* A number is typed behind the command that sets the input. */
static void type_number(const struct occupancy_view *view, const char *digits,
                        struct effects *effects)
{
    char *command = mem_printf("occupancy %s %s", what_if_word(view->cursor), digits);
    effects_text(effects, EFFECT_TYPE, command);
    free(command);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct error error;
    const char digit[2] = {(char)('0' + action.digit), '\0'};
    if (action.id == DO_NUMBER || action.id == DO_TYPE)
        type_number(view->state, action.id == DO_NUMBER ? digit : "", effects);
    else if (!occupancy_view_act(view->state, action.id, action.rows, &error) && *error.text)
        effects_fail(effects, "%s", error.text);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)effects;
    return occupancy_view_search(view->state, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    (void)column;
    (void)rows;
    return occupancy_view_click(view->state, row);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct occupancy_view *occupancy = view->state;
    if (back)
        occupancy->cursor = (enum what_if_input)place->cursor;
    else
        place->cursor = occupancy->cursor;
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    return occupancy_view_print(view->state, format, out, error);
}

static void remark(struct view *view, struct strbuf *out)
{
    occupancy_view_remark(view->state, out);
}

static void show(struct view *view, struct result *result)
{
    occupancy_view_show(view->state, result);
}

/* That the input has its value at the launch from. */
static struct view_metric metric(struct view *view)
{
    const struct occupancy_view *occupancy = view->state;
    return view_metric_of(occupancy->known ? what_if_metric(occupancy->cursor) : NULL, NULL);
}

/* :occupancy, an input and its number */
static void typed(struct view *view, const char *words, struct effects *effects)
{
    struct error error;
    if (!occupancy_view_set(view->state, words, &error))
        effects_fail(effects, "%s", error.text);
}

static void offer(const struct view *view, struct completions *list)
{
    (void)view;
    for (int i = 0; i < WHAT_IF_INPUTS; i++)
        completions_add(list, what_if_word((enum what_if_input)i));
}

const struct view_ops occupancy_view_ops = {
    .id = VIEW_OCCUPANCY,
    .title = "Occupancy",
    .called = "the occupancy what-if",
    .open = DO_OCCUPANCY,
    .size = sizeof(struct occupancy_view),
    .of_result = true,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
    .remark = remark,
    .show = show,
    .typed = typed,
    .offer = offer,
    .metric = metric,
};
