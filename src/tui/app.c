#include "app_metric.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "app_list.h"
#include "app_rerun.h"
#include "app_rooflines.h"
#include "message.h"
#include "milliseconds.h"
#include "safe_text.h"
#include "screen.h"
#ifdef ROOFTOP_COLLECT
#include "app_run.h"
#include "collect/signals.h"
#endif

enum {
    MOST_DECODED = 128 << 20, /* bytes */
    LOOK_MS = 500,            /* between two drawings of how far that is */
    LOOK_LIVE_MS = 150,
    LIVE_MS = 200, /* between two looks at the program */
    SHORT_MS = 50  /* so long putting in order may take before all was looked at */
};

void app_status(struct app *app, bool is_error, const char *text)
{
    snprintf(app->status, sizeof app->status, "%s", text);
    app->status_is_error = is_error;
    app->status_is_kept = false;
    app->status_at = milliseconds();
}

void app_safe_status(struct app *app, const char *text)
{
    char *safe = safe_text(text);
    app_status(app, true, safe);
    free(safe);
}

void app_say(struct app *app, enum log_kind kind, const char *text)
{
    message_log_add(&app->log, kind, text, time(NULL));
    if (kind == LOG_DETAIL)
        return;
    char *safe = safe_text(text);
    app_status(app, kind >= LOG_WARNING, safe);
    app->status_is_kept = true;
    free(safe);
}

static bool read_keys(struct app *app)
{
    int key;
    bool any = false;
    while ((key = screen_key()) >= 0) {
        app_key(app, key);
        any = true;
    }
    app_search_typed(app);
    return any;
}

static void on_keys(void *context, int fd, short events)
{
    struct app *app = context;
    (void)fd;
    bool any = read_keys(app);
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
#ifdef ROOFTOP_COLLECT
        } else if (signals_is_for_program((int)info.ssi_signo)) {
            if (app->live)
                profile_signal(app->profile, (int)info.ssi_signo);
#endif
        } else if (info.ssi_signo != SIGCHLD) {
            app->quit = true;
        }
    }
}

/* Asked within steps that are shorter than what this one takes. */
bool app_is_waited_for(void *context)
{
    struct app *app = context;
    int64_t time = milliseconds();
    if (time == app->asked_at)
        return false;
    app->asked_at = time;
    return loop_ready(app->loop);
}

/* Looks at results until something is to be served, or there is something to be shown: how far that
 * is, or what was found. */
static void look(struct app *app)
{
    struct error error;
    struct scan *scan = &app->scan;
    int64_t start = milliseconds();
    if (!app_load_rules(app, &error))
        app_say(app, LOG_ERROR, error.text);
    while (!loop_ready(app->loop)) {
        scan_step(scan, app_is_waited_for, app);
        if (scan->is_ranked || !scan_works(scan))
            return;
        if (scan->ranks || milliseconds() - start < (app->live ? LOOK_LIVE_MS : LOOK_MS))
            continue;
        if (scan->rank_ms >= SHORT_MS)
            return;
        scan_rank(scan);
    }
}

void app_step(struct app *app)
{
    app_draw(app);
    app_measure_details(app);
    /* What was found is drawn before it waits. */
    bool looks = scan_works(&app->scan);
    bool reads = app_read_for_list(app), pairs = app_pair(app);
    if (looks && !reads && !pairs)
        look(app);
    bool points = app_read_points(app), lists = app_list_ranges(app), asks = app_metric_step(app);
    int keys = screen_key_wait();
    loop_step(app->loop, looks || reads || pairs || points || lists || asks ? 0
                         : app->live && (keys < 0 || keys > LIVE_MS)        ? LIVE_MS
                                                                            : keys);
    if (keys >= 0)
        read_keys(app);
#ifdef ROOFTOP_COLLECT
    if (app->live)
        profile_check(app->profile);
    app_run_end(app, false);
#endif
    list_view_update(&app->list);
}

void app_open(struct app *app, struct options *options, struct report *report,
              const struct launch_filter *launches, struct loop *loop, int signals)
{
    struct error error;
    app->options = options;
    app->report = report;
    app->loop = loop;
    app->view = VIEW_LIST;
    app->second = VIEW_DETAILS;
    app->third = app->live ? VIEW_OUTPUT : VIEW_SUMMARY;
    app->beside = SIZE_MAX;
    list_view_init(&app->list, report, launches);
    details_view_init(&app->details);
    app->details.choice = &app->choice;
    app->details.rules = &app->rule_choice;
    app->decoded = result_cache_new(report, MOST_DECODED);
    baselines_init(&app->baselines, report, app->decoded);
    app->list.baselines = &app->baselines;
    app->scan = (struct scan){.on = options->apply_rules,
                              .report = report,
                              .cache = app->decoded,
                              .sections = &app->choice,
                              .rules = &app->rule_choice};
    code_view_init(&app->code, report, &options->page.source, loop, &app->live);
    app_use_settings(app);
    app->first_wish = app->wish;
    for (size_t i = 0; i < options->baselines.count; i++)
        if (!app_open_baseline(app, options->baselines.words[i], &error))
            app_safe_status(app, error.text);
    loop_watch(loop, STDIN_FILENO, POLLIN, on_keys, app);
    loop_watch(loop, signals, POLLIN, on_signal, app);
}

void app_close(struct app *app)
{
    struct error error = {""};
    app_keep_settings(app, &error);
    app_forget_settings(app);
    if (*error.text)
        message_print(stderr, error.text);
    list_view_free(&app->list);
    columns_view_free(&app->columns_view);
    scan_free(&app->scan);
    code_view_free(&app->code);
    app_drop_baselines(app);
    baselines_free(&app->baselines);
    details_view_free(&app->details);
    app_forget_files(app);
    result_cache_free(app->decoded);
    output_view_free(&app->output);
    raw_view_free(&app->raw);
    metric_view_free(&app->metric);
    metric_source_free(app->metric_source);
    free(app->saved);
    app_rerun_free(app);
#ifdef ROOFTOP_COLLECT
    app_run_free(app->run);
#endif
    timeline_view_free(&app->timeline);
    nvtx_view_free(&app->nvtx);
    fact_view_free(&app->launch);
    fact_view_free(&app->session);
    fact_view_free(&app->log_view);
    for (size_t i = 0; i < app->log.count; i++)
        if (app->log.entries[i].again) {
            char *safe = safe_text(app->log.entries[i].text);
            message_print(stderr, safe);
            free(safe);
        }
    message_log_free(&app->log);
}
