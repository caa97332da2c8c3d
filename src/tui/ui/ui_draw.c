#include "tui/ui/ui_draw.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/clock.h"
#include "report/base/safe_text.h"
#include "report/file/report_weight.h"
#include "report/metric/metric_format.h"
#include "tui/details/details_view.h"
#include "tui/list/list_view.h"
#include "tui/rerun/rerun.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_draw_prompt.h"
#include "tui/ui/ui_view.h"
#include "tui/views/output_view.h"
#include "tui/widgets/number_line.h"

enum { NOTE_MS = 3000 /* that a status hides the progress */ };

static void add_base_name(struct strbuf *out, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    safe_text_add(out, name, strlen(name), false);
}

/* "rank3.ncu-rep  rank 3 @ node1" */
static void add_report(struct strbuf *out, struct report *report, size_t index)
{
    const struct report_file *file = report_file(report, index);
    safe_text_add(out, file->name, strlen(file->name), false);
    if (strcmp(file->name, file->label) == 0)
        return;
    strbuf_adds(out, "  ");
    safe_text_add(out, file->label, strlen(file->label), false);
}

/* Of all files that name one; "" if it is not the same. */
static const char *device_name(const struct report *report)
{
    const char *name = "";
    for (size_t i = 0; i < report_file_count(report); i++) {
        const Rep__ReportSessionDetails *session = report_session(report, i);
        const char *one = session->n_deviceattributes ? session->deviceattributes[0]->name : "";
        if (!one || !*one)
            continue;
        if (*name && strcmp(one, name) != 0)
            return "";
        name = one;
    }
    return name;
}

/* The report of the result that is open, where there are several: then nothing is said of all. */
static bool shows_one_report(const struct ui *ui)
{
    return report_file_count(ui->host.report) > 1 && ui->panes.focus == VIEW_DETAILS &&
           ui->host.details->result && !panes_are_several(&ui->panes);
}

static void add_counts(struct strbuf *out, const struct ui *ui)
{
    const char *dot = screen_glyphs()->dot;
    size_t count = report_count(ui->host.report);
    double total = ui->host.list->duration;
    struct unit_scale scale = unit_scale_for("ns", total);
    if (ui->host.list->tree.count < count)
        strbuf_addf(out, "%zu of ", ui->host.list->tree.count);
    strbuf_addf(out, "%zu result%s", count, count == 1 ? "" : "s");
    struct report_weight weight;
    if (report_file_count(ui->host.report) == 1 && count &&
        report_weight(ui->host.report, 0, &weight)) {
        strbuf_adds(out, " for ");
        format_thousands(out, (unsigned long long)weight.run_launches);
        strbuf_adds(out, " launches");
        total = weight.run_time;
        scale = unit_scale_for("ns", total);
    }
    if (total > 0)
        strbuf_addf(out, " %s %.2f %s of kernels", dot, total / scale.factor, scale.unit);
}

static void draw_header(const struct ui *ui)
{
    struct strbuf left = {0}, right = {0};
    const char *path = report_path(ui->host.report);
    const char *device = device_name(ui->host.report);
    strbuf_adds(&left, " rooftop  ");
    if (shows_one_report(ui))
        add_report(&left, ui->host.report, ui->host.details->result->file);
    else if (*path)
        add_base_name(&left, path);
    else if (ui->host.options->program)
        add_base_name(&left, ui->host.options->program[0]);
    strbuf_adds(&right, "");
    safe_text_add(&right, device, strlen(device), false);
    if (!shows_one_report(ui)) {
        if (*device)
            strbuf_addf(&right, " %s ", screen_glyphs()->dot);
        add_counts(&right, ui);
    }
    int width = (int)safe_text_width(right.data), columns = screen_columns();
    int room = columns - width - 3;
    screen_text(0, 0, room > 20 ? room : columns, ROLE_TITLE, left.data);
    if (room > 20)
        screen_text(0, columns - width - 1, width, ROLE_NORMAL, right.data);
    strbuf_free(&left);
    strbuf_free(&right);
}

/* --- the panes -------------------------------------------------------------------------------- */

