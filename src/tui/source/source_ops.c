#include "tui/source/source_ops.h"

#include "cli/options/options.h"
#include "tui/details/details_print.h"
#include "tui/details/details_view.h"
#include "tui/source/source_export.h"
#include "tui/source/source_go.h"
#include "tui/source/source_view.h"
#include "tui/term/completions.h"
#include "tui/term/screen.h"
#include "tui/widgets/number_line.h"
#include "tui/widgets/view_host.h"

static void init(struct view *view)
{
    struct view_host *host = view->host;
    source_view_init(view->state, host->report, &host->options->page.source, host->loop,
                     &host->live);
}

static void release(struct view *view)
{
    source_view_free(view->state);
}

static void fit(struct view *view, int rows)
{
    source_view_fit(view->state, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    source_view_draw(view->state, rows, search);
}

static void edit(struct source_view *source, struct effects *effects)
{
    const char *file;
    size_t line;
    if (!source_view_line(source, &file, &line)) {
        effects_fail(effects, "no source line belongs to this row: compile it with -lineinfo");
        return;
    }
    effects->line = (unsigned)line;
    effects->result = source->result->index;
    effects_text(effects, EFFECT_EDIT, file);
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct source_view *source = view->state;
    if (action.id == DO_EDIT) {
        edit(source, effects);
        return;
    }
    bool done = source_view_act(source, action.id, action.rows, screen_columns());
    if (!done && action.id == DO_LEFT_SIDE)
        effects->what |= EFFECT_BACK;
    else if (*source->said)
        effects_say(effects, "%s", source->said);
    /* Beside each other in a narrow pane they have no room for numbers. */
    if (action.id == DO_BESIDE && screen_columns() < SOURCE_BESIDE_FROM &&
        source_view_is_beside(source, screen_columns()))
        effects->what |= EFFECT_ALONE;
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)effects;
    return source_view_search(view->state, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    return source_view_click(view->state, row, column, rows, screen_columns());
}

static void place(struct view *view, struct view_place *place, bool back)
{
    source_view_place(view->state, place, back);
}

/* The page of SASS, or of both sides where these are source and SASS; else the lines of the side
 * that keys go to. */
static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    struct source_view *code = view->state;
    struct source_options *options = &view->host->options->page.source;
    const struct source_options before = *options;
    if (code->ask.run || code->before.ask.run)
        return error_set(error, "the instructions have no text yet: nvdisasm still runs");
    options->kind = source_view_kind(code);
    if (options->kind == SOURCE_PTX || options->kind == SOURCE_CUDA) {
        *options = before;
        return source_export(code, format, out, error);
    }
    /* What failed once is not waited for again. */
    if (code->ask.no_text)
        options->nvdisasm = NULL;
    bool good = details_print_compared(view->host, PAGE_SOURCE, format, out, error);
    *options = before;
    return good;
}

static void typed(struct view *view, const char *words, struct effects *effects)
{
    struct error error;
    if (!source_view_choose(view->state, words, &error))
        effects_fail(effects, "%s", error.text);
}

static void offer(const struct view *view, struct completions *list)
{
    const struct source_view *source = view->state;
    completions_add(list, "all");
    completions_add(list, "usual");
    for (size_t i = 0; source->open && i < source->open->view->metrics.count; i++)
        completions_add(list, source->open->view->metrics.columns[i].label);
}

static void copy(struct view *view, struct strbuf *out)
{
    source_view_copy(view->state, out);
}

/* Its code is first seen where its root cause is, which the details have found by now. */
static void show(struct view *view, struct result *result)
{
    struct source_view *source = view->state;
    const struct result *before = source->result;
    source_view_show(source, result);
    const struct cause *cause = result ? details_view_cause(view->host->details) : NULL;
    if (!result || result == before)
        return;
    const struct finding_place *place = cause ? cause->place : NULL;
    source_view_start_at(
        source, place ? &(struct source_place){place->function, place->offset, place->line} : NULL);
}

static void compare(struct view *view, const struct result *baseline, const char *name)
{
    source_view_compare(view->state, baseline, name);
}

static void hide_changes(struct view *view, bool hidden)
{
    struct source_view *source = view->state;
    source->before.off = hidden;
}

static struct view_metric metric(struct view *view)
{
    return number_metric(source_view_number(view->state));
}

/* That of the column that the rows are coloured by. */
static bool point(struct view *view, int rows)
{
    struct source_view *source = view->state;
    if (source_view_number(source))
        return true;
    source_view_act(source, DO_NEXT_NUMBER, rows, screen_columns());
    source_view_fit(source, rows);
    return source_view_number(source);
}

static bool number(const struct view *view, struct number *number, struct strbuf *label)
{
    const struct number *found = source_view_number(view->state);
    (void)label;
    if (found)
        *number = *found;
    return found;
}

static int beside(const struct view *view)
{
    return source_view_number(view->state) ? VIEW_NUMBER : 0;
}

const struct view_ops source_view_ops = {
    .id = VIEW_SOURCE,
    .title = "Source",
    .called = "the source",
    .open = DO_SOURCE,
    .size = sizeof(struct source_view),
    .of_result = true,
    .init = init,
    .free = release,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .print = print,
    .copy = copy,
    .show = show,
    .compare = compare,
    .hide_changes = hide_changes,
    .metric = metric,
    .point = point,
    .number = number,
    .beside = beside,
    .typed = typed,
    .offer = offer,
};
