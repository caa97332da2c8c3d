#include "tui.h"

#include <ctype.h>
#include <curses.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "collect/loop.h"
#include "collect/signals.h"
#include "details_view.h"
#include "help_view.h"
#include "list_view.h"
#include "mem.h"
#include "message.h"
#include "metric_format.h"
#include "output_view.h"
#include "result_cache.h"
#include "safe_text.h"
#include "screen.h"
#ifdef ROOFTOP_COLLECT
#include "collect/progress_line.h"
#include "settings.h"
#endif

enum { SEARCH_LONGEST = 200, MOST_NOTES = 64, MOST_DECODED = 128 << 20 /* bytes */ };

/* The application's one context. */
struct app {
    struct options *options;
    struct report *report;
    struct loop *loop;
    enum view view, view_before_output;
    struct list_view list;
    struct details_view details;
    struct result_cache *decoded; /* the one in the details is held */
    struct output_view output;
    bool help, quit;
    int help_scroll;
    enum { PROMPT_NONE, PROMPT_SEARCH, PROMPT_FILTER } prompt; /* what is being typed */
    struct {
        size_t cursor, top, selected, output_scroll;
        int scroll;
        bool follow, whole_tables;
    } before_search;
    char search[SEARCH_LONGEST + 8], filter[SEARCH_LONGEST + 8];
    char status[sizeof(((struct error *)0)->text)]; /* one line, until the next key */
    bool status_is_error;
    char progress[512];
    char *notes[MOST_NOTES]; /* messages, printed again when the screen has closed */
    size_t note_count;
    bool live; /* a program is being profiled */
#ifdef ROOFTOP_COLLECT
    struct profile *profile;
#endif
};

static int body_rows(void)
{
    return screen_rows() - 3;
}

static void set_status(struct app *app, bool is_error, const char *text)
{
    snprintf(app->status, sizeof app->status, "%s", text);
    app->status_is_error = is_error;
}

static void set_safe_status(struct app *app, const char *text)
{
    char *safe = safe_text(text);
    set_status(app, true, safe);
    free(safe);
}

/* ---- drawing: reads the model, changes only what is remembered of scrolling ---- */

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

static double shown_duration(const struct list_view *list)
{
    double total = 0;
    for (size_t i = 0; i < list->count; i++) {
        double duration = report_summary(list->report, list->order[i])->duration;
        if (!isnan(duration))
            total += duration;
    }
    return total;
}

/* The report of the result that is open, where there are several: then nothing is said of all. */
static bool shows_one_report(const struct app *app)
{
    return report_file_count(app->report) > 1 && app->view == VIEW_DETAILS;
}

