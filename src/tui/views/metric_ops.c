#include "tui/views/metric_ops.h"

#include "collect/os/loop.h"
#include "report/base/clock.h"
#include "tui/details/definitions.h"
#include "tui/details/details_view.h"
#include "tui/views/metric_source.h"
#include "tui/views/metric_view.h"
#include "tui/views/term_numbers.h"
#include "tui/widgets/number_line.h"
#include "tui/widgets/view_host.h"

enum { STEP_MS = 20 };

struct metric_state {
    struct metric_view help;
    struct metric_source *source; /* NULL: not asked yet */
    bool opens;                   /* it was being opened when that was last looked at */
    bool changes_hidden;
};

static unsigned arch_of(const struct view *view)
{
    const struct result *result = view->host->details->result;
    return result ? result_arch(result) : 0;
}

/* CUPTI is asked once it is open: the first answer would be waited for. */
static void make(struct view *view)
{
    struct metric_state *state = view->state;
    const struct view_host *host = view->host;
    const struct metric_step *shown = metric_view_shown(&state->help);
    struct metric_question question = {
        .details = host->details,
        .rules = host->definitions->rules,
        .report = host->report,
        .labels = host->definitions->labels ? &host->definitions->labels->list : NULL};
    if (shown && number_is_metric(shown->name) && state->source &&
        metric_source_is_open(state->source, arch_of(view)))
        question.description = metric_source_describe(state->source, arch_of(view), shown->name);
    metric_view_make(&state->help, question);
}

static void begin(struct view *view)
{
    struct metric_state *state = view->state;
    const char *name = metric_view_shown(&state->help)->name;
    struct term_number number;
    const char *metric = term_numbers(view->host->details, name, &number, 1) ? number.metric
                         : number_is_metric(name)                            ? name
                                                                             : NULL;
    metric_spread_begin(&state->help.spread, view->host->report, metric);
    make(view);
}

void metric_view_ask(struct view *view, const char *name, const char *label)
{
    struct metric_state *state = view->state;
    metric_view_open(&state->help, name, label);
    begin(view);
}

static void release(struct view *view)
{
    struct metric_state *state = view->state;
    metric_view_free(&state->help);
    metric_source_free(state->source);
}

static void fit(struct view *view, int rows)
{
    struct metric_state *state = view->state;
    metric_view_fit(&state->help, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    const struct metric_state *state = view->state;
    metric_view_draw(&state->help, rows, search);
}

/* To what the line under the cursor names. */
static void follow(struct view *view, struct effects *effects)
{
    struct metric_state *state = view->state;
    const struct help_line *line = metric_view_line(&state->help);
    switch (line ? line->target : HELP_NOWHERE) {
    case HELP_METRIC:
        metric_view_follow(&state->help, line->to);
        begin(view);
        return;
    case HELP_SECTION:
        effects_text(effects, EFFECT_SECTION, line->to);
        return;
    case HELP_RESULT:
        effects->what |= EFFECT_SHOW_RESULT | EFFECT_LIST_RESULT;
        effects->result = line->index;
        return;
    default:
        effects_say(effects, "this line leads nowhere; lines with a mark do");
    }
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct metric_state *state = view->state;
    if (action.id == DO_FOLLOW)
        follow(view, effects);
    else
        metric_view_act(&state->help, action.id, action.rows);
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    struct metric_state *state = view->state;
    (void)effects;
    return metric_view_search(&state->help, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    struct metric_state *state = view->state;
    (void)column;
    return metric_view_click(&state->help, row, rows);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct metric_state *state = view->state;
    row_cursor_place(&state->help.cursor, place, back);
}

/* To the metric that was come from. */
static bool back(struct view *view)
{
    struct metric_state *state = view->state;
    if (!metric_view_back(&state->help))
        return false;
    begin(view);
    return true;
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    const struct metric_state *state = view->state;
    return metric_help_print(&state->help.help, format, out, error);
}

static void copy(struct view *view, struct strbuf *out)
{
    const struct metric_state *state = view->state;
    metric_view_copy(&state->help, out);
}

static void show(struct view *view, struct result *result)
{
    struct metric_state *state = view->state;
    if (result && metric_view_shown(&state->help))
        make(view);
    else
        metric_help_free(&state->help.help);
}

static void hide_changes(struct view *view, bool hidden)
{
    struct metric_state *state = view->state;
    bool same = state->changes_hidden == hidden;
    state->changes_hidden = hidden;
    if (!same && view->host->details->result)
        show(view, view->host->details->result);
}

/* Whether CUPTI is being opened. */
static bool opens(struct view *view)
{
    struct metric_state *state = view->state;
    unsigned arch = arch_of(view);
    if (!state->source)
        state->source = metric_source_new();
    metric_source_open(state->source, arch);
    return !metric_source_is_open(state->source, arch);
}

/* Looks at the other results, and makes the help anew when CUPTI is there. */
static int work(struct view *view, bool focused)
{
    struct metric_state *state = view->state;
    struct metric_spread *spread = &state->help.spread;
    int64_t start = milliseconds();
    if (!focused || !metric_view_shown(&state->help))
        return -1;
    bool opened = state->opens, pending = metric_spread_pending(spread);
    state->opens = opens(view);
    if (!opened && !state->opens && !pending)
        return -1;
    while (metric_spread_pending(spread) && !loop_ready(view->host->loop) &&
           milliseconds() - start < STEP_MS)
        metric_spread_step(spread);
    make(view);
    return state->opens && !pending ? STEP_MS : 0;
}

const struct view_ops metric_view_ops = {
    .id = VIEW_METRIC,
    .title = "Metric",
    .called = "a metric's help",
    .size = sizeof(struct metric_state),
    .of_result = true,
    .free = release,
    .fit = fit,
    .draw = draw,
    .act = act,
    .search = search,
    .click = click,
    .place = place,
    .back = back,
    .print = print,
    .copy = copy,
    .show = show,
    .hide_changes = hide_changes,
    .work = work,
};