/* "▸ Results ─────": the mark says that keys go there. */
static void draw_title(const struct ui *ui, int pane)
{
    const struct glyphs *g = screen_glyphs();
    const struct rect *place = &ui->panes.layout.panes[pane];
    enum view_id view = panes_view(&ui->panes, pane);
    bool focused = view == ui->panes.focus;
    struct strbuf text = {0};
    strbuf_addf(&text, "%s %s ", focused ? g->cursor : g->rule,
                views_at(&ui->views, view)->ops->title);
    int row = place->row + 1;
    int used = screen_text(row, place->column, place->columns, focused ? ROLE_TITLE : ROLE_RULE,
                           text.data);
    strbuf_clear(&text);
    strbuf_adds(&text, "");
    for (int i = used; i < place->columns; i++)
        strbuf_adds(&text, g->rule);
    screen_text(row, place->column + used, place->columns - used, ROLE_RULE, text.data);
    strbuf_free(&text);
}

static void draw_panes(const struct ui *ui)
{
    const struct layout *layout = &ui->panes.layout;
    for (int i = 0; i < layout->count; i++) {
        enum view_id id = panes_view(&ui->panes, i);
        if (panes_are_several(&ui->panes))
            draw_title(ui, i);
        ui_draw_view(ui, views_at(&ui->views, id), panes_enter(&ui->panes, id));
        panes_leave();
    }
    for (int i = 0; i < layout->border_count; i++)
        for (int j = 0; j < layout->borders[i].rows; j++)
            screen_text(layout->borders[i].row + j + 1, layout->borders[i].column, 1, ROLE_RULE,
                        screen_glyphs()->wall);
}

/* --- the row of messages ---------------------------------------------------------------------- */

/* "filter gemm: 3 of 16; 2 tagged, 1.23 ms"; "" if neither is there. */
static void add_filter(const struct ui *ui, struct strbuf *text)
{
    const struct list_view *list = ui->host.list;
    struct strbuf note = {0};
    list_view_note(list, screen_glyphs()->dot, &note);
    bool filtered = list_view_filtered(list);
    strbuf_adds(text, "");
    if (!(filtered || note.length) || !(ui->panes.focus & (VIEW_LIST | VIEW_DETAILS))) {
        strbuf_free(&note);
        return;
    }
    strbuf_adds(text, filtered ? "filter " : "");
    if (list->filter.text) {
        char *safe = safe_text(list->filter.text);
        safe_text_fit(text, safe, (size_t)screen_columns() / 3);
        free(safe);
    }
    if (list_view_by_launches(list))
        strbuf_addf(text, "%sof the command line", list->filter.text ? " and the filters " : "");
    if (filtered)
        strbuf_addf(text, ": %zu of %zu", list->tree.count, list->known);
    if (note.length)
        strbuf_addf(text, "%s%s", filtered ? "; " : "", note.data);
    strbuf_free(&note);
}

/* Draws the filter in the row of messages; returns the columns that are left behind it. row: -1 to
 * only measure. */
static int draw_filter(const struct ui *ui, int row)
{
    struct strbuf text = {0};
    int columns = screen_columns() - 2;
    add_filter(ui, &text);
    int width = (int)safe_text_width(text.data);
    screen_text(row, 1, columns, ROLE_TITLE, text.data);
    strbuf_free(&text);
    return columns - (width < columns ? width : columns) - (width ? 2 : 0);
}

static bool is_cut(const struct ui *ui, int room)
{
    return *ui->messages.text && (int)safe_text_width(ui->messages.text) > room;
}

/* "2 messages, E shows them", or that it shows all of this one, at the right; returns the columns
 * that it takes. */
static int draw_unread(const struct ui *ui, int row, int room)
{
    size_t unread = ui->messages.log.unread;
    struct strbuf text = {0};
    if (ui->messages.is_kept && is_cut(ui, room))
        strbuf_adds(&text, "E shows all");
    else if (unread && !*ui->messages.text)
        strbuf_addf(&text, "%zu message%s, E shows %s", unread, unread == 1 ? "" : "s",
                    unread == 1 ? "it" : "them");
    else
        return 0;
    int width = (int)text.length, columns = screen_columns();
    bool fits = width + 20 <= columns;
    if (fits)
        screen_text(row, columns - width - 1, width, ROLE_ERROR, text.data);
    strbuf_free(&text);
    return fits ? width + 1 : 0;
}

/* What there is to say of the number under the cursor. false: there is none. */
static bool add_number(const struct ui *ui, struct strbuf *out)
{
    struct number number;
    struct strbuf label = {0};
    const struct view *view = ui_focus_of(ui);
    bool any = view->ops->number && view->ops->number(view, &number, &label);
    if (any)
        number_line(out, &number, ui->host.details->result);
    strbuf_free(&label);
    return any;
}

