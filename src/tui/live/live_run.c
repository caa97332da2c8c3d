#include "tui/live/live_run.h"

#include <stdlib.h>

#include "cli/open/load_rules.h"
#include "cli/open/load_sections.h"
#include "cli/prepare/settings.h"
#include "collect/run/progress_line.h"
#include "report/base/mem.h"
#include "report/file/report_weight.h"
#include "tui/term/screen.h"
#include "tui/views/output_view.h"
#include "tui/views/scan.h"
#include "tui/widgets/messages.h"

struct live_run {
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
    struct live *live = context;
    struct strbuf line = {0};
    int room = live->host->messages->room > 0 ? live->host->messages->room : screen_columns() - 2;
    progress_line(&line, progress, (size_t)room);
    snprintf(live->host->messages->progress, sizeof live->host->messages->progress, "%s",
             line.data);
    strbuf_free(&line);
}

static void on_result(void *context, size_t index)
{
    struct live *live = context;
    (void)index;
    live->host->messages->progress[0] = '\0';
}

static void on_message(void *context, enum message_level level, const char *text)
{
    struct live *live = context;
    static const enum log_kind kinds[] = {[MESSAGE_NOTE] = LOG_NOTE,
                                          [MESSAGE_WARNING] = LOG_WARNING,
                                          [MESSAGE_ERROR] = LOG_ERROR,
                                          [MESSAGE_DETAIL] = LOG_DETAIL};
    messages_say(live->host->messages, kinds[level], text);
    if (kinds[level] >= LOG_WARNING && live->host->messages->notes < MOST_NOTES) {
        live->host->messages->notes++;
        live->host->messages->log.entries[live->host->messages->log.count - 1].again = true;
    }
}

static void on_output(void *context, const char *bytes, size_t length)
{
    struct live *live = context;
    output_view_add(live->host->output, bytes, length);
}

static size_t results_of(const struct live *live)
{
    return report_count(live->host->report) - live->run->first;
}

static void on_finished(void *context)
{
    struct live *live = context;
    live->host->live = false;
    live->host->messages->progress[0] = '\0';
    output_view_end(live->host->output);
    /* What results stand for depends on how many came. */
    if (report_is_weighted(live->host->report))
        scan_restart(live->host->scan);
    char text[128];
    size_t count = results_of(live);
    snprintf(text, sizeof text, "the program has ended: %zu result%s", count,
             count == 1 ? "" : "s");
    if (*live->host->messages->text)
        messages_log(live->host->messages, LOG_NOTE, text);
    else
        messages_say(live->host->messages, LOG_NOTE, text);
}

/* --- a run -------------------------------------------------------------------------------------
 */

static bool prepare(struct live_run *run, FILE *messages, struct error *error)
{
    if (run->options->automatic && !run->options->choice)
        return error_set(error, "--auto begins with a run that is traced: leave the screen for it");
    if (!load_sections(&run->sections, run->options, messages, error) ||
        !load_rules(&run->rule_library, &run->rules, RULES_ALL, run->options, messages, error) ||
        !settings_from_options(&run->settings, run->options, &run->sections, &run->rules, error))
        return false;
    run->settings.folder = run->folder;
    return true;
}

static struct live_run *prepared(struct live_run *run, FILE *messages, struct error *error)
{
    if (prepare(run, messages, error))
        return run;
    live_run_free(run);
    return NULL;
}

struct live_run *live_run_new(struct options *options, FILE *messages, struct error *error)
{
    struct live_run *run = mem_alloc(sizeof *run);
    run->options = options;
    return prepared(run, messages, error);
}

struct live_run *live_run_parse(struct word_list *words, const char *folder, FILE *messages,
                                struct error *error)
{
    struct live_run *run = mem_alloc(sizeof *run);
    run->words = *words;
    *words = (struct word_list){0};
    /* Its program ends with a NULL, as argv does. */
    mem_grow(&run->words.words, run->words.count, &run->words.capacity, sizeof *run->words.words);
    run->words.words[run->words.count] = NULL;
    run->options = &run->own;
    run->folder = *folder ? mem_strdup(folder) : NULL;
    if (options_parse(&run->own, (int)run->words.count, run->words.words, error))
        return prepared(run, messages, error);
    live_run_free(run);
    return NULL;
}

const struct options *live_run_options(const struct live_run *run)
{
    return run->options;
}

const char *live_run_folder(const struct live_run *run)
{
    return run->folder;
}

void live_run_free(struct live_run *run)
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

static void log_start(struct live *live)
{
    char *text = mem_printf("profiling began: %s", live->run->settings.command_line);
    messages_log(live->host->messages, LOG_NOTE, text)->begins = true;
    free(text);
}

bool live_run_start(struct live *live, struct live_run *run, struct error *error)
{
    const struct profile_events events = {live,      on_progress, on_result, on_message,
                                          on_output, on_finished, NULL};
    run->settings.own_output = true;
    run->settings.rows = screen_rows();
    run->settings.columns = screen_columns();
    run->settings.joins = live->host->report;
    live->profile = profile_start(live->host->loop, &run->settings, &events, error);
    if (!live->profile)
        return false;
    run->first = report_count(profile_report(live->profile));
    live_run_free(live->run);
    live->run = run;
    live->host->live = live->host->ran = true;
    log_start(live);
    live->unsaved->asked = false;
    live->unsaved->writes = run->settings.export_path != NULL;
    return true;
}

/* What the file has is safe. */
static void say_written(struct live *live, size_t count)
{
    const struct profile_settings *settings = &live->run->settings;
    unsaved_mark(live->unsaved, live->host->report, live->run->first);
    char *text =
        mem_printf("report %s, %zu result%s", settings->export_path, count, count == 1 ? "" : "s");
    messages_log(live->host->messages, LOG_NOTE, text)->again = true;
    free(text);
}

void live_run_end(struct live *live, bool stop)
{
    if (!live->profile || (live->host->live && !stop))
        return;
    bool written;
    live->measured = profile_measured(live->profile);
    live->exit_status = live->host->live ? 0 : profile_exit_status(live->profile);
    live->host->live = live->unsaved->writes = false;
    profile_finish(live->profile, &written);
    live->profile = NULL;
    const struct profile_settings *settings = &live->run->settings;
    size_t count = results_of(live);
    if (!written && settings->rank < 0 && !live->exit_status)
        live->exit_status = 1;
    if (written && settings->export_path && count)
        say_written(live, count);
}
