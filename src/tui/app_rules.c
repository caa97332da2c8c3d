/* The rules that look at results on the screen: loaded when they are first needed, read again and
 * switched while it shows what they found. */
#include "app.h"

static bool load(struct app *app, struct rule_library *library, struct error *error)
{
    return section_sources_load_rules(&app->options->sources, library, error) &&
           rule_choice_limit(&app->rule_choice, library, error);
}

/* Also where some could not be loaded. */
static void use_rules(struct app *app)
{
    app->rules_loaded = true;
    app->rule_choice.library = &app->rules;
    if (!app->rule_choice.source)
        app->rule_choice.source = rule_source_new(app->report);
}

bool app_load_rules(struct app *app, struct error *error)
{
    const struct options *options = app->options;
    if (app->rules_loaded || !options->apply_rules)
        return true;
    /* What the report holds is no reason not to look: the details show both. */
    app->rule_choice.again = true;
    bool good =
        rule_choice_set(&app->rule_choice, options->rules.words, options->rules.count, error) &&
        load(app, &app->rules, error);
    use_rules(app);
    return good;
}

void app_switch_rule(struct app *app, size_t entry)
{
    if (entry >= app->rules.count || !app->rules.entries[entry].rule)
        return;
    app_drop_results(app);
    rule_choice_switch(&app->rules, &app->rules.entries[entry],
                       !rule_entry_speaks(&app->rules.entries[entry]));
    app_show_again(app);
}

bool app_read_rules(struct app *app, struct error *error)
{
    struct rule_library library;
    if (!app->rules_loaded)
        return app_load_rules(app, error);
    if (!section_sources_load_rules(&app->options->sources, &library, error)) {
        rule_library_free(&library);
        return false;
    }
    rule_library_keep(&library, &app->rules);
    rule_library_free(&app->rules);
    app->rules = library;
    return true;
}
