/* The screen over a program that is being profiled. Only where this rooftop can profile. */
#ifdef ROOFTOP_COLLECT

#include <stdio.h>
#include <unistd.h>

#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "report/base/message.h"
#include "tui/list/list_view.h"
#include "tui/term/screen.h"
#include "tui/ui/tui.h"
#include "tui/ui/ui.h"

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

/* The screen is open. */
static int watch(struct ui *ui, struct live_run *run, struct loop *loop, int signals)
{
    struct error error;
    ui->host.loop = loop;
    if (!live_run_start(&ui->live, run, &error)) {
        screen_close();
        return give_up(ui, run, &error);
    }
    struct report *report = profile_report(ui->live.profile);
    report_set_renames(report, &ui->host.options->renames);
    /* Its filters have chosen already what is measured. */
    ui_open(ui, report, NULL, loop, signals);
    ui->host.list->follow = true;
    while (!ui->quit)
        ui_step(ui, -1);
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
