#include "tui/views/nvtx_view.h"

#include <stdlib.h>
#include <string.h>

#include "collect/os/loop.h"
#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "tui/list/list_filter.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/views/view_export.h"
#include "tui/widgets/empty_view.h"
#include "tui/widgets/view_host.h"

enum {
    HEAD = 1,
    RESULTS = 8,
    TIME = 11,
    SHARE = 7,
    BAR_MOST = 24,
    NAME_LEAST = 24,
    NAME_WIDE = 44
};

void nvtx_view_free(struct nvtx_view *view)
{
    nvtx_tree_free(view->tree);
    free(view->rows);
    free(view->turned);
    *view = (struct nvtx_view){0};
}

bool nvtx_view_pending(const struct nvtx_view *view)
{
    return view->tree && nvtx_tree_pending(view->tree);
}

void nvtx_view_step(struct nvtx_view *view)
{
    nvtx_tree_step(view->tree);
}

static bool is_open_at_first(const struct nvtx_view *view, size_t node)
{
    enum nvtx_kind kind = view->tree->nodes[node].kind;
    return kind == NVTX_DOMAIN || kind == NVTX_THREAD;
}

static bool is_open(const struct nvtx_view *view, size_t node)
{
    return view->turned[node] != is_open_at_first(view, node);
}

static void list_rows(struct nvtx_view *view)
{
    const struct nvtx_tree *tree = view->tree;
    size_t kept = view->row_count ? view->rows[view->cursor.at] : 0;
    view->row_count = 0;
    for (size_t at = nvtx_tree_after(tree, 0, true); at;
         at = nvtx_tree_after(tree, at, is_open(view, at))) {
        mem_grow(&view->rows, view->row_count, &view->row_capacity, sizeof *view->rows);
        if (at == kept)
            view->cursor.at = view->row_count;
        view->rows[view->row_count++] = at;
    }
    if (view->cursor.at >= view->row_count)
        view->cursor.at = view->row_count ? view->row_count - 1 : 0;
}

/* With the nodes that have come since. */
static void catch_up(struct nvtx_view *view)
{
    if (view->listed == view->tree->count)
        return;
    while (view->turned_capacity < view->tree->count) {
        size_t before = view->turned_capacity;
        mem_grow(&view->turned, before, &view->turned_capacity, sizeof *view->turned);
        memset(view->turned + before, 0, (view->turned_capacity - before) * sizeof *view->turned);
    }
    /* What comes after all were unfolded is unfolded, too. */
    for (size_t i = view->listed ? view->listed : 1; i < view->tree->count && view->all_open; i++)
        view->turned[i] = !is_open_at_first(view, i);
    list_rows(view);
    view->listed = view->tree->count;
}

void nvtx_view_update(struct nvtx_view *view, struct report *report)
{
    if (!view->tree)
        view->tree = nvtx_tree_new(report);
    catch_up(view);
}

size_t nvtx_view_at(const struct nvtx_view *view)
{
    return view->row_count ? view->rows[view->cursor.at] : 0;
}

const struct nvtx_node *nvtx_view_node(const struct nvtx_view *view)
{
    return view->row_count ? &view->tree->nodes[nvtx_view_at(view)] : NULL;
}

/* All nodes open, or if they are, all of them folded to how they were at first. */
static void fold_all(struct nvtx_view *view)
{
    bool open = nvtx_view_pending(view) && !view->all_open;
    for (size_t i = 1; i < view->tree->count; i++)
        open = open || (view->tree->nodes[i].child && !is_open(view, i));
    for (size_t i = 1; i < view->tree->count; i++)
        view->turned[i] = open && is_open(view, i) == view->turned[i];
    view->all_open = open;
}

/* To a node, or where that is folded away to what it is in. */
static void go_to(struct nvtx_view *view, size_t node)
{
    for (; node; node = view->tree->nodes[node].parent)
        for (size_t i = 0; i < view->row_count; i++)
            if (view->rows[i] == node) {
                view->cursor.at = i;
                return;
            }
}

