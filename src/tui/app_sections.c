/* The sections and rules that the screen shows, read at first and again. */
#include <stdlib.h>
#include <time.h>

#include "app.h"
#include "load_rules.h"
#include "load_sections.h"
#include "mem.h"
#include "user_path.h"

/* The screen has room for what they find beside what the report holds. */
static void use_rules(struct app *app, struct rule_library *library, struct report *report)
{
    struct rule_choice *choice = &app->rule_choice;
    choice->library = app->rules = library;
    choice->again = true;
    if (!choice->source)
        choice->source = rule_source_new(report);
}

bool app_read_files(struct app *app, struct report *report, const struct options *options,
                    struct error *error)
{
    if (!choose_sections(&app->choice, options, error))
        return false;
    if (wants_sections(options) || section_library_has_user()) {
        app->choice.library = app->sections = mem_alloc(sizeof *app->sections);
        if (!section_sources_load(&options->sources, app->sections, error) ||
            !section_choice_known(&app->choice, report, error))
            return false;
    }
    /* All of them are loaded when they are needed. */
    if (!options->apply_rules || !options->rules.count)
        return true;
    app->rules = mem_alloc(sizeof *app->rules);
    bool good = load_rules(app->rules, &app->rule_choice, options, NULL, error);
    use_rules(app, app->rules, report);
    return good;
}

bool app_load_rules(struct app *app, struct error *error)
{
    if (app->rules || !app->options->apply_rules)
        return true;
    struct rule_library *library = mem_alloc(sizeof *library);
    bool good = section_sources_load_rules(&app->options->sources, library, error) &&
                rule_choice_limit(&app->rule_choice, library, error);
    use_rules(app, library, app->report);
    if (good && !*app->status)
        app_say_broken(app);
    return good;
}

void app_switch_rule(struct app *app, size_t at)
{
    const struct rule_entry *entry =
        app->rules && at < app->rules->count ? &app->rules->entries[at] : NULL;
    if (!entry || !entry->rule)
        return;
    app_drop_results(app);
    rule_choice_switch(app->rules, entry, !rule_entry_speaks(entry));
    app_show_again(app);
}

void app_forget_files(struct app *app)
{
    if (app->sections)
        section_library_free(app->sections);
    free(app->sections);
    section_choice_free(&app->choice);
    if (app->rules)
        rule_library_free(app->rules);
    free(app->rules);
    rule_source_free(app->rule_choice.source);
    rule_choice_free(&app->rule_choice);
}

/* What there is: of the user's own, and broken. */
struct tally {
    size_t sections, rules, broken;
    const struct error *first;
};

static void count(struct tally *tally, size_t *good, bool is_good, const struct error *error)
{
    *good += is_good;
    if (*error->text && !tally->broken++)
        tally->first = error;
}

static struct tally take_stock(const struct app *app)
{
    struct tally tally = {0};
    for (size_t i = 0; app->sections && i < app->sections->count; i++) {
        const struct section *section = &app->sections->sections[i];
        count(&tally, &tally.sections, section->message && !section->built_in, &section->error);
    }
    for (size_t i = 0; app->rules && i < app->rules->count; i++) {
        const struct rule_entry *entry = &app->rules->entries[i];
        count(&tally, &tally.rules, entry->rule && !entry->built_in, &entry->error);
    }
    return tally;
}

/* The row of messages has room for one of them. */
static void log_broken(struct app *app, const struct error *error)
{
    if (*error->text)
        message_log_add(&app->log, LOG_ERROR, error->text, time(NULL));
}

static void say_broken(struct app *app, const struct tally *tally)
{
    for (size_t i = 0; app->sections && i < app->sections->count; i++)
        log_broken(app, &app->sections->sections[i].error);
    for (size_t i = 0; app->rules && i < app->rules->count; i++)
        log_broken(app, &app->rules->entries[i].error);
    struct error line = *tally->first;
    if (tally->broken > 1)
        error_set(&line, "%s; and %zu more broken file%s", tally->first->text, tally->broken - 1,
                  tally->broken > 2 ? "s" : "");
    app_safe_status(app, line.text);
    app->status_is_kept = true;
}

void app_say_broken(struct app *app)
{
    struct tally tally = take_stock(app);
    if (tally.broken)
        say_broken(app, &tally);
}

static void say_what_is_there(struct app *app)
{
    struct error line;
    struct tally tally = take_stock(app);
    char *sections = mem_printf("%zu section%s", tally.sections, tally.sections > 1 ? "s" : "");
    char *rules = mem_printf("%zu rule%s", tally.rules, tally.rules > 1 ? "s" : "");
    if (tally.broken) {
        say_broken(app, &tally);
    } else if (tally.sections || tally.rules) {
        error_set(&line, "%s%s%s of your own, read again", tally.sections ? sections : "",
                  tally.sections && tally.rules ? " and " : "", tally.rules ? rules : "");
        app_status(app, false, line.text);
    } else {
        char *folders = user_path("{sections,rules}");
        error_set(&line,
                  "no sections or rules of your own: neither in %s nor in a --section-folder",
                  folders);
        app_safe_status(app, line.text);
        free(folders);
    }
    free(sections);
    free(rules);
}

/* NULL: a folder cannot be read, and the library that is there stays. */
static struct section_library *new_sections(const struct app *app, struct error *error)
{
    struct section_library *library = mem_alloc(sizeof *library);
    if (section_sources_load(&app->options->sources, library, error))
        return library;
    section_library_free(library);
    free(library);
    return NULL;
}

static struct rule_library *new_rules(const struct app *app, struct error *error)
{
    struct rule_library *library = mem_alloc(sizeof *library);
    if (section_sources_load_rules(&app->options->sources, library, error))
        return library;
    rule_library_free(library);
    free(library);
    return NULL;
}

static void replace_sections(struct app *app, struct section_library *library)
{
    if (app->sections) {
        section_library_keep(library, app->sections);
        section_library_free(app->sections);
    }
    free(app->sections);
    app->choice.library = app->sections = library;
}

/* A rule that was asked for may be gone: then there is less to find. */
static void replace_rules(struct app *app, struct rule_library *library)
{
    if (app->rules) {
        rule_library_keep(library, app->rules);
        rule_library_free(app->rules);
    }
    free(app->rules);
    rule_choice_limit(&app->rule_choice, library, NULL);
    use_rules(app, library, app->report);
}

void app_read_again(struct app *app)
{
    struct error error;
    bool applies = app->options->apply_rules;
    struct section_library *sections = new_sections(app, &error);
    struct rule_library *rules = sections && applies ? new_rules(app, &error) : NULL;
    if (!sections || (applies && !rules)) {
        app_safe_status(app, error.text);
        if (sections)
            section_library_free(sections);
        free(sections);
        return;
    }
    app_drop_results(app);
    roofline_points_clear(&app->details.points);
    replace_sections(app, sections);
    if (rules)
        replace_rules(app, rules);
    app_show_again(app);
    say_what_is_there(app);
}
