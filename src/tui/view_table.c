#include "view_table.h"

#include <stdlib.h>

#include "app_list.h"
#include "app_metric.h"
#include "app_occupancy.h"
#include "app_rooflines.h"
#include "code_export.h"
#include "fact_pages.h"
#include "list_draw.h"
#include "list_export.h"
#include "row_metric.h"
#include "rules_export.h"
#include "screen.h"
#include "strip.h"
#include "timeline_export.h"
#include "view_export.h"

static void draw_list(struct app *app, int rows)
{
    int strip = app_strip_rows(app);
    if (strip)
        strip_draw(&app->scan, 0, strip);
    struct strbuf empty = {0};
    app_list_why_empty(app, &empty);
    list_view_draw(&app->list, strip, rows - strip, app->search, empty.data);
    strbuf_free(&empty);
}

static void act_list(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    list_view_act(&app->list, action, rows - app_strip_rows(app));
}

static bool search_list(struct app *app, const char *text, int step, bool here)
{
    bool found = list_view_search(&app->list, text, step, here);
    if (found && !here && app->list.wrapped)
        app_status(app, false, "search wrapped");
    return found;
}

static bool click_list(struct app *app, int row, int column, int rows)
{
    (void)rows;
    return list_view_click(&app->list, row - app_strip_rows(app), column);
}

static void place_list(struct app *app, struct view_place *place, bool back)
{
    if (back) {
        const struct list_place to = {place->cursor, place->top, place->scroll, place->flag};
        list_view_return(&app->list, &to);
    } else {
        const struct list_place at = list_view_place(&app->list);
        *place = (struct view_place){at.wanted, at.top, at.at_group, at.follow};
    }
}

static bool print_list(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    (void)error;
    list_export(&app->list, format, out);
    return true;
}

static void copy_rows(struct app *app, enum page_format format, struct strbuf *out)
{
    size_t length = 0;
    char *bytes = NULL;
    FILE *file = open_memstream(&bytes, &length);
    if (!file)
        return;
    list_export_row(&app->list, format, file);
    fclose(file);
    strbuf_add(out, bytes, length);
    free(bytes);
}

static void copy_list(struct app *app, struct strbuf *out)
{
    copy_rows(app, FORMAT_TEXT, out);
}

static void table_list(struct app *app, struct strbuf *out)
{
    copy_rows(app, FORMAT_MARKDOWN, out);
}

static void draw_details(struct app *app, int rows)
{
    app_choose_points(app);
    details_view_draw(&app->details, 0, rows, app->search);
}

static void tag_shown(struct app *app)
{
    struct error line;
    const struct result *result = app->details.result;
    bool on = result && list_view_tag_result(&app->list, result->index);
    error_set(&line, "this result has %s; %zu tagged", on ? "a tag" : "no tag any more",
              app->list.tags);
    app_status(app, false, line.text);
}

static void act_details(struct app *app, enum action_id action, int digit, int rows)
{
    if (action == DO_TAG)
        tag_shown(app);
    else if (action == DO_UNTAG)
        list_view_untag(&app->list);
    details_view_act(&app->details, action, digit, rows);
    if ((action == DO_NEXT_NUMBER || action == DO_PREVIOUS_NUMBER) && !app_number(app))
        app_status(app, false, "no section with numbers is open; Enter unfolds one");
}

static bool search_details(struct app *app, const char *text, int step, bool here)
{
    return details_view_search(&app->details, text, step, here);
}

static bool click_details(struct app *app, int row, int column, int rows)
{
    (void)rows;
    return details_view_click(&app->details, row, column);
}

static void place_details(struct app *app, struct view_place *place, bool back)
{
    struct details_view *view = &app->details;
    if (back) {
        view->selected = place->cursor;
        view->scroll = place->scroll;
        view->whole_tables = place->flag;
    } else {
        *place = (struct view_place){view->selected, 0, view->scroll, view->whole_tables};
    }
}

static bool print_details(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    if (!app->details.result)
        return error_set(error, "no result is open");
    if (app->details.baseline && !app->details.changes_off)
        return app_print_changes(app, format, out, error);
    const struct launch_filter one = {.skip_before = app->details.result->index, .count = 1};
    return app_print_page(app, PAGE_DETAILS, &one, format, out, error);
}

static void copy_details(struct app *app, struct strbuf *out)
{
    details_view_copy(&app->details, out);
}

/* What it is compared with goes with it. */
static void show_details(struct app *app, struct result *result)
{
    if (result) {
        app_compare(app);
    } else {
        app_let_go_baseline(app);
        baselines_release(&app->baselines);
    }
}

static void draw_summary(struct app *app, int rows)
{
    summary_view_draw(&app->summary, &app->scan, 0, rows, app->search);
}

static void act_summary(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    summary_view_act(&app->summary, &app->scan, action, rows);
}

