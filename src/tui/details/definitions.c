#include "tui/details/definitions.h"

#include <stdlib.h>

#include "cli/open/load_rules.h"
#include "cli/open/load_sections.h"
#include "report/base/mem.h"
#include "report/base/user_path.h"

/* The screen has room for what they find beside what the report holds. */
static void use_rules(struct definitions *definitions, struct rule_library *library,
                      struct report *report)
{
    struct rule_choice *choice = &definitions->rule_choice;
    choice->library = definitions->rules = library;
    choice->again = true;
    if (!choice->source)
        choice->source = rule_source_new(report);
}

bool definitions_read(struct definitions *definitions, struct report *report,
                      const struct options *options, struct error *error)
{
    if (!choose_sections(&definitions->choice, options, error))
        return false;
    if (wants_sections(options) || section_library_has_user()) {
        definitions->choice.library = definitions->sections =
            mem_alloc(sizeof *definitions->sections);
        if (!section_sources_load(&options->sources, definitions->sections, error) ||
            !section_choice_known(&definitions->choice, report, error))
            return false;
    }
    /* All of them are loaded when they are needed. */
    if (!options->apply_rules || !options->rules.count)
        return true;
    definitions->rules = mem_alloc(sizeof *definitions->rules);
    bool good =
        load_rules(definitions->rules, &definitions->rule_choice, RULES_ALL, options, NULL, error);
    use_rules(definitions, definitions->rules, report);
    return good;
}

bool definitions_load_rules(struct definitions *definitions, struct report *report,
                            const struct options *options, struct messages *messages,
                            struct error *error)
{
    if (definitions->rules || !options->apply_rules)
        return true;
    struct rule_library *library = mem_alloc(sizeof *library);
    bool good = section_sources_load_rules(&options->sources, library, error) &&
                rule_choice_limit(&definitions->rule_choice, library, error);
    use_rules(definitions, library, report);
    if (good && !*messages->text)
        definitions_say_broken(definitions, messages);
    return good;
}

void definitions_free(struct definitions *definitions)
{
    if (definitions->sections)
        section_library_free(definitions->sections);
    free(definitions->sections);
    section_choice_free(&definitions->choice);
    if (definitions->rules)
        rule_library_free(definitions->rules);
    free(definitions->rules);
    rule_source_free(definitions->rule_choice.source);
    rule_choice_free(&definitions->rule_choice);
    if (definitions->labels)
        built_in_labels_free(definitions->labels);
    free(definitions->labels);
}

const struct label_list *definitions_labels(struct definitions *definitions)
{
    if (!definitions->labels) {
        definitions->labels = mem_alloc(sizeof *definitions->labels);
        built_in_labels_init(definitions->labels);
    }
    return &definitions->labels->list;
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

static struct tally take_stock(const struct definitions *definitions)
{
    struct tally tally = {0};
    for (size_t i = 0; definitions->sections && i < definitions->sections->count; i++) {
        const struct section *section = &definitions->sections->sections[i];
        count(&tally, &tally.sections, section->message && !section->built_in, &section->error);
    }
    for (size_t i = 0; definitions->rules && i < definitions->rules->count; i++) {
        const struct rule_entry *entry = &definitions->rules->entries[i];
        count(&tally, &tally.rules, entry->rule && !entry->built_in, &entry->error);
    }
    return tally;
}

/* The row of messages has room for one of them. */
static void log_broken(struct messages *messages, const struct error *error)
{
    if (*error->text)
        messages_log(messages, LOG_ERROR, error->text);
}

static void say_broken(const struct definitions *definitions, struct messages *messages,
                       const struct tally *tally)
{
    for (size_t i = 0; definitions->sections && i < definitions->sections->count; i++)
        log_broken(messages, &definitions->sections->sections[i].error);
    for (size_t i = 0; definitions->rules && i < definitions->rules->count; i++)
        log_broken(messages, &definitions->rules->entries[i].error);
    struct error line = *tally->first;
    if (tally->broken > 1)
        error_set(&line, "%s; and %zu more broken file%s", tally->first->text, tally->broken - 1,
                  tally->broken > 2 ? "s" : "");
    messages_fail(messages, line.text);
    messages->is_kept = true;
}

void definitions_say_broken(const struct definitions *definitions, struct messages *messages)
{
    struct tally tally = take_stock(definitions);
    if (tally.broken)
        say_broken(definitions, messages, &tally);
}

void definitions_say(const struct definitions *definitions, struct messages *messages)
{
    struct error line;
    struct tally tally = take_stock(definitions);
    char *sections = mem_printf("%zu section%s", tally.sections, tally.sections > 1 ? "s" : "");
    char *rules = mem_printf("%zu rule%s", tally.rules, tally.rules > 1 ? "s" : "");
    if (tally.broken) {
        say_broken(definitions, messages, &tally);
    } else if (tally.sections || tally.rules) {
        error_set(&line, "%s%s%s of your own, read again", tally.sections ? sections : "",
                  tally.sections && tally.rules ? " and " : "", tally.rules ? rules : "");
        messages_status(messages, false, line.text);
    } else {
        char *folders = user_path("{sections,rules}");
        error_set(&line,
                  "no sections or rules of your own: neither in %s nor in a --section-folder",
                  folders);
        messages_fail(messages, line.text);
        free(folders);
    }
    free(sections);
    free(rules);
}

/* NULL: a folder cannot be read. */
static struct section_library *new_sections(const struct options *options, struct error *error)
{
    struct section_library *library = mem_alloc(sizeof *library);
    if (section_sources_load(&options->sources, library, error))
        return library;
    section_library_free(library);
    free(library);
    return NULL;
}

static struct rule_library *new_rules(const struct options *options, struct error *error)
{
    struct rule_library *library = mem_alloc(sizeof *library);
    if (section_sources_load_rules(&options->sources, library, error))
        return library;
    rule_library_free(library);
    free(library);
    return NULL;
}

bool definitions_read_again(struct definitions *again, const struct options *options,
                            struct error *error)
{
    *again = (struct definitions){.sections = new_sections(options, error)};
    if (!again->sections)
        return false;
    if (options->apply_rules)
        again->rules = new_rules(options, error);
    if (again->rules || !options->apply_rules)
        return true;
    section_library_free(again->sections);
    free(again->sections);
    return false;
}

static void replace_sections(struct definitions *definitions, struct section_library *library)
{
    if (definitions->sections) {
        section_library_keep(library, definitions->sections);
        section_library_free(definitions->sections);
    }
    free(definitions->sections);
    definitions->choice.library = definitions->sections = library;
}

/* A rule that was asked for may be gone: then there is less to find. */
static void replace_rules(struct definitions *definitions, struct rule_library *library,
                          struct report *report)
{
    if (definitions->rules) {
        rule_library_keep(library, definitions->rules);
        rule_library_free(definitions->rules);
    }
    free(definitions->rules);
    rule_choice_limit(&definitions->rule_choice, library, NULL);
    use_rules(definitions, library, report);
}

void definitions_replace(struct definitions *definitions, struct definitions *again,
                         struct report *report)
{
    replace_sections(definitions, again->sections);
    if (again->rules)
        replace_rules(definitions, again->rules, report);
    *again = (struct definitions){0};
}
