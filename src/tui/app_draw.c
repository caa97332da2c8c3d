#include "app.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app_rerun.h"
#include "metric_format.h"
#include "milliseconds.h"
#include "safe_text.h"
#include "screen.h"

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
static bool shows_one_report(const struct app *app)
{
    return report_file_count(app->report) > 1 && app->view == VIEW_DETAILS && app->details.result &&
           !app_is_paned(app);
}

static void add_counts(struct strbuf *out, const struct app *app)
{
    const char *dot = screen_glyphs()->dot;
    size_t count = report_count(app->report);
    double total = app->list.duration;
    struct unit_scale scale = unit_scale_for("ns", total);
    if (app->list.tree.count < count)
        strbuf_addf(out, "%zu of ", app->list.tree.count);
    strbuf_addf(out, "%zu result%s", count, count == 1 ? "" : "s");
    if (total > 0)
        strbuf_addf(out, " %s %.2f %s of kernels", dot, total / scale.factor, scale.unit);
}

static void draw_header(struct app *app)
{
    struct strbuf left = {0}, right = {0};
    const char *path = report_path(app->report);
    const char *device = device_name(app->report);
    strbuf_adds(&left, " rooftop  ");
    if (shows_one_report(app))
        add_report(&left, app->report, app->details.result->file);
    else if (*path)
        add_base_name(&left, path);
    else if (app->options->program)
        add_base_name(&left, app->options->program[0]);
    strbuf_adds(&right, "");
    safe_text_add(&right, device, strlen(device), false);
    if (!shows_one_report(app)) {
        if (*device)
            strbuf_addf(&right, " %s ", screen_glyphs()->dot);
        add_counts(&right, app);
    }
    int width = (int)safe_text_width(right.data), columns = screen_columns();
    int room = columns - width - 3;
    screen_text(0, 0, room > 20 ? room : columns, ROLE_TITLE, left.data);
    if (room > 20)
        screen_text(0, columns - width - 1, width, ROLE_NORMAL, right.data);
    strbuf_free(&left);
    strbuf_free(&right);
}

/* "filter gemm: 3 of 16; 2 tagged, 1.23 ms"; "" if neither is there. */
static void add_filter(const struct app *app, struct strbuf *text)
{
    const struct list_view *list = &app->list;
    struct strbuf note = {0};
    list_view_note(list, screen_glyphs()->dot, &note);
    bool filtered = list_view_filtered(list);
    strbuf_adds(text, "");
    if (!(filtered || note.length) || !(app->view & (VIEW_LIST | VIEW_DETAILS))) {
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
        strbuf_addf(text, "%sof the command line", list->filter.text ? " and those " : "");
    if (filtered)
        strbuf_addf(text, ": %zu of %zu", list->tree.count, list->known);
    if (note.length)
        strbuf_addf(text, "%s%s", filtered ? "; " : "", note.data);
    strbuf_free(&note);
}

/* Draws the filter in the row of messages; returns the columns that are left behind it. row: -1 to
 * only measure. */
static int draw_filter(const struct app *app, int row)
{
    struct strbuf text = {0};
    int columns = screen_columns() - 2;
    add_filter(app, &text);
    int width = (int)safe_text_width(text.data);
    screen_text(row, 1, columns, ROLE_TITLE, text.data);
    strbuf_free(&text);
    return columns - (width < columns ? width : columns) - (width ? 2 : 0);
}

static bool is_cut(const struct app *app, int room)
{
    return *app->status && (int)safe_text_width(app->status) > room;
}

/* What is cut is to be read in the log. What tells how far something is changes all the time. */
static void keep_status(struct app *app)
{
    bool goes_on = app->says_partners && !app->status_is_error;
    if (app->status_is_kept || goes_on || app->prompt != PROMPT_NONE ||
        !is_cut(app, draw_filter(app, -1)))
        return;
    message_log_add(&app->log, LOG_NOTE, app->status, time(NULL));
    app->status_is_kept = true;
}

/* "2 messages, E shows them", or that it shows all of this one, at the right; returns the columns
 * that it takes. */
static int draw_unread(const struct app *app, int row, int room)
{
    size_t unread = app->log.unread;
    struct strbuf text = {0};
    if (app->status_is_kept && is_cut(app, room))
        strbuf_adds(&text, "E shows all");
    else if (unread && !*app->status)
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

/* The last but one row: what is typed; else the filter, and beside it the status, else what the
 * cursor over numbers is on, else the progress, else the program's last words. Progress has not to
 * wait for a key: the status goes after a while. */
static void draw_message(struct app *app)
{
    int row = screen_rows() - 2;
    if (app->prompt != PROMPT_NONE) {
        app_draw_prompt(app, row);
        return;
    }
    screen_cursor(0, 0, false);
    if (app->live && *app->progress && milliseconds() - app->status_at > NOTE_MS)
        app->status[0] = '\0';
    int room = draw_filter(app, row);
    int at = screen_columns() - 1 - room;
    room -= draw_unread(app, row, room);
    app->message_room = room;
    struct strbuf number = {0};
    if (*app->status) {
        screen_text(row, at, room, app->status_is_error ? ROLE_ERROR : ROLE_NORMAL, app->status);
    } else if (app_number_line(app, &number)) {
        screen_text(row, at, room, ROLE_NORMAL, number.data);
    } else if (*app->progress) {
        screen_text(row, at, room, ROLE_BUSY, app->progress);
    } else if (app->live) {
        struct strbuf text = {0};
        const char *last = output_view_last(&app->output);
        strbuf_adds(&text, *last ? ""
                                 : "the program runs; its kernels appear when they are "
                                   "launched");
        if (*last)
            strbuf_addf(&text, "output: %s", last);
        screen_text(row, at, room, ROLE_DIM, text.data);
        strbuf_free(&text);
    }
    strbuf_free(&number);
}

int app_help_rows(void)
{
    return screen_rows() - 3;
}

void app_draw(struct app *app)
{
    app_arrange(app);
    keep_status(app);
    screen_clear();
    draw_header(app);
    if (app->help) {
        help_view_draw(&app->help_view, &app->keys, app_views(app), app->search, 1,
                       app_help_rows());
    } else {
        app_draw_panes(app);
    }
    draw_message(app);
    if (app->prompt != PROMPT_NONE)
        app_draw_prompt_keys(app, screen_rows() - 1);
    else if (app->help)
        help_view_own_bar(screen_rows() - 1);
    else
        help_view_bar(&app->keys, app_views(app), screen_rows() - 1);
    if (app_rerun_is_open(app))
        app_rerun_draw(app);
    screen_refresh();
}