static bool search_summary(struct app *app, const char *text, int step, bool here)
{
    return summary_view_search(&app->summary, &app->scan, text, step, here);
}

static bool click_summary(struct app *app, int row, int column, int rows)
{
    (void)column;
    return summary_view_click(&app->summary, &app->scan, row, rows);
}

static void place_summary(struct app *app, struct view_place *place, bool back)
{
    if (back)
        app->summary.cursor = place->cursor;
    else
        place->cursor = app->summary.cursor;
}

static bool print_summary(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    return app_print_page(app, PAGE_SUMMARY, NULL, format, out, error);
}

static void draw_rules(struct app *app, int rows)
{
    rules_view_draw(&app->rules_view, app->rules, 0, rows, app->search);
}

static void act_rules(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    rules_view_act(&app->rules_view, app->rules, action, rows);
}

static bool search_rules(struct app *app, const char *text, int step, bool here)
{
    return rules_view_search(&app->rules_view, app->rules, text, step, here);
}

static bool click_rules(struct app *app, int row, int column, int rows)
{
    (void)column;
    return app->rules && rules_view_click(&app->rules_view, app->rules, row, rows);
}

static void place_rules(struct app *app, struct view_place *place, bool back)
{
    if (back)
        app->rules_view.cursor = place->cursor;
    else
        place->cursor = app->rules_view.cursor;
}

static bool print_rules(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    if (!app->rules)
        return error_set(error, "there are no rules");
    rules_export(app->rules, format, out);
    return true;
}

static void draw_output(struct app *app, int rows)
{
    output_view_draw(&app->output, 0, rows, app->search);
}

static void act_output(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    output_view_act(&app->output, action, rows);
}

static bool search_output(struct app *app, const char *text, int step, bool here)
{
    (void)here;
    return output_view_search(&app->output, text, step);
}

static void place_output(struct app *app, struct view_place *place, bool back)
{
    if (back)
        app->output.scroll = place->top;
    else
        place->top = app->output.scroll;
}

static bool print_output(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    (void)error;
    if (format == FORMAT_TEXT)
        output_view_print(&app->output, out);
    else
        view_export_output(&app->output, format, out);
    return true;
}

static void copy_output(struct app *app, struct strbuf *out)
{
    strbuf_adds(out, output_view_last(&app->output));
}

static void draw_columns(struct app *app, int rows)
{
    columns_view_draw(&app->columns_view, &app->list, rows, app->search);
}

static void act_columns(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    columns_view_act(&app->columns_view, &app->list, action, rows);
}

static bool search_columns(struct app *app, const char *text, int step, bool here)
{
    return columns_view_search(&app->columns_view, &app->list, text, step, here);
}

static bool click_columns(struct app *app, int row, int column, int rows)
{
    (void)column;
    return columns_view_click(&app->columns_view, row, rows);
}

static void place_columns(struct app *app, struct view_place *place, bool back)
{
    if (back)
        app->columns_view.cursor = place->cursor;
    else
        place->cursor = app->columns_view.cursor;
}

static bool print_columns(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    (void)error;
    view_export_columns(&app->columns_view, &app->list, format, out);
    return true;
}

static void draw_timeline(struct app *app, int rows)
{
    timeline_view_make(&app->timeline, &app->choice);
    timeline_view_draw(&app->timeline, rows, app->search);
}

static void act_timeline(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    timeline_view_make(&app->timeline, &app->choice);
    timeline_view_act(&app->timeline, action, rows);
}

static bool search_timeline(struct app *app, const char *text, int step, bool here)
{
    timeline_view_make(&app->timeline, &app->choice);
    return timeline_view_search(&app->timeline, text, step, here);
}

static bool click_timeline(struct app *app, int row, int column, int rows)
{
    return timeline_view_click(&app->timeline, row, column, rows);
}

static void place_timeline(struct app *app, struct view_place *place, bool back)
{
    row_cursor_place(&app->timeline.cursor, place, back);
}

static bool print_timeline(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    timeline_view_make(&app->timeline, &app->choice);
    return timeline_export(&app->timeline, format, out, error);
}

static void copy_timeline(struct app *app, struct strbuf *out)
{
    timeline_view_copy(&app->timeline, out);
}

static void show_timeline(struct app *app, struct result *result)
{
    timeline_view_show(&app->timeline, result);
}

static void draw_nvtx(struct app *app, int rows)
{
    nvtx_view_update(&app->nvtx, app->report);
    nvtx_view_draw(&app->nvtx, rows, app->search);
}

static void act_nvtx(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    nvtx_view_update(&app->nvtx, app->report);
    const struct nvtx_node *node = nvtx_view_node(&app->nvtx);
    if (action == DO_RANGE_FILTER) {
        app_filter_range(app);
    } else if (action == DO_UNFOLD && node && node->kind == NVTX_LAUNCH) {
        app_leave();
        if (app_open_result(app, node->result))
            list_view_go(&app->list, node->result);
    } else {
        nvtx_view_act(&app->nvtx, action, rows);
    }
}

