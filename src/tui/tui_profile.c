#include "tui.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "app.h"
#include "collect/progress_line.h"
#include "collect/signals.h"
#include "load_rules.h"
#include "load_sections.h"
#include "mem.h"
#include "message.h"
#include "screen.h"
#include "settings.h"

static int fail(const struct error *error)
{
    message_print(stderr, error->text);
    return 1;
}

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
    static const enum log_kind kinds[] = {[MESSAGE_NOTE] = LOG_NOTE,
                                          [MESSAGE_WARNING] = LOG_WARNING,
                                          [MESSAGE_ERROR] = LOG_ERROR,
                                          [MESSAGE_DETAIL] = LOG_DETAIL};
    app_say(app, kinds[level], text);
    if (kinds[level] >= LOG_WARNING && app->notes < MOST_NOTES) {
        app->notes++;
        app->log.entries[app->log.count - 1].again = true;
    }
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
    char text[128];
    size_t count = report_count(app->report);
    snprintf(text, sizeof text, "the program has ended: %zu result%s", count,
             count == 1 ? "" : "s");
    if (*app->status)
        message_log_add(&app->log, LOG_NOTE, text, time(NULL));
    else
        app_say(app, LOG_NOTE, text);
}

static void log_start(struct app *app, const char *command_line)
{
    char *text = mem_printf("profiling began: %s", command_line);
    message_log_add(&app->log, LOG_NOTE, text, time(NULL));
    free(text);
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
    struct rule_library rule_library;
    struct rule_choice rules;
    struct profile_settings settings;
    if (!load_sections(&library, options, stderr, &error) ||
        !load_rules(&rule_library, &rules, options, stderr, &error) ||
        !settings_from_options(&settings, options, &library, &rules, &error) ||
        !rule_choice_set(&app.rule_choice, options->rules.words, options->rules.count, &error))
        return fail(&error);
    int signals = signals_open(options->forward_signals), status = 1;
    if (!app_read_settings(&app, options, &error) || !screen_open(app_theme(&app), &error)) {
        app_forget_settings(&app);
        return fail(&error);
    }
    settings.own_output = true;
    settings.rows = screen_rows();
    settings.columns = screen_columns();
    struct loop *loop = loop_new();
    app.profile = start(&app, loop, &settings, &error);
    if (app.profile) {
        app.live = true;
        log_start(&app, settings.command_line);
        report_set_renames(profile_report(app.profile), &options->renames);
        /* Its filters have chosen already what is measured. */
        app_open(&app, options, profile_report(app.profile), NULL, loop, signals);
        app.list.follow = true;
        while (!app.quit)
            app_step(&app);
        status = app.live ? 0 : profile_exit_status(app.profile);
        screen_close();
        bool written;
        struct report *report = profile_finish(app.profile, &written);
        app_close(&app);
        if (!written && settings.rank < 0)
            status = status ? status : 1;
        if (written && settings.export_path && report_count(report))
            fprintf(stderr, "rooftop: report %s, %zu result%s\n", settings.export_path,
                    report_count(report), report_count(report) == 1 ? "" : "s");
        report_close(report);
    } else {
        screen_close();
        app_forget_settings(&app);
        status = fail(&error);
    }
    loop_free(loop);
    close(signals);
    settings_free(&settings);
    rule_choice_free(&rules);
    rule_library_free(&rule_library);
    section_library_free(&library);
    return status;
}
