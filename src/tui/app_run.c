#include "app_run.h"

#include <stdlib.h>
#include <time.h>

#include "app_save.h"
#include "collect/progress_line.h"
#include "load_rules.h"
#include "load_sections.h"
#include "mem.h"
#include "screen.h"
#include "settings.h"

struct app_run {
    struct options *options;
    struct options own; /* those, if they were parsed here */
    struct word_list words;
    char *folder; /* NULL: ours */
    struct section_library sections;
    struct rule_library rule_library;
    struct rule_choice rules;
    struct profile_settings settings;
    size_t first; /* result */
};

/* --- events ------------------------------------------------------------------------------------
 */

static void on_progress(void *context, const struct profile_progress *progress)
{
    struct app *app = context;
    struct strbuf line = {0};
    int room = app->message_room > 0 ? app->message_room : screen_columns() - 2;
    progress_line(&line, progress, (size_t)room);
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

static size_t results_of(const struct app *app)
{
    return report_count(app->report) - app->run->first;
}

static void on_finished(void *context)
{
    struct app *app = context;
    app->live = false;
    app->progress[0] = '\0';
    output_view_end(&app->output);
    char text[128];
    size_t count = results_of(app);
    snprintf(text, sizeof text, "the program has ended: %zu result%s", count,
             count == 1 ? "" : "s");
    if (*app->status)
        message_log_add(&app->log, LOG_NOTE, text, time(NULL));
    else
        app_say(app, LOG_NOTE, text);
}

/* --- a run -------------------------------------------------------------------------------------
 */

static bool prepare(struct app_run *run, FILE *messages, struct error *error)
{
    if (!load_sections(&run->sections, run->options, messages, error) ||
        !load_rules(&run->rule_library, &run->rules, run->options, messages, error) ||
        !settings_from_options(&run->settings, run->options, &run->sections, &run->rules, error))
        return false;
    run->settings.folder = run->folder;
    return true;
}

static struct app_run *prepared(struct app_run *run, FILE *messages, struct error *error)
{
    if (prepare(run, messages, error))
        return run;
    app_run_free(run);
    return NULL;
}

struct app_run *app_run_new(struct options *options, FILE *messages, struct error *error)
{
    struct app_run *run = mem_alloc(sizeof *run);
    run->options = options;
    return prepared(run, messages, error);
}

struct app_run *app_run_parse(struct word_list *words, const char *folder, FILE *messages,
                              struct error *error)
{
    struct app_run *run = mem_alloc(sizeof *run);
    run->words = *words;
    *words = (struct word_list){0};
    /* Its program ends with a NULL, as argv does. */
    mem_grow(&run->words.words, run->words.count, &run->words.capacity, sizeof *run->words.words);
    run->words.words[run->words.count] = NULL;
    run->options = &run->own;
    run->folder = *folder ? mem_strdup(folder) : NULL;
    if (options_parse(&run->own, (int)run->words.count, run->words.words, error))
        return prepared(run, messages, error);
    app_run_free(run);
    return NULL;
}

const struct options *app_run_options(const struct app_run *run)
{
    return run->options;
}

const char *app_run_folder(const struct app_run *run)
{
    return run->folder;
}

void app_run_free(struct app_run *run)
{
    if (!run)
        return;
    settings_free(&run->settings);
    rule_choice_free(&run->rules);
    rule_library_free(&run->rule_library);
    section_library_free(&run->sections);
    if (run->options == &run->own)
        options_free(&run->own);
    word_list_free(&run->words);
    free(run->folder);
    free(run);
}

static void log_start(struct app *app)
{
    char *text = mem_printf("profiling began: %s", app->run->settings.command_line);
    message_log_add(&app->log, LOG_NOTE, text, time(NULL))->begins = true;
    free(text);
}

bool app_run_start(struct app *app, struct app_run *run, struct error *error)
{
    const struct profile_events events = {app,        on_progress, on_result,
                                          on_message, on_output,   on_finished};
    run->settings.own_output = true;
    run->settings.rows = screen_rows();
    run->settings.columns = screen_columns();
    run->settings.joins = app->report;
    app->profile = profile_start(app->loop, &run->settings, &events, error);
    if (!app->profile)
        return false;
    run->first = report_count(profile_report(app->profile));
    app_run_free(app->run);
    app->run = run;
    app->live = true;
    log_start(app);
    app->asked = false;
    app->writes = run->settings.export_path != NULL;
    return true;
}

/* What the file has is safe. */
static void say_written(struct app *app, size_t count)
{
    const struct profile_settings *settings = &app->run->settings;
    app_mark_saved(app, app->run->first);
    char *text =
        mem_printf("report %s, %zu result%s", settings->export_path, count, count == 1 ? "" : "s");
    message_log_add(&app->log, LOG_NOTE, text, time(NULL))->again = true;
    free(text);
}

void app_run_end(struct app *app, bool stop)
{
    if (!app->profile || (app->live && !stop))
        return;
    bool written;
    app->measured = profile_measured(app->profile);
    app->exit_status = app->live ? 0 : profile_exit_status(app->profile);
    app->live = app->writes = false;
    profile_finish(app->profile, &written);
    app->profile = NULL;
    const struct profile_settings *settings = &app->run->settings;
    size_t count = results_of(app);
    if (!written && settings->rank < 0 && !app->exit_status)
        app->exit_status = 1;
    if (written && settings->export_path && count)
        say_written(app, count);
}