static bool search_nvtx(struct app *app, const char *text, int step, bool here)
{
    nvtx_view_update(&app->nvtx, app->report);
    app_wait_ranges(app);
    return nvtx_view_search(&app->nvtx, text, step, here);
}

static bool click_nvtx(struct app *app, int row, int column, int rows)
{
    (void)column;
    return nvtx_view_click(&app->nvtx, row, rows);
}

static void place_nvtx(struct app *app, struct view_place *place, bool back)
{
    row_cursor_place(&app->nvtx.cursor, place, back);
}

static bool print_nvtx(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    (void)error;
    nvtx_view_update(&app->nvtx, app->report);
    while (nvtx_view_pending(&app->nvtx))
        nvtx_view_step(&app->nvtx);
    if (format == FORMAT_TEXT || format == FORMAT_CSV)
        nvtx_tree_print(app->nvtx.tree, format == FORMAT_CSV, out);
    else
        view_export_ranges(app->nvtx.tree, format, out);
    return true;
}

static void draw_source(struct app *app, int rows)
{
    code_view_draw(&app->code, rows, app->search);
}

static void act_source(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    bool done = code_view_act(&app->code, action, rows, screen_columns());
    if (!done && action == DO_LEFT_SIDE)
        app_back(app);
    else if (*app->code.said)
        app_status(app, false, app->code.said);
}

static bool search_source(struct app *app, const char *text, int step, bool here)
{
    return code_view_search(&app->code, text, step, here);
}

static bool click_source(struct app *app, int row, int column, int rows)
{
    return code_view_click(&app->code, row, column, rows, screen_columns());
}

static void place_source(struct app *app, struct view_place *place, bool back)
{
    code_view_place(&app->code, place, back);
}

/* The page of SASS, or of both sides where these are source and SASS; else the lines of the side
 * that keys go to. */
static bool print_source(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    struct source_options *source = &app->options->page.source;
    const struct source_options before = *source;
    if (app->code.ask.run || app->code.before.ask.run)
        return error_set(error, "the instructions have no text yet: nvdisasm still runs");
    source->kind = code_view_kind(&app->code);
    if (source->kind == SOURCE_PTX || source->kind == SOURCE_CUDA) {
        *source = before;
        return code_export(&app->code, format, out, error);
    }
    /* What failed once is not waited for again. */
    if (app->code.ask.no_text)
        source->nvdisasm = NULL;
    bool good = app_print_compared(app, PAGE_SOURCE, format, out, error);
    *source = before;
    return good;
}

static void copy_source(struct app *app, struct strbuf *out)
{
    code_view_copy(&app->code, out);
}

static void show_source(struct app *app, struct result *result)
{
    code_view_show(&app->code, result);
}

static void draw_raw(struct app *app, int rows)
{
    raw_view_make(&app->raw);
    raw_view_draw(&app->raw, rows, app->search);
}

static void act_raw(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    raw_view_make(&app->raw);
    raw_view_act(&app->raw, action, rows);
}

static bool search_raw(struct app *app, const char *text, int step, bool here)
{
    raw_view_make(&app->raw);
    return raw_view_search(&app->raw, text, step, here);
}

static bool click_raw(struct app *app, int row, int column, int rows)
{
    (void)column;
    raw_view_make(&app->raw);
    return raw_view_click(&app->raw, row, rows);
}

static void place_raw(struct app *app, struct view_place *place, bool back)
{
    raw_view_make(&app->raw);
    if (back)
        app->raw.cursor = place->cursor;
    else
        place->cursor = app->raw.cursor;
}

/* What the filter takes, in the units that are shown. */
static bool print_raw(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    if (!app->details.result)
        return error_set(error, "no result is open");
    raw_view_make(&app->raw);
    const struct raw_rows *rows = &app->raw.rows;
    const struct launch_filter one = {.skip_before = app->details.result->index, .count = 1};
    struct page_options options = {
        .page = PAGE_RAW, .format = format, .filter = &one, .base_units = app->raw.base};
    struct strbuf names = {0};
    strbuf_adds(&names, "");
    if (rows->count < rows->metric_count) {
        for (size_t i = 0; i < rows->count; i++)
            strbuf_addf(&names, "%s%s", i ? "," : "",
                        result_metric_name(app->details.result, rows->order[i]));
        options.metrics = names.data;
    }
    bool good = app_print_options(app, &options, out, error);
    strbuf_free(&names);
    return good;
}

static void copy_raw(struct app *app, struct strbuf *out)
{
    raw_view_make(&app->raw);
    raw_view_copy(&app->raw, out);
}

