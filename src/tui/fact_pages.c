#include "fact_pages.h"
#include "view_export.h"

#include "empty_view.h"
#include "launch_facts.h"
#include "result_title.h"
#include "screen.h"
#include "session_facts.h"

/* Rows of the result's name above its facts. */
static int title_rows(int rows)
{
    return rows >= 4;
}

/* The facts of the result in the details, if they are not there yet. */
static struct fact_view *launch_of(struct app *app)
{
    if (!app->launch.list.count && app->details.result)
        fact_view_set(&app->launch, launch_facts(app->report, app->details.result));
    return &app->launch;
}

void draw_launch(struct app *app, int rows)
{
    struct fact_view *view = launch_of(app);
    if (!app->details.result) {
        empty_view_draw(rows, "No result is open: choose one in the list of results.\n");
        return;
    }
    if (title_rows(rows))
        result_title_draw(app->details.result, "", 0);
    fact_view_draw(view, title_rows(rows), rows - title_rows(rows), app->search);
}

void act_launch(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    fact_view_act(launch_of(app), action, screen_columns(), rows - title_rows(rows));
}

bool search_launch(struct app *app, const char *text, int step, bool here)
{
    return fact_view_search(launch_of(app), text, screen_columns(), step, here);
}

bool click_launch(struct app *app, int row, int column, int rows)
{
    (void)column;
    return fact_view_click(&app->launch, row - title_rows(rows), rows - title_rows(rows));
}

void place_launch(struct app *app, struct view_place *place, bool back)
{
    row_cursor_place(&app->launch.cursor, place, back);
}

bool print_launch(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    if (!app->details.result)
        return error_set(error, "no result is open");
    const struct fact_list *facts = &launch_of(app)->list;
    if (format == FORMAT_TEXT || format == FORMAT_CSV)
        fact_list_print(facts, format == FORMAT_CSV, out);
    else
        view_export_facts(facts, format, out);
    return true;
}

void copy_launch(struct app *app, struct strbuf *out)
{
    fact_view_copy(&app->launch, out);
}

void show_launch(struct app *app, struct result *result)
{
    (void)result;
    fact_view_set(&app->launch, (struct fact_list){0});
}

/* While a program is profiled the session grows. */
static struct fact_view *session_of(struct app *app)
{
    size_t results = report_count(app->report);
    if (!app->session.list.count || app->session_results != results) {
        fact_view_set(&app->session, session_facts(app->report));
        app->session_results = results;
    }
    return &app->session;
}

void draw_session(struct app *app, int rows)
{
    fact_view_draw(session_of(app), 0, rows, app->search);
}

void act_session(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    fact_view_act(session_of(app), action, screen_columns(), rows);
}

bool search_session(struct app *app, const char *text, int step, bool here)
{
    return fact_view_search(session_of(app), text, screen_columns(), step, here);
}

bool click_session(struct app *app, int row, int column, int rows)
{
    (void)column;
    return fact_view_click(&app->session, row, rows);
}

void place_session(struct app *app, struct view_place *place, bool back)
{
    row_cursor_place(&app->session.cursor, place, back);
}

bool print_session(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    return app_print_page(app, PAGE_SESSION, NULL, format, out, error);
}

void copy_session(struct app *app, struct strbuf *out)
{
    fact_view_copy(&app->session, out);
}

/* The newest stays selected while messages come, unless the cursor was moved. */
static struct fact_view *log_of(struct app *app, int rows)
{
    if (app->log_version != app->log.version) {
        bool follows = fact_view_is_at_end(&app->log_view);
        fact_view_set(&app->log_view, message_log_facts(&app->log));
        app->log_version = app->log.version;
        if (follows)
            fact_view_act(&app->log_view, DO_LAST, screen_columns(), rows);
    }
    return &app->log_view;
}

void draw_log(struct app *app, int rows)
{
    struct fact_view *view = log_of(app, rows);
    message_log_read(&app->log);
    if (!app->log.count)
        empty_view_draw(rows, "Nothing was said in this run.\n"
                              "Warnings and errors stand here, and while a program is profiled "
                              "what its processes do.\n");
    fact_view_draw(view, 0, rows, app->search);
}

void act_log(struct app *app, enum action_id action, int digit, int rows)
{
    (void)digit;
    fact_view_act(log_of(app, rows), action, screen_columns(), rows);
}

bool search_log(struct app *app, const char *text, int step, bool here)
{
    return fact_view_search(log_of(app, 1), text, screen_columns(), step, here);
}

bool click_log(struct app *app, int row, int column, int rows)
{
    (void)column;
    return fact_view_click(&app->log_view, row, rows);
}

void place_log(struct app *app, struct view_place *place, bool back)
{
    row_cursor_place(&app->log_view.cursor, place, back);
}

bool print_log(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    (void)error;
    if (format == FORMAT_TEXT) {
        message_log_print(&app->log, out);
    } else {
        struct fact_list facts = message_log_facts(&app->log);
        view_export_facts(&facts, format, out);
        fact_list_free(&facts);
    }
    return true;
}

void copy_log(struct app *app, struct strbuf *out)
{
    fact_view_copy(&app->log_view, out);
}