static bool add_selected(const struct ui *ui, struct strbuf *out)
{
    const struct view *view = ui_focus_of(ui);
    strbuf_clear(out);
    if (!view->ops->says || ui->help.open)
        return false;
    panes_enter(&ui->panes, view->ops->id);
    view->ops->says(view, out);
    panes_leave();
    return out->length;
}

/* The last but one row: what is typed; else the filter, and beside it the status, else what the
 * cursor over numbers is on, else the progress, else the program's last words, else what is under
 * the cursor. */
static void draw_message(const struct ui *ui)
{
    int row = screen_rows() - 2;
    if (ui->typing.prompt != PROMPT_NONE) {
        ui_draw_prompt(ui, row);
        return;
    }
    screen_cursor(0, 0, false);
    int room = draw_filter(ui, row);
    int at = screen_columns() - 1 - room;
    room -= draw_unread(ui, row, room);
    struct strbuf number = {0};
    if (*ui->messages.text) {
        screen_text(row, at, room, ui->messages.is_error ? ROLE_ERROR : ROLE_NORMAL,
                    ui->messages.text);
    } else if (add_number(ui, &number)) {
        screen_text(row, at, room, ROLE_NORMAL, number.data);
    } else if (*ui->messages.progress) {
        screen_text(row, at, room, ROLE_BUSY, ui->messages.progress);
    } else if (ui->host.live) {
        struct strbuf text = {0};
        const char *last = output_view_last(ui->host.output);
        strbuf_adds(&text, *last ? ""
                                 : "the program runs; its kernels appear when they are "
                                   "launched");
        if (*last)
            strbuf_addf(&text, "output: %s", last);
        screen_text(row, at, room, ROLE_DIM, text.data);
        strbuf_free(&text);
    } else if (add_selected(ui, &number)) {
        screen_text(row, at, room, ROLE_DIM, number.data);
    }
    strbuf_free(&number);
}

/* --- all of it -------------------------------------------------------------------------------- */

/* What is cut is to be read in the log. What tells how far something is changes all the time. */
static void keep_status(struct ui *ui)
{
    bool goes_on = ui->comparison.says_partners && !ui->messages.is_error;
    if (ui->messages.is_kept || goes_on || ui->typing.prompt != PROMPT_NONE ||
        !is_cut(ui, draw_filter(ui, -1)))
        return;
    messages_keep(&ui->messages);
}

/* Progress has not to wait for a key: the status goes after a while. */
static void settle_messages(struct ui *ui)
{
    if (ui->typing.prompt != PROMPT_NONE)
        return;
    if (ui->host.live && *ui->messages.progress && milliseconds() - ui->messages.since > NOTE_MS)
        messages_clear(&ui->messages);
    int room = draw_filter(ui, -1);
    ui->messages.room = room - draw_unread(ui, -1, room);
}

void ui_prepare(struct ui *ui)
{
    ui_arrange(ui);
    keep_status(ui);
    if (ui->help.open)
        help_view_fit(&ui->help.view, &ui->user.keys, ui_key_views(ui), panes_rows());
    for (int i = 0; i < ui->panes.layout.count && !ui->help.open; i++) {
        enum view_id id = panes_view(&ui->panes, i);
        ui_prepare_view(views_of(&ui->views, id), panes_enter(&ui->panes, id));
        panes_leave();
    }
    settle_messages(ui);
}

static void draw_keys(const struct ui *ui)
{
    if (ui->typing.prompt != PROMPT_NONE)
        ui_draw_prompt_keys(ui, screen_rows() - 1);
    else if (ui->help.open)
        help_view_own_bar(screen_rows() - 1);
    else
        help_view_bar(&ui->user.keys, ui_key_views(ui), screen_rows() - 1);
}

void ui_draw(const struct ui *ui)
{
    screen_clear();
    draw_header(ui);
    if (ui->help.open) {
        help_view_draw(&ui->help.view, &ui->user.keys, ui_key_views(ui),
                       ui_focus_of(ui)->ops->called, ui->search.text, 1, panes_rows());
    } else if (ui->menu.open) {
        menu_view_draw(&ui->menu, &ui->user.keys, ui_key_views(ui), 1, panes_rows());
    } else {
        draw_panes(ui);
    }
    if (ui->menu.open) {
        menu_view_draw_line(&ui->menu, &ui->user.keys, ui_key_views(ui), screen_rows() - 2);
    } else {
        draw_message(ui);
        draw_keys(ui);
    }
    if (rerun_is_open(ui->rerun))
        rerun_draw(ui->rerun);
    screen_refresh();
}
