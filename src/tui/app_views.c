/* Which view is open, and which ones are behind it. */
#include "view_table.h"

static void tell_views(struct app *app, struct result *result)
{
    for (size_t i = 0; i < view_row_count; i++)
        if (view_rows[i].show)
            view_rows[i].show(app, result);
}

/* What the panes beside the list show from now on. */
static void remember(struct app *app, enum view view)
{
    if (view != VIEW_LIST)
        app->second = view;
    if (view & ~(VIEW_LIST | VIEW_DETAILS))
        app->third = view;
}

void app_go(struct app *app, enum view view)
{
    if (view == app->view)
        return;
    remember(app, view);
    for (size_t i = 0; i < app->behind_count; i++)
        if (app->behind[i] == view) {
            app->behind_count = i;
            app->view = view;
            return;
        }
    /* Each view is at most once among them. */
    app->behind[app->behind_count++] = app->view;
    app->view = view;
}

void app_back(struct app *app)
{
    app->view = app->behind_count ? app->behind[--app->behind_count] : VIEW_LIST;
    app->second = VIEW_DETAILS;
    remember(app, app->view);
}

bool app_show_result(struct app *app, size_t index)
{
    struct error error;
    if (index >= report_count(app->report))
        return false;
    struct result *result = result_cache_hold(app->decoded, index, &error);
    if (!result) {
        app_say(app, LOG_ERROR, error.text);
        return false;
    }
    const struct result *before = app->details.result;
    if (!app_load_rules(app, &error))
        app_safe_status(app, error.text);
    details_view_show(&app->details, result);
    tell_views(app, result);
    if (before)
        result_cache_release(app->decoded, before->index);
    return true;
}

bool app_open_result(struct app *app, size_t index)
{
    if (!app_show_result(app, index))
        return false;
    app_go(app, VIEW_DETAILS);
    return true;
}

void app_drop_results(struct app *app)
{
    const struct result *shown = app->details.result;
    size_t index = shown ? shown->index : 0;
    tell_views(app, NULL);
    details_view_close(&app->details);
    if (shown)
        result_cache_release(app->decoded, index);
    result_cache_clear(app->decoded);
    scan_restart(&app->scan);
    app->closed = shown ? index + 1 : 0;
}

void app_show_again(struct app *app)
{
    struct result *result =
        app->closed ? result_cache_hold(app->decoded, app->closed - 1, NULL) : NULL;
    if (result) {
        details_view_show(&app->details, result);
        tell_views(app, result);
    } else if (view_row(app->view)->of_result) {
        app_back(app);
    }
    app->closed = 0;
}
