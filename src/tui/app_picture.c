/* The open view as a picture. */
#include <string.h>

#include "app.h"
#include "help_view.h"
#include "screen.h"
#include "svg.h"
#include "view_table.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The report, and the kernel where the view is of one result. */
static void describe(const struct app *app, struct strbuf *title, struct strbuf *text)
{
    const struct result *result = view_row(app->view)->of_result ? app->details.result : NULL;
    const char *report =
        result ? report_file(app->report, result->file)->name : base_name(report_path(app->report));
    strbuf_addf(title, "%s", view_row(app->view)->title);
    strbuf_adds(text, "");
    if (result)
        strbuf_addf(text, "Result %zu, %s %s. ", result->id, result_kind_name(result->kind),
                    result->demangled ? result->demangled : result->name);
    if (*report) {
        strbuf_addf(title, " of %s", report);
        strbuf_addf(text, "Report %s. ", report);
    }
    strbuf_addf(text, "Drawn by rooftop %s.", ROOFTOP_VERSION);
}

void app_export_picture(struct app *app, FILE *out)
{
    struct rect place = app_place(app, app->view);
    if (app->help)
        place = (struct rect){1, 0, screen_rows() - 3, screen_columns()};
    struct picture *picture = picture_new(place.rows, place.columns);
    struct strbuf title = {0}, text = {0};
    describe(app, &title, &text);
    screen_picture_begin(picture);
    if (app->help)
        help_view_draw(&app->help_view, &app->keys, app_views(app), app->search, 0, place.rows);
    else
        view_row(app->view)->draw(app, place.rows);
    screen_picture_end();
    svg_write(picture, screen_theme(), title.data, text.data, out);
    picture_free(picture);
    strbuf_free(&title);
    strbuf_free(&text);
}