static void add_counts(struct strbuf *out, const struct app *app)
{
    const char *dot = screen_glyphs()->dot;
    size_t count = report_count(app->report);
    double total = shown_duration(&app->list);
    struct unit_scale scale = unit_scale_for("ns", total);
    if (app->list.count < count)
        strbuf_addf(out, "%zu of ", app->list.count);
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

/* What is typed; behind the filter how many it lets pass, or what is wrong with it. */
static void draw_prompt(const struct app *app, int row)
{
    bool filters = app->prompt == PROMPT_FILTER;
    int columns = screen_columns();
    char *text = safe_text(filters ? app->filter : app->search);
    int used = screen_text(row, 0, columns, ROLE_NORMAL, filters ? "filter: " : "/");
    used += screen_text(row, used, columns - used - 1, ROLE_NORMAL, text);
    screen_cursor(row, used, true);
    free(text);
    if (!filters)
        return;
    struct strbuf note = {0};
    if (*app->status)
        strbuf_adds(&note, app->status);
    else
        strbuf_addf(&note, "%zu of %zu", app->list.count, app->list.known);
    int room = columns - used - 4, width = (int)safe_text_width(note.data);
    if (room > 10)
        screen_text(row, width < room ? columns - width - 1 : used + 3, room,
                    *app->status ? ROLE_ERROR : ROLE_DIM, note.data);
    strbuf_free(&note);
}

/* "filter gemm: 3 of 16"; returns the columns it takes. */
static int draw_filter(const struct app *app, int row)
{
    const struct list_view *list = &app->list;
    if (!list_view_filtered(list) || app->view == VIEW_OUTPUT)
        return 0;
    struct strbuf text = {0};
    strbuf_adds(&text, "filter ");
    if (list->filter.text) {
        char *safe = safe_text(list->filter.text);
        safe_text_fit(&text, safe, (size_t)screen_columns() / 3);
        free(safe);
    }
    if (list_view_by_launches(list))
        strbuf_addf(&text, "%sof the command line", list->filter.text ? " and those " : "");
    strbuf_addf(&text, ": %zu of %zu", list->count, list->known);
    int used = screen_text(row, 1, screen_columns() - 2, ROLE_TITLE, text.data);
    strbuf_free(&text);
    return used + 2;
}

/* The last but one row: what is typed; else the filter, and beside it the status, else the
 * progress, else the program's last words. */
static void draw_message(struct app *app)
{
    int row = screen_rows() - 2;
    if (app->prompt != PROMPT_NONE) {
        draw_prompt(app, row);
        return;
    }
    screen_cursor(0, 0, false);
    int at = 1 + draw_filter(app, row), room = screen_columns() - 1 - at;
    if (*app->status) {
        screen_text(row, at, room, app->status_is_error ? ROLE_ERROR : ROLE_NORMAL, app->status);
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
}

static void draw(struct app *app)
{
    const char *search = app->search;
    int rows = body_rows();
    screen_clear();
    draw_header(app);
    if (app->help) {
        int most = help_view_lines(app->view) - (rows - 1);
        if (app->help_scroll > most)
            app->help_scroll = most > 0 ? most : 0;
        help_view_draw(app->view, app->help_scroll, 1, rows);
    } else if (app->view == VIEW_LIST)
        list_view_draw(&app->list, 1, rows, search);
    else if (app->view == VIEW_DETAILS)
        details_view_draw(&app->details, 1, rows, search);
    else
        output_view_draw(&app->output, 1, rows, search);
    draw_message(app);
    help_view_bar(app->view, screen_rows() - 1);
    screen_refresh();
}

/* ---- keys ---- */

static bool open_result(struct app *app, size_t index)
{
    struct error error;
    if (index >= report_count(app->report))
        return false;
    struct result *result = result_cache_hold(app->decoded, index, &error);
    if (!result) {
        set_status(app, true, error.text);
        return false;
    }
    const struct result *before = app->details.result;
    details_view_show(&app->details, result);
    if (before)
        result_cache_release(app->decoded, before->index);
    app->view = VIEW_DETAILS;
    return true;
}

/* The neighbour in the list's order. */
static void open_neighbour(struct app *app, enum action_id step)
{
    list_view_act(&app->list, step, body_rows());
    open_result(app, list_view_current(&app->list));
}

static void search_step(struct app *app, int step, bool here)
{
    bool found = false;
    if (!*app->search)
        return;
    if (app->view == VIEW_LIST)
        found = list_view_search(&app->list, app->search, step, here);
    else if (app->view == VIEW_DETAILS)
        found = details_view_search(&app->details, app->search, step, here);
    else
        found = output_view_search(&app->output, app->search, step);
    if (!found) {
        char text[SEARCH_LONGEST + 32];
        snprintf(text, sizeof text, "not found: %s", app->search);
        set_status(app, true, text);
    }
}

static void remember_place(struct app *app)
{
    app->before_search.cursor = app->list.cursor;
    app->before_search.top = app->list.top;
    app->before_search.follow = app->list.follow;
    app->before_search.selected = app->details.selected;
    app->before_search.scroll = app->details.scroll;
    app->before_search.whole_tables = app->details.whole_tables;
    app->before_search.output_scroll = app->output.scroll;
}

static void return_to_place(struct app *app)
{
    list_view_move_to(&app->list, app->before_search.cursor);
    app->list.top = app->before_search.top;
    app->list.follow = app->before_search.follow;
    app->details.selected = app->before_search.selected;
    app->details.scroll = app->before_search.scroll;
    app->details.whole_tables = app->before_search.whole_tables;
    app->output.scroll = app->before_search.output_scroll;
}

static bool is_backspace(int key)
{
    return key == KEY_BACKSPACE || key == 127 || key == 8;
}

/* Typing into a text of SEARCH_LONGEST bytes. true: a whole character came or went. */
static bool type_key(char *text, int key)
{
    size_t length = strlen(text);
    if (is_backspace(key)) {
        /* The bytes of one character. */
        while (length && (text[length - 1] & 0xc0) == 0x80)
            length--;
        if (length)
            length--;
        text[length] = '\0';
        return true;
    }
    if (key < ' ' || key >= 256 || length >= SEARCH_LONGEST)
        return false;
    text[length] = (char)key;
    text[length + 1] = '\0';
    return key < 0x80 || (key & 0xc0) == 0x80;
}

static bool is_enter(int key)
{
    return key == '\r' || key == '\n' || key == KEY_ENTER;
}

/* Typing the search: every character looks at once. */
static void type_search(struct app *app, int key)
{
    app->status[0] = '\0';
    if (key == 27) {
        app->prompt = PROMPT_NONE;
        app->search[0] = '\0';
        return_to_place(app);
    } else if (is_enter(key)) {
        app->prompt = PROMPT_NONE;
        search_step(app, 1, true);
    } else if (type_key(app->search, key) && !is_backspace(key)) {
        search_step(app, 1, true);
    }
}

/* Typing the filter: every character chooses the rows at once. A regular expression that is not yet
 * one leaves them as they are. */
static void type_filter(struct app *app, int key)
{
    struct error error;
    app->status[0] = '\0';
    if (key == 27)
        app->filter[0] = '\0';
    if (key == 27 || is_enter(key))
        app->prompt = PROMPT_NONE;
    else if (!type_key(app->filter, key))
        return;
    if (!list_view_filter(&app->list, app->filter, &error))
        set_safe_status(app, error.text);
}

static void act_help(struct app *app, enum action_id action)
{
    int page = body_rows() - 2, step = action == DO_PAGE_DOWN || action == DO_PAGE_UP ? page : 1;
    if (action == DO_DOWN || action == DO_PAGE_DOWN)
        app->help_scroll += step;
    else if (action == DO_UP || action == DO_PAGE_UP)
        app->help_scroll = app->help_scroll > step ? app->help_scroll - step : 0;
    else
        app->help = false;
}

static void act(struct app *app, enum action_id action, int digit)
{
    switch (action) {
    case DO_QUIT:
        app->quit = true;
        return;
    case DO_HELP:
        app->help = true;
        app->help_scroll = 0;
        return;
    case DO_REDRAW:
        screen_resize();
        return;
    case DO_FILTER:
        app->prompt = PROMPT_FILTER;
        return;
    case DO_DROP_FILTER:
        app->filter[0] = '\0';
        break;
    case DO_SEARCH:
        app->prompt = PROMPT_SEARCH;
        app->search[0] = '\0';
        remember_place(app);
        return;
    case DO_NEXT_MATCH:
        search_step(app, 1, false);
        return;
    case DO_PREVIOUS_MATCH:
        search_step(app, -1, false);
        return;
    case DO_OUTPUT:
        if (app->view != VIEW_OUTPUT) {
            app->view_before_output = app->view;
            app->view = VIEW_OUTPUT;
        } else {
            app->view = app->view_before_output;
        }
        return;
    case DO_OPEN:
        open_result(app, list_view_current(&app->list));
        return;
    case DO_BACK:
        app->view = app->view == VIEW_OUTPUT ? app->view_before_output : VIEW_LIST;
        return;
    case DO_NEXT_RESULT:
        open_neighbour(app, DO_DOWN);
        return;
    case DO_PREVIOUS_RESULT:
        open_neighbour(app, DO_UP);
        return;
    default:
        break;
    }
    if (app->view == VIEW_LIST)
        list_view_act(&app->list, action, body_rows());
    else if (app->view == VIEW_DETAILS)
        details_view_act(&app->details, action, digit, body_rows());
    else
        output_view_act(&app->output, action, body_rows());
}

static void handle_key(struct app *app, int key)
{
    int digit = 0;
    if (app->prompt != PROMPT_NONE && key != KEY_RESIZE) {
        if (app->prompt == PROMPT_SEARCH)
            type_search(app, key);
        else
            type_filter(app, key);
        return;
    }
    app->status[0] = '\0';
    if (key == KEY_RESIZE)
        return;
    enum action_id action = keys_action(key, app->view, &digit);
    if (app->help)
        act_help(app, action);
    else if (action != DO_NOTHING)
        act(app, action, digit);
}

static void on_keys(void *context, int fd, short events)
{
    struct app *app = context;
    int key;
    (void)fd;
    bool any = false;
    while ((key = screen_key()) >= 0) {
        handle_key(app, key);
        any = true;
    }
    /* The terminal is gone. */
    if (!any && (events & (POLLHUP | POLLERR)))
        app->quit = true;
}

/* ---- running ---- */

static void on_signal(void *context, int fd, short events)
{
    struct app *app = context;
    struct signalfd_siginfo info;
    (void)events;
    while (read(fd, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo == SIGWINCH) {
            screen_resize();
        } else if (info.ssi_signo == SIGINT && app->live) {
#ifdef ROOFTOP_COLLECT
            profile_signal(app->profile, SIGINT);
#endif
            set_status(app, false, "interrupt sent to the program; q quits rooftop");
        } else if (info.ssi_signo != SIGCHLD) {
            app->quit = true;
        }
    }
}

static void step(struct app *app)
{
    draw(app);
    loop_step(app->loop, app->live ? 200 : -1);
#ifdef ROOFTOP_COLLECT
    if (app->live)
        profile_check(app->profile);
#endif
    list_view_update(&app->list);
}

static void open_app(struct app *app, struct options *options, struct report *report,
                     const struct launch_filter *launches, struct loop *loop, int signals)
{
    app->options = options;
    app->report = report;
    app->loop = loop;
    app->view = VIEW_LIST;
    list_view_init(&app->list, report, launches);
    details_view_init(&app->details);
    app->decoded = result_cache_new(report, MOST_DECODED);
    loop_watch(loop, STDIN_FILENO, POLLIN, on_keys, app);
    loop_watch(loop, signals, POLLIN, on_signal, app);
}

static void close_app(struct app *app)
{
    list_view_free(&app->list);
    details_view_free(&app->details);
    result_cache_free(app->decoded);
    output_view_free(&app->output);
    for (size_t i = 0; i < app->note_count; i++) {
        message_print(stderr, app->notes[i]);
        free(app->notes[i]);
    }
}

static int fail(const struct error *error)
{
    message_print(stderr, error->text);
    return 1;
}

int tui_show(struct report *report, struct options *options, const char *problem)
{
    struct app app = {0};
    struct error error;
    int signals = signals_open();
    if (!screen_open(options->theme, &error))
        return fail(&error);
    struct loop *loop = loop_new();
    open_app(&app, options, report, &options->filter, loop, signals);
    if (*problem)
        set_safe_status(&app, problem);
    else if (report_count(report) == 1 && app.list.count)
        open_result(&app, 0);
    while (!app.quit)
        step(&app);
    screen_close();
    close_app(&app);
    loop_free(loop);
    close(signals);
    return 0;
}

#ifdef ROOFTOP_COLLECT

static void on_progress(void *context, const struct profile_progress *progress)
{
    struct app *app = context;
    struct strbuf line = {0};
    progress_line(&line, progress, (size_t)screen_columns() - 2);
    snprintf(app->progress, sizeof app->progress, "%s", line.data);
    strbuf_free(&line);
}

static void on_result(void *context, size_t index)
{
    struct app *app = context;
    (void)index;
    app->progress[0] = '\0';
}

static void on_message(void *context, enum message_level level, const char *text)
{
    struct app *app = context;
    char *safe = safe_text(text);
    set_status(app, level != MESSAGE_NOTE, safe);
    if (app->note_count < MOST_NOTES && level != MESSAGE_NOTE)
        app->notes[app->note_count++] = safe;
    else
        free(safe);
}

static void on_output(void *context, const char *bytes, size_t length)
{
    struct app *app = context;
    output_view_add(&app->output, bytes, length);
}

static void on_finished(void *context)
{
    struct app *app = context;
    app->live = false;
    app->progress[0] = '\0';
    output_view_end(&app->output);
    if (!*app->status) {
        char text[128];
        size_t count = report_count(app->report);
        snprintf(text, sizeof text, "the program has ended: %zu result%s", count,
                 count == 1 ? "" : "s");
        set_status(app, false, text);
    }
}

static struct profile *start(struct app *app, struct loop *loop,
                             const struct profile_settings *settings, struct error *error)
{
    struct profile_events events = {app,        on_progress, on_result,
                                    on_message, on_output,   on_finished};
    return profile_start(loop, settings, &events, error);
}

int tui_profile(struct options *options)
{
    struct app app = {0};
    struct error error;
    struct section_library library;
    struct profile_settings settings;
    if (!settings_load_sections(&library, options, stderr, &error) ||
        !settings_from_options(&settings, options, &library, &error))
        return fail(&error);
    int signals = signals_open(), status = 1;
    if (!screen_open(options->theme, &error))
        return fail(&error);
    settings.own_output = true;
    settings.rows = screen_rows();
    settings.columns = screen_columns();
    struct loop *loop = loop_new();
    app.profile = start(&app, loop, &settings, &error);
    if (app.profile) {
        app.live = true;
        report_set_renames(profile_report(app.profile), &options->renames);
        /* Its filters have chosen already what is measured. */
        open_app(&app, options, profile_report(app.profile), NULL, loop, signals);
        app.list.follow = true;
        while (!app.quit)
            step(&app);
        status = app.live ? 0 : profile_exit_status(app.profile);
        screen_close();
        bool written;
        struct report *report = profile_finish(app.profile, &written);
        close_app(&app);
        if (!written)
            status = status ? status : 1;
        else if (settings.export_path && report_count(report))
            fprintf(stderr, "rooftop: report %s, %zu result%s\n", settings.export_path,
                    report_count(report), report_count(report) == 1 ? "" : "s");
        report_close(report);
    } else {
        screen_close();
        status = fail(&error);
    }
    loop_free(loop);
    close(signals);
    free((char *)settings.export_path);
    section_library_free(&library);
    return status;
}

#endif
