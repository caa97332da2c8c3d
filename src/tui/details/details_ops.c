#include "tui/details/details_ops.h"

#include "tui/details/definitions.h"
#include "tui/details/details_heading.h"
#include "tui/details/details_internal.h"
#include "tui/details/details_points.h"
#include "tui/details/details_print.h"
#include "tui/list/list_view.h"
#include "tui/widgets/number_line.h"

static void init(struct view *view)
{
    struct details_view *details = view->state;
    details_view_init(details);
    details->choice = &view->host->definitions->choice;
    details->rules = &view->host->definitions->rule_choice;
}

static void release(struct view *view)
{
    details_view_free(view->state);
}

static void fit(struct view *view, int rows)
{
    details_points_choose(view->state, view->host);
    details_view_fit(view->state, rows);
}

static void draw(const struct view *view, int rows, const char *search)
{
    details_view_draw(view->state, 0, rows, search);
}

static void tag_shown(struct view *view, struct effects *effects)
{
    const struct details_view *details = view->state;
    struct list_view *list = view->host->list;
    bool on = details->result && list_view_tag_result(list, details->result->index);
    effects_say(effects, "this result has %s; %zu tagged", on ? "a tag" : "no tag any more",
                list->tags);
}

/* The line of code; without one the section of the root cause. */
static void go_to_cause(const struct details_view *details, struct effects *effects)
{
    const struct cause *cause = details_view_cause(details);
    if (!cause) {
        effects_say(effects, "no finding of this result says what it could save");
    } else if (cause->place) {
        effects->offset = cause->place->offset;
        effects->line = cause->place->line;
        effects_text(effects, EFFECT_SOURCE, cause->place->function);
    } else {
        effects_text(effects, EFFECT_SECTION, cause->findings[0].section);
    }
}

static void go_to_memory_chart(struct details_view *details, int rows, struct effects *effects)
{
    if (!details_view_go(details, "MemoryWorkloadAnalysis_Chart", rows))
        effects_say(effects, "this result has no memory chart; the sets detailed and full have it");
}

static void act(struct view *view, struct view_action action, struct effects *effects)
{
    struct details_view *details = view->state;
    if (action.id == DO_POINTS)
        details_points_next(details, view->host, effects);
    else if (action.id == DO_TAG)
        tag_shown(view, effects);
    else if (action.id == DO_UNTAG)
        list_view_untag(view->host->list);
    else if (action.id == DO_CAUSE)
        go_to_cause(details, effects);
    else if (action.id == DO_MEMORY_CHART)
        go_to_memory_chart(details, action.rows, effects);
    details_view_act(details, action.id, action.digit, action.rows);
    if ((action.id == DO_NEXT_NUMBER || action.id == DO_PREVIOUS_NUMBER) &&
        !details_view_number(details))
        effects_say(effects, "no section with numbers is open; Enter unfolds one");
    if (action.id == DO_ROOFLINE_ALONE && !details_view_roofline(details))
        effects_say(effects, "this result has no roofline");
}

static bool search(struct view *view, const char *text, int step, bool here,
                   struct effects *effects)
{
    (void)effects;
    return details_view_search(view->state, text, step, here);
}

static bool click(struct view *view, int row, int column, int rows)
{
    (void)rows;
    return details_view_click(view->state, row, column);
}

static void place(struct view *view, struct view_place *place, bool back)
{
    struct details_view *details = view->state;
    if (back) {
        details->selected = place->cursor;
        details->scroll = place->scroll;
        details->whole_tables = place->flag;
    } else {
        *place = (struct view_place){details->selected, 0, details->scroll, details->whole_tables};
    }
}

static bool print(struct view *view, enum page_format format, FILE *out, struct error *error)
{
    const struct details_view *details = view->state;
    if (!details->result)
        return error_set(error, "no result is open");
    if (details->baseline && !details->changes_off)
        return details_print_changes(view->host, format, out, error);
    const struct launch_filter one = {.skip_before = details->result->index, .count = 1};
    return details_print_page(view->host, PAGE_DETAILS, &one, format, out, error);
}

static void copy(struct view *view, struct strbuf *out)
{
    details_view_copy(view->state, out);
}

static void compare(struct view *view, const struct result *baseline, const char *name)
{
    details_view_compare(view->state, baseline, name);
}

static void hide_changes(struct view *view, bool hidden)
{
    struct details_view *details = view->state;
    details->changes_off = hidden;
}

static struct view_metric metric(struct view *view)
{
    return number_metric(details_view_number(view->state));
}

static bool point(struct view *view, int rows)
{
    return details_numbers_point(view->state, rows - details_heading_rows(view->state));
}

static bool number(const struct view *view, struct number *number, struct strbuf *label)
{
    const struct number *found = details_view_number(view->state);
    (void)label;
    if (found)
        *number = *found;
    return found;
}

static int beside(const struct view *view)
{
    const struct details_view *details = view->state;
    return (details_view_number(details) ? VIEW_NUMBER : 0) |
           (details_view_roofline(details) ? VIEW_ROOFLINE : 0) |
           (details_view_zoomed(details) ? VIEW_ZOOMED : 0);
}

static int work(struct view *view, bool focused)
{
    (void)focused;
    return details_points_read(view->state, view->host) ? 0 : -1;
}

/* :points, which results have points in the rooflines */
static void typed(struct view *view, const char *words, struct effects *effects)
{
    details_points_by(view->state, view->host, words, effects);
}

static void offer(const struct view *view, struct completions *list)
{
    (void)view;
    details_points_offer(list);
}

const struct view_ops details_view_ops = {
    .id = VIEW_DETAILS,
    .title = "Details",
    .called = "the details",
    .size = sizeof(struct details_view),
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
    .compare = compare,
    .hide_changes = hide_changes,
    .typed = typed,
    .offer = offer,
    .metric = metric,
    .point = point,
    .number = number,
    .beside = beside,
    .work = work,
};