bool nvtx_view_act(struct nvtx_view *view, enum action_id action, int rows)
{
    size_t at = nvtx_view_at(view);
    switch (action) {
    case DO_UNFOLD:
        if (!at)
            return true;
        view->turned[at] = !view->turned[at];
        list_rows(view);
        return true;
    case DO_UNFOLD_ALL:
        fold_all(view);
        list_rows(view);
        go_to(view, at);
        return true;
    default:
        return row_cursor_act(&view->cursor, view->row_count, action, rows - HEAD);
    }
}

bool nvtx_view_click(struct nvtx_view *view, int row, int rows)
{
    return row_cursor_click(&view->cursor, view->row_count, row - HEAD, rows - HEAD);
}

static bool node_has(const struct nvtx_tree *tree, size_t node, const char *text)
{
    struct strbuf name = {0};
    nvtx_tree_name(tree, node, &name);
    bool has = match_text(name.data, text);
    strbuf_free(&name);
    return has;
}

/* Also what is folded away, which is opened then. */
bool nvtx_view_search(struct nvtx_view *view, const char *text, int step, bool here)
{
    const struct nvtx_tree *tree = view->tree;
    catch_up(view);
    size_t *all = mem_alloc(tree->count * sizeof *all), count = 0, from = 0;
    for (size_t at = nvtx_tree_after(tree, 0, true); at; at = nvtx_tree_after(tree, at, true)) {
        from = at == nvtx_view_at(view) ? count : from;
        all[count++] = at;
    }
    size_t found = 0;
    for (size_t i = here ? 0 : 1; i <= count && count && !found; i++) {
        size_t at = (from + (step > 0 ? i : count * 2 - i)) % count;
        found = node_has(tree, all[at], text) ? all[at] : 0;
    }
    free(all);
    for (size_t at = found ? tree->nodes[found].parent : 0; at; at = tree->nodes[at].parent)
        if (!is_open(view, at))
            view->turned[at] = !view->turned[at];
    if (found) {
        list_rows(view);
        go_to(view, found);
    }
    return found > 0;
}

/* ---- drawing ---- */

struct columns {
    int name, results, time, share, bar, bar_width; /* where each begins; -1: not shown */
};

static struct columns columns_of(int width)
{
    struct columns c = {1, -1, -1, -1, -1, 0};
    int at = width - 1;
    int left = at - (NAME_WIDE + RESULTS + TIME + SHARE + 4);
    if (left >= BAR_MOST / 2) {
        c.bar_width = left < BAR_MOST ? left : BAR_MOST;
        c.bar = at - c.bar_width;
        at = c.bar - 1;
    }
    if (at - SHARE >= NAME_LEAST) {
        c.share = at - SHARE;
        at = c.share - 1;
    }
    if (at - TIME >= NAME_LEAST) {
        c.time = at - TIME;
        at = c.time - 1;
    }
    if (at - RESULTS >= NAME_LEAST) {
        c.results = at - RESULTS;
        at = c.results - 1;
    }
    c.name = at > 2 ? at - 2 : 0;
    return c;
}

static void draw_right(int row, int column, int width, enum role role, const char *text)
{
    int used = (int)safe_text_width(text);
    if (column >= 0)
        screen_text(row, column + width - used, used, role, text);
}

static void draw_facts(const struct nvtx_tree *tree, const struct nvtx_node *node,
                       const struct columns *c, int row, enum role role)
{
    double all = tree->nodes[0].duration, share = all > 0 ? node->duration / all : 0;
    struct unit_scale scale = unit_scale_for("ns", node->duration);
    struct strbuf text = {0};
    if (node->kind != NVTX_LAUNCH) {
        strbuf_addf(&text, "%zu", node->results);
        draw_right(row, c->results, RESULTS, role, text.data);
        strbuf_clear(&text);
    }
    strbuf_addf(&text, "%.2f %s", node->duration / scale.factor, scale.unit);
    draw_right(row, c->time, TIME, role, text.data);
    strbuf_clear(&text);
    strbuf_addf(&text, "%.1f %%", 100 * share);
    draw_right(row, c->share, SHARE, role, text.data);
    strbuf_clear(&text);
    if (c->bar >= 0) {
        glyphs_bar(screen_glyphs(), &text, share, (size_t)c->bar_width);
        screen_text(row, c->bar, c->bar_width, role == ROLE_SELECTION ? role : ROLE_GOOD,
                    text.data);
    }
    strbuf_free(&text);
}

