#include "app.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "message.h"
#include "safe_text.h"
#include "screen.h"
#ifdef ROOFTOP_COLLECT
#include "collect/profile.h"
#endif

enum { MOST_DECODED = 128 << 20 /* bytes */ };

int app_rows(void)
{
    return screen_rows() - 3;
}

void app_status(struct app *app, bool is_error, const char *text)
{
    snprintf(app->status, sizeof app->status, "%s", text);
    app->status_is_error = is_error;
}

void app_safe_status(struct app *app, const char *text)
{
    char *safe = safe_text(text);
    app_status(app, true, safe);
    free(safe);
}

void app_open_result(struct app *app, size_t index)
{
    struct error error;
    if (index >= report_count(app->report))
        return;
    struct result *result = result_cache_hold(app->decoded, index, &error);
    if (!result) {
        app_status(app, true, error.text);
        return;
    }
    const struct result *before = app->details.result;
    details_view_show(&app->details, result);
    if (before)
        result_cache_release(app->decoded, before->index);
    app->view = VIEW_DETAILS;
}

static void on_keys(void *context, int fd, short events)
{
    struct app *app = context;
    int key;
    (void)fd;
    bool any = false;
    while ((key = screen_key()) >= 0) {
        app_key(app, key);
        any = true;
    }
    /* The terminal is gone. */
    if (!any && (events & (POLLHUP | POLLERR)))
        app->quit = true;
}

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
            app_status(app, false, "interrupt sent to the program; q quits rooftop");
        } else if (info.ssi_signo != SIGCHLD) {
            app->quit = true;
        }
    }
}

void app_step(struct app *app)
{
    app_draw(app);
    loop_step(app->loop, app->live ? 200 : -1);
#ifdef ROOFTOP_COLLECT
    if (app->live)
        profile_check(app->profile);
#endif
    list_view_update(&app->list);
}

void app_open(struct app *app, struct options *options, struct report *report,
              const struct launch_filter *launches, struct loop *loop, int signals)
{
    app->options = options;
    app->report = report;
    app->loop = loop;
    app->view = VIEW_LIST;
    list_view_init(&app->list, report, launches);
    details_view_init(&app->details);
    app->details.choice = &app->choice;
    app->details.rules = &app->rule_choice;
    app->decoded = result_cache_new(report, MOST_DECODED);
    loop_watch(loop, STDIN_FILENO, POLLIN, on_keys, app);
    loop_watch(loop, signals, POLLIN, on_signal, app);
}

void app_close(struct app *app)
{
    list_view_free(&app->list);
    details_view_free(&app->details);
    app_forget_files(app);
    result_cache_free(app->decoded);
    output_view_free(&app->output);
    for (size_t i = 0; i < app->note_count; i++) {
        message_print(stderr, app->notes[i]);
        free(app->notes[i]);
    }
}
