#include "view_table.h"

#include <stdlib.h>

#include "list_draw.h"
#include "list_export.h"
#include "strip.h"

static void draw_list(struct app *app, int rows)
{
    int strip = app_strip_rows(app);
    if (strip)
        strip_draw(&app->scan, 0, strip);
    list_view_draw(&app->list, strip, rows - strip, app->search,
                   !app->live       ? "the report has no results"
                   : *app->progress ? "no results yet: the first kernel is being measured"
                                    : "no results yet: the program has launched no kernel that "
                                      "is to be profiled");
}

static void act_list(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    list_view_act(&app->list, action, rows - app_strip_rows(app));
}

static bool search_list(struct app *app, const char *text, int step, bool here)
{
    return list_view_search(&app->list, text, step, here);
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

static void copy_list(struct app *app, struct strbuf *out)
{
    size_t length = 0;
    char *bytes = NULL;
    FILE *file = open_memstream(&bytes, &length);
    if (!file)
        return;
    list_export_row(&app->list, file);
    fclose(file);
    strbuf_add(out, bytes, length);
    free(bytes);
}

static void draw_details(struct app *app, int rows)
{
    details_view_draw(&app->details, 0, rows, app->search);
}

static void act_details(struct app *app, enum action_id action, int digit, int rows)
{
    details_view_act(&app->details, action, digit, rows);
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
        details_view_compare(&app->details, NULL, NULL);
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
    if (format != FORMAT_TEXT)
        return error_set(error, "the program's output is text: a name that ends in .txt");
    output_view_print(&app->output, out);
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

const struct view_row view_rows[] = {
    {VIEW_LIST, "Results", DO_NOTHING, false, draw_list, act_list, search_list, click_list,
     place_list, print_list, copy_list, NULL},
    {VIEW_DETAILS, "Details", DO_NOTHING, true, draw_details, act_details, search_details,
     click_details, place_details, print_details, copy_details, show_details},
    {VIEW_SUMMARY, "Summary", DO_SUMMARY, false, draw_summary, act_summary, search_summary,
     click_summary, place_summary, print_summary, NULL, NULL},
    {VIEW_OUTPUT, "Output", DO_OUTPUT, false, draw_output, act_output, search_output, NULL,
     place_output, print_output, copy_output, NULL},
    {VIEW_RULES, "Rules", DO_NOTHING, false, draw_rules, act_rules, search_rules, click_rules,
     place_rules, NULL, NULL, NULL},
    {VIEW_COLUMNS, "Columns", DO_COLUMNS, false, draw_columns, act_columns, search_columns,
     click_columns, place_columns, NULL, NULL, NULL},
};

const size_t view_row_count = sizeof view_rows / sizeof *view_rows;

const struct view_row *view_row(enum view view)
{
    const struct view_row *row = view_rows;
    while (row < view_rows + view_row_count - 1 && row->view != view)
        row++;
    return row;
}