static enum role role_of(enum nvtx_kind kind)
{
    return kind == NVTX_DOMAIN || kind == NVTX_OUTSIDE ? ROLE_HEADING
           : kind == NVTX_THREAD                       ? ROLE_DIM
                                                       : ROLE_NORMAL;
}

static void draw_node(const struct nvtx_view *view, size_t at, const struct columns *c, int row,
                      bool selected, const char *search)
{
    const struct nvtx_tree *tree = view->tree;
    const struct nvtx_node *node = &tree->nodes[at];
    const struct glyphs *g = screen_glyphs();
    enum role role = row_cursor_draw(row, selected, role_of(node->kind));
    struct strbuf name = {0}, text = {0};
    nvtx_tree_name(tree, at, &name);
    char *safe = safe_text(name.data);
    /* Deep ones stay readable in a narrow pane. */
    int most = c->name / 2, indent = 2 * (int)(node->depth < 1000 ? node->depth - 1 : 1000);
    indent = indent < most ? indent : most;
    strbuf_addf(&text, "%s %s", !node->child ? " " : is_open(view, at) ? g->open : g->closed, safe);
    if (node->kind == NVTX_STARTED)
        strbuf_adds(&text, "  (start/end)");
    bool found = !selected && search && *search && match_text(name.data, search);
    screen_text(row, 2 + indent, c->name - indent, found ? ROLE_MATCH : role, text.data);
    draw_facts(tree, node, c, row, selected ? role : ROLE_NORMAL);
    strbuf_free(&text);
    strbuf_free(&name);
    free(safe);
}

static void draw_heading(const struct nvtx_view *view, const struct columns *c)
{
    struct strbuf text = {0};
    size_t count = report_count(view->tree->report);
    strbuf_adds(&text, "Range");
    if (nvtx_view_pending(view))
        strbuf_addf(&text, "  (%zu of %zu results)", view->tree->next, count);
    screen_text(0, 2, c->name, ROLE_HEADING, text.data);
    draw_right(0, c->results, RESULTS, ROLE_HEADING, "Results");
    draw_right(0, c->time, TIME, ROLE_HEADING, "Time");
    draw_right(0, c->share, SHARE, ROLE_HEADING, "Share");
    strbuf_free(&text);
}

void nvtx_view_fit(struct nvtx_view *view, int rows)
{
    row_cursor_fit(&view->cursor, view->row_count, rows - HEAD);
}

void nvtx_view_draw(const struct nvtx_view *view, int rows, const char *search)
{
    if (!report_count(view->tree->report)) {
        empty_view_draw(rows, "There are no results yet.\n");
        return;
    }
    if (!nvtx_view_pending(view) && !view->tree->has_ranges) {
        empty_view_draw(rows,
                        "No result was launched in an NVTX range, or ranges were not recorded.\n"
                        "Ranges come from programs and libraries that open them (nvtx3, "
                        "torch.cuda.nvtx); --nvtx records the ranges of each launch.\n");
        return;
    }
    struct columns c = columns_of(screen_columns());
    draw_heading(view, &c);
    for (int i = 0; i < rows - HEAD && view->cursor.top + (size_t)i < view->row_count; i++) {
        size_t at = view->cursor.top + (size_t)i;
        draw_node(view, view->rows[at], &c, HEAD + i, at == view->cursor.at, search);
    }
    row_cursor_more(&view->cursor, view->row_count, HEAD, rows - HEAD);
}

/* --- as a view of the screen ------------------------------------------------------------------ */

/* A search is worth a longer wait than what is made besides. */
enum { WORK_MS = 100, SEARCH_MS = 300, OFFER_MS = 300 };

static void release(struct view *view)
{
    nvtx_view_free(view->state);
}

static void settle(struct view *view, int rows)
{
    (void)rows;
    nvtx_view_update(view->state, view->host->report);
}

