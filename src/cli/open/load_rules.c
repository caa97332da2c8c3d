#include "cli/open/load_rules.h"

#include "report/base/message.h"

/* Names of rules, rules of users and findings that are made again may be about any rule. */
static bool can_grow(const struct rule_choice *choice, const struct options *options)
{
    return !choice->again && !options->sources.count && !rule_library_has_user();
}

bool load_rules(struct rule_library *library, struct rule_choice *choice, enum rules_wanted wanted,
                const struct options *options, FILE *messages, struct error *error)
{
    *library = (struct rule_library){0};
    /* Pages that ncu has are as ncu prints them. */
    bool own = options->page.page == PAGE_DIAGNOSIS || options->page.page == PAGE_SUMMARY;
    *choice = (struct rule_choice){.again = options->rules_given || own};
    if (!options->apply_rules)
        return true;
    if (wanted == RULES_OF_RESULTS && can_grow(choice, options)) {
        choice->library = choice->growing = library;
        return true;
    }
    if (!rule_choice_set(choice, options->rules.words, options->rules.count, error) ||
        !section_sources_load_rules(&options->sources, library, error) ||
        !rule_choice_limit(choice, library, error))
        return false;
    choice->library = library;
    for (size_t i = 0; messages && i < library->count; i++)
        if (*library->entries[i].error.text) {
            struct error problem = library->entries[i].error;
            error_prefix(&problem, library->entries[i].rule ? "warning: a rule is not whole"
                                                            : "warning: a rule is left out");
            message_print(messages, problem.text);
        }
    return true;
}