static void show_raw(struct app *app, struct result *result)
{
    raw_view_show(&app->raw, result);
}

static char *filter_raw(struct app *app, size_t *shown, size_t *all)
{
    raw_view_make(&app->raw);
    *shown = app->raw.rows.count;
    *all = app->raw.rows.metric_count;
    return app->raw.typed;
}

static bool set_filter_raw(struct app *app, struct error *error)
{
    raw_view_make(&app->raw);
    return raw_view_filter(&app->raw, error);
}

static void draw_metric(struct app *app, int rows)
{
    metric_view_draw(&app->metric, rows, app->search);
}

static void act_metric(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    metric_view_act(&app->metric, action, rows);
}

static bool search_metric(struct app *app, const char *text, int step, bool here)
{
    return metric_view_search(&app->metric, text, step, here);
}

static bool click_metric(struct app *app, int row, int column, int rows)
{
    (void)column;
    return metric_view_click(&app->metric, row, rows);
}

static void place_metric(struct app *app, struct view_place *place, bool back)
{
    if (back)
        app->metric.cursor = place->cursor;
    else
        place->cursor = app->metric.cursor;
}

static bool print_metric(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    return metric_help_print(&app->metric.help, format, out, error);
}

static void copy_metric(struct app *app, struct strbuf *out)
{
    metric_view_copy(&app->metric, out);
}

const struct view_row view_rows[] = {
    {VIEW_LIST, "Results", DO_NOTHING, false, draw_list, act_list, search_list, click_list,
     place_list, print_list, copy_list, NULL, .table = table_list, .metric = row_metric_list},
    {VIEW_DETAILS, "Details", DO_NOTHING, true, draw_details, act_details, search_details,
     click_details, place_details, print_details, copy_details, show_details,
     .metric = row_metric_number},
    {VIEW_SUMMARY, "Summary", DO_SUMMARY, false, draw_summary, act_summary, search_summary,
     click_summary, place_summary, print_summary, NULL, NULL, .metric = row_metric_summary},
    {VIEW_OUTPUT, "Output", DO_OUTPUT, false, draw_output, act_output, search_output, NULL,
     place_output, print_output, copy_output, NULL},
    {VIEW_RULES, "Rules", DO_NOTHING, false, draw_rules, act_rules, search_rules, click_rules,
     place_rules, print_rules, NULL, NULL},
    {VIEW_COLUMNS, "Columns", DO_COLUMNS, false, draw_columns, act_columns, search_columns,
     click_columns, place_columns, print_columns, NULL, NULL, .metric = row_metric_columns},
    {VIEW_TIMELINE, "Timeline", DO_TIMELINE, true, draw_timeline, act_timeline, search_timeline,
     click_timeline, place_timeline, print_timeline, copy_timeline, show_timeline,
     .metric = row_metric_timeline},
    {VIEW_NVTX, "NVTX ranges", DO_NVTX, false, draw_nvtx, act_nvtx, search_nvtx, click_nvtx,
     place_nvtx, print_nvtx, NULL, NULL, .metric = row_metric_nvtx},
    {VIEW_LAUNCH, "Launch", DO_LAUNCH, true, draw_launch, act_launch, search_launch, click_launch,
     place_launch, print_launch, copy_launch, show_launch, .metric = row_metric_launch},
    {VIEW_SESSION, "Session", DO_SESSION, false, draw_session, act_session, search_session,
     click_session, place_session, print_session, copy_session, NULL, .metric = row_metric_session},
    {VIEW_LOG, "Log", DO_LOG, false, draw_log, act_log, search_log, click_log, place_log, print_log,
     copy_log, NULL},
    {VIEW_SOURCE, "Source", DO_SOURCE, true, draw_source, act_source, search_source, click_source,
     place_source, print_source, copy_source, show_source, .metric = row_metric_number},
    {VIEW_OCCUPANCY, "Occupancy", DO_OCCUPANCY, true, app_occupancy_draw, app_occupancy_act,
     app_occupancy_search, app_occupancy_click, app_occupancy_place, app_occupancy_print, NULL,
     app_occupancy_show, .metric = row_metric_occupancy},
    {VIEW_RAW, "Raw", DO_RAW, true, draw_raw, act_raw, search_raw, click_raw, place_raw, print_raw,
     copy_raw, show_raw, filter_raw, set_filter_raw, .metric = row_metric_raw},
    {VIEW_METRIC, "Metric", DO_NOTHING, true, draw_metric, act_metric, search_metric, click_metric,
     place_metric, print_metric, copy_metric, app_metric_show, NULL, NULL},
};

const size_t view_row_count = sizeof view_rows / sizeof *view_rows;

const struct view_row *view_row(enum view view)
{
    const struct view_row *row = view_rows;
    while (row < view_rows + view_row_count - 1 && row->view != view)
        row++;
    return row;
}
