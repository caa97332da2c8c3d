/* The screen over a program that is being profiled. Only where this rooftop can profile. */
#ifdef ROOFTOP_COLLECT

#include <stdio.h>
#include <unistd.h>

#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "report/base/message.h"
#include "tui/list/list_view.h"
#include "tui/rerun/rerun.h"
#include "tui/term/screen.h"
#include "tui/ui/tui.h"
#include "tui/ui/ui.h"
#include "tui/ui/ui_rerun.h"

static int fail(const struct error *error)
{
    message_print(stderr, error->text);
    return 1;
}

/* Before ui_open(). */
static int give_up(struct ui *ui, struct live_run *run, const struct error *error)
{
    live_run_free(run);
    user_settings_free(&ui->user);
    rule_choice_free(&ui->definitions.rule_choice);
    return fail(error);
}

/* Starts the run, or with --form only shows it: then the form starts it. */
static struct report *begin(struct ui *ui, struct live_run *run, struct error *error)
{
    if (ui->host.options->form) {
        ui->live.run = run;
        return report_new_list();
    }
    return live_run_start(&ui->live, run, error) ? profile_report(ui->live.profile) : NULL;
}

/* Who leaves the form before anything has run leaves rooftop. */
static void show(struct ui *ui)
{
    const bool form = ui->host.options->form;
    if (form)
        ui_rerun_open(ui);
    while (!ui->quit) {
        ui_step(ui, -1);
        if (form && !ui->host.ran && !rerun_is_open(ui->rerun))
            ui->quit = true;
    }
}

/* The screen is open. */
static int watch(struct ui *ui, struct live_run *run, struct loop *loop, int signals)
{
    struct error error;
    ui->host.loop = loop;
    struct report *report = begin(ui, run, &error);
    if (!report) {
        screen_close();
        return give_up(ui, run, &error);
    }
    report_set_renames(report, &ui->host.options->renames);
    /* Its filters have chosen already what is measured. */
    ui_open(ui, report, NULL, loop, signals);
    ui->host.list->follow = true;
    show(ui);
    screen_close();
    live_run_end(&ui->live, true);
    ui_close(ui);
    report_close(report);
    return ui->live.exit_status;
}

int tui_profile(struct options *options)
{
    struct ui ui = {0};
    struct error error;
    ui_init(&ui, options);
    struct live_run *run = live_run_new(options, stderr, &error);
    if (!run)
        return fail(&error);
    if (!rule_choice_set(&ui.definitions.rule_choice, options->rules.words, options->rules.count,
                         &error))
        return give_up(&ui, run, &error);
    const unsigned forwarded = options->forward_signals ? SIGNALS_OF_PROGRAMS : 0;
    int signals = signals_open(SIGNALS_OF_SCREEN | forwarded), status;
    struct loop *loop = loop_new();
    if (!user_settings_read(&ui.user, options, &error) ||
        !screen_open(user_settings_theme(&ui.user, options), &error))
        status = give_up(&ui, run, &error);
    else
        status = watch(&ui, run, loop, signals);
    loop_free(loop);
    close(signals);
    return status;
}

#endif
