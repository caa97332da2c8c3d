#include "tui/ui/ui_picture.h"

#include <string.h>

#include "tui/details/details_view.h"
#include "tui/term/screen.h"
#include "tui/term/svg.h"
#include "tui/ui/ui_view.h"
#include "tui/widgets/help_view.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The report, and the kernel where the view is of one result. */
static void describe(struct ui *ui, struct strbuf *title, struct strbuf *text)
{
    const struct view_ops *ops = ui_focused(ui)->ops;
    const struct result *result = ops->of_result ? ui->host.details->result : NULL;
    const char *report = result ? report_file(ui->host.report, result->file)->name
                                : base_name(report_path(ui->host.report));
    strbuf_addf(title, "%s", ops->title);
    strbuf_adds(text, "");
    if (result)
        strbuf_addf(text, "Result %zu, %s %s. ", result->id, entry_kind_name(result->kind),
                    result->demangled ? result->demangled : result->name);
    if (*report) {
        strbuf_addf(title, " of %s", report);
        strbuf_addf(text, "Report %s. ", report);
    }
    strbuf_addf(text, "Drawn by rooftop %s.", ROOFTOP_VERSION);
}

void ui_picture(struct ui *ui, FILE *out)
{
    struct rect place = panes_place(&ui->panes, ui->panes.focus);
    if (ui->help.open)
        place = (struct rect){1, 0, screen_rows() - 3, screen_columns()};
    struct picture *picture = picture_new(place.rows, place.columns);
    struct strbuf title = {0}, text = {0};
    describe(ui, &title, &text);
    screen_picture_begin(picture);
    if (ui->help.open) {
        help_view_fit(&ui->help.view, &ui->user.keys, ui_key_views(ui), place.rows);
        help_view_draw(&ui->help.view, &ui->user.keys, ui_key_views(ui),
                       ui_focus_of(ui)->ops->called, ui->search.text, 0, place.rows);
    } else {
        ui_prepare_view(ui_focused(ui), place.rows);
        ui_draw_view(ui, ui_focused(ui), place.rows);
    }
    screen_picture_end();
    svg_write(picture, screen_theme(), title.data, text.data, out);
    picture_free(picture);
    strbuf_free(&title);
    strbuf_free(&text);
}
