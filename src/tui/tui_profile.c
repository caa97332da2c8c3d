#include "tui.h"

#include <stdio.h>
#include <unistd.h>

#include "app_run.h"
#include "collect/signals.h"
#include "message.h"
#include "screen.h"

static int fail(const struct error *error)
{
    message_print(stderr, error->text);
    return 1;
}

/* Before app_open(). */
static int give_up(struct app *app, struct app_run *run, const struct error *error)
{
    app_run_free(run);
    app_forget_settings(app);
    rule_choice_free(&app->rule_choice);
    return fail(error);
}

/* The screen is open. */
static int watch(struct app *app, struct app_run *run, struct options *options, int signals)
{
    struct error error;
    if (!app_run_start(app, run, &error)) {
        screen_close();
        return give_up(app, run, &error);
    }
    struct report *report = profile_report(app->profile);
    report_set_renames(report, &options->renames);
    /* Its filters have chosen already what is measured. */
    app_open(app, options, report, NULL, app->loop, signals);
    app->list.follow = true;
    while (!app->quit)
        app_step(app);
    screen_close();
    app_run_end(app, true);
    app_close(app);
    report_close(report);
    return app->exit_status;
}

int tui_profile(struct options *options)
{
    struct app app = {0};
    struct error error;
    struct app_run *run = app_run_new(options, stderr, &error);
    if (!run)
        return fail(&error);
    if (!rule_choice_set(&app.rule_choice, options->rules.words, options->rules.count, &error))
        return give_up(&app, run, &error);
    int signals = signals_open(options->forward_signals), status;
    app.loop = loop_new();
    if (!app_read_settings(&app, options, &error) || !screen_open(app_theme(&app), &error))
        status = give_up(&app, run, &error);
    else
        status = watch(&app, run, options, signals);
    loop_free(app.loop);
    close(signals);
    return status;
}