static void fit(struct view *view, int rows)
{
    nvtx_view_fit(view->state, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    nvtx_view_draw(view->state, rows, search);
}

/* Of a launch the range that it is in. */
static void filter_range(const struct view *view, struct effects *effects)
{
    struct strbuf text = {0};
    const struct nvtx_view *nvtx = view->state;
    const struct nvtx_node *node = nvtx_view_node(nvtx);
    size_t at = node && node->kind == NVTX_LAUNCH ? node->parent : nvtx_view_at(nvtx);
    strbuf_adds(&text, LIST_FILTER_NVTX);
    if (node && nvtx_tree_expression(nvtx->tree, at, &text))
        effects_text(effects, EFFECT_FILTER, text.data);
    else
        effects_fail(effects, "only ranges with a name can be filtered by");
    strbuf_free(&text);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    const struct nvtx_node *node = nvtx_view_node(view->state);
    if (action.id == DO_RANGE_FILTER) {
        filter_range(view, effects);
    } else if (action.id == DO_UNFOLD && node && node->kind == NVTX_LAUNCH) {
        effects->what |= EFFECT_OPEN_RESULT | EFFECT_LIST_RESULT;
        effects->result = node->result;
    } else {
        nvtx_view_act(view->state, action.id, action.rows);
    }
}

/* The tree is whole, or it took too long to wait: a search looks at all of it. */
static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    int64_t start = milliseconds();
    (void)effects;
    while (nvtx_view_pending(view->state) && milliseconds() - start < SEARCH_MS)
        nvtx_view_step(view->state);
    return nvtx_view_search(view->state, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    (void)column;
    return nvtx_view_click(view->state, row, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct nvtx_view *nvtx = view->state;
    row_cursor_place(&nvtx->cursor, place, back);
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    const struct nvtx_view *nvtx = view->state;
    (void)error;
    while (nvtx_view_pending(nvtx))
        nvtx_view_step(view->state);
    if (format == FORMAT_TEXT || format == FORMAT_CSV)
        nvtx_tree_print(nvtx->tree, format == FORMAT_CSV, out);
    else
        view_export_ranges(nvtx->tree, format, out);
    return true;
}

/* Ranges and launches have times. */
static struct view_metric metric(struct view *view)
{
    const struct nvtx_node *node = nvtx_view_node(view->state);
    struct view_metric found = view_metric_of(node ? "gpu__time_duration.sum" : NULL, NULL);
    if (node && node->kind == NVTX_LAUNCH)
        found.result = node->result;
    return found;
}

/* Filters of the list, one for each name of a range; of a long report those that are found while
 * nobody has to wait long. */
static void offer(const struct view *view, struct completions *list)
{
    struct nvtx_view *nvtx = view->state;
    int64_t start = milliseconds();
    if (!nvtx->tree)
        nvtx->tree = nvtx_tree_new(view->host->report);
    while (nvtx_view_pending(nvtx) && milliseconds() - start < OFFER_MS)
        nvtx_view_step(nvtx);
    for (size_t i = 1; i < nvtx->tree->count; i++) {
        struct strbuf text = {0};
        strbuf_adds(&text, LIST_FILTER_NVTX);
        if (nvtx_tree_own_expression(nvtx->tree, i, &text))
            completions_add(list, text.data);
        strbuf_free(&text);
    }
    completions_narrow(list, "");
}

/* Makes the tree. */
static int work(struct view *view, bool focused)
{
    int64_t start = milliseconds();
    bool worked = nvtx_view_pending(view->state);
    (void)focused;
    while (nvtx_view_pending(view->state) && !loop_ready(view->host->loop) &&
           milliseconds() - start < WORK_MS)
        nvtx_view_step(view->state);
    return worked ? 0 : -1;
}

const struct view_ops nvtx_view_ops = {
    .id = VIEW_NVTX,
    .title = "NVTX ranges",
    .called = "the NVTX ranges",
    .open = DO_NVTX,
    .size = sizeof(struct nvtx_view),
    .free = release,
    .settle = settle,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
    .offer = offer,
    .metric = metric,
    .work = work,
};
