#include "report/rules/rule_choice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/file/rule_charts.h"
#include "report/rules/rule_run.h"

bool rule_choice_set(struct rule_choice *choice, char *const *names, size_t count,
                     struct error *error)
{
    choice->names = mem_alloc((count + 1) * sizeof *choice->names);
    for (size_t i = 0; i < count; i++, choice->name_count++)
        if (!name_pattern_set(&choice->names[i], names[i], error))
            return error_prefix(error, "--rule");
    return true;
}

void rule_choice_free(struct rule_choice *choice)
{
    for (size_t i = 0; i < choice->name_count; i++)
        name_pattern_free(&choice->names[i]);
    free(choice->names);
    *choice = (struct rule_choice){0};
}

/* Rules of later versions of ncu, and those of ours that say it. */
static const struct {
    const char *name, *ours;
} later[] = {{"LocalMemoryUsage", "MemoryCacheAccessPattern"}};

/* Whether the name stands for this rule; identifier NULL: for any of ours. */
static bool stands_for(const struct name_pattern *name, const char *identifier)
{
    for (size_t i = 0; i < sizeof later / sizeof *later && !name->regex; i++)
        if (strcmp(later[i].name, name->text) == 0)
            return !identifier || strcmp(later[i].ours, identifier) == 0;
    return false;
}

static bool is_chosen(const struct rule_choice *choice, const char *identifier)
{
    for (size_t i = 0; i < choice->name_count; i++)
        if (name_pattern_matches(&choice->names[i], identifier) ||
            stands_for(&choice->names[i], identifier))
            return true;
    return !choice->name_count;
}

/* Whether both have the same letters and digits: a rule OwnRegisters is likely to be in
 * own_registers.py. */
static bool is_like(const char *a, const char *b)
{
    for (;;) {
        while (*a && !isalnum((unsigned char)*a))
            a++;
        while (*b && !isalnum((unsigned char)*b))
            b++;
        if (!*a || !*b)
            return *a == *b;
        if (tolower((unsigned char)*a++) != tolower((unsigned char)*b++))
            return false;
    }
}

static bool is_file_of(const struct rule_entry *entry, const struct name_pattern *name)
{
    const char *slash = strrchr(entry->file, '/'), *base = slash ? slash + 1 : entry->file;
    char *stem = mem_strndup(base, strcspn(base, "."));
    const bool is = name->regex ? name_pattern_matches(name, stem) : is_like(name->text, stem);
    free(stem);
    return is;
}

/* The file that was not loaded and may have the rule: the one with its name (`named`), else the
 * first of `count`. NULL: all files were loaded. */
static const struct rule_entry *find_broken(const struct name_pattern *name,
                                            const struct rule_library *library, bool *named,
                                            size_t *count)
{
    const struct rule_entry *found = NULL;
    for (size_t i = 0; i < library->count; i++) {
        const struct rule_entry *entry = &library->entries[i];
        if (entry->rule || !*entry->error.text)
            continue;
        ++*count;
        if (!found || (!*named && is_file_of(entry, name))) {
            found = entry;
            *named = is_file_of(entry, name);
        }
    }
    return found;
}

static bool say_unknown(const struct name_pattern *name, const struct rule_library *library,
                        const char *nearest, struct error *error)
{
    bool named = false;
    size_t count = 0;
    const struct rule_entry *broken = find_broken(name, library, &named, &count);
    if (!broken || (nearest && !named))
        return error_set(error, "no rule is called \"%s\"%s%s%s; see --list-rules", name->text,
                         nearest ? "; nearest is \"" : "", nearest ? nearest : "",
                         nearest ? "\"" : "");
    if (named || count == 1)
        return error_set(error, "no rule is called \"%s\"; a file of rules was not loaded: %s",
                         name->text, broken->error.text);
    return error_set(error,
                     "no rule is called \"%s\"; %zu files of rules were not loaded, the first "
                     "because of: %s",
                     name->text, count, broken->error.text);
}

static bool is_known(const struct name_pattern *name, const struct rule_library *library,
                     struct error *error)
{
    struct nearest nearest = {.wanted = name->text};
    for (size_t i = 0; i < library->count; i++) {
        const struct rule *rule = library->entries[i].rule;
        if (rule && name_pattern_matches(name, rule->identifier))
            return true;
        if (rule && !name->regex)
            nearest_offer(&nearest, rule->identifier);
    }
    return stands_for(name, NULL) || say_unknown(name, library, nearest.best, error);
}

bool rule_entry_speaks(const struct rule_entry *entry)
{
    return entry->rule && !entry->off && !entry->silent;
}

/* Turns off the rules that do not speak, except the ancestors of the rules that do. */
static void settle(struct rule_library *library)
{
    for (size_t i = 0; i < library->count; i++) {
        struct rule_entry *entry = &library->entries[i];
        entry->off = entry->silent = entry->rule && !rule_entry_speaks(entry);
    }
    /* Children come after their parents. */
    for (size_t i = library->count; i-- > 0;) {
        const struct rule_entry *entry = &library->entries[i];
        for (size_t j = 0; entry->rule && !entry->off && j < entry->rule->parent_count; j++) {
            const struct rule_entry *parent = rule_find(library, entry->rule->parents[j]);
            if (parent)
                library->entries[parent - library->entries].off = false;
        }
    }
}

bool rule_choice_limit(const struct rule_choice *choice, struct rule_library *library,
                       struct error *error)
{
    if (!choice->name_count)
        return true;
    for (size_t i = 0; i < library->count; i++) {
        struct rule_entry *entry = &library->entries[i];
        entry->off = false;
        entry->silent = entry->rule && !is_chosen(choice, entry->rule->identifier);
    }
    settle(library);
    for (size_t i = 0; i < choice->name_count; i++)
        if (!is_known(&choice->names[i], library, error))
            return false;
    return true;
}

void rule_choice_switch(struct rule_library *library, const struct rule_entry *entry, bool on)
{
    struct rule_entry *changed = &library->entries[entry - library->entries];
    changed->off = false;
    changed->silent = !on;
    settle(library);
}

static void keep_chosen(const struct rule_choice *choice, struct rule_findings *found)
{
    size_t kept = 0;
    for (size_t i = 0; i < found->count; i++) {
        const struct rule_entry *entry = rule_find(choice->library, found->results[i]->identifier);
        if (entry && rule_entry_speaks(entry))
            found->results[kept++] = found->results[i];
    }
    found->count = kept;
}

static uint8_t *pack(const Rep__RuleResult *rule, size_t *length)
{
    *length = rep__rule_result__get_packed_size(rule);
    uint8_t *packed = mem_alloc(*length + 1);
    rep__rule_result__pack(rule, packed);
    return packed;
}

bool rule_choice_same(const Rep__RuleResult *a, const Rep__RuleResult *b)
{
    size_t a_length, b_length;
    if (strcmp(a->identifier, b->identifier) != 0)
        return false;
    uint8_t *x = pack(a, &a_length), *y = pack(b, &b_length);
    bool same = a_length == b_length && memcmp(x, y, a_length) == 0;
    free(x);
    free(y);
    return same;
}

static bool says_the_same(const struct rule_findings *found, const Rep__RuleResult *stored)
{
    for (size_t i = 0; i < found->count; i++)
        if (rule_choice_same(found->results[i], stored))
            return true;
    return false;
}

/* Returns whether a stored finding stays. Those of other profilers do, unless the rules say the
 * same. Those of rooftop are replaced by what its rules say now. */
static bool stays(const struct rule_choice *choice, const struct result *result, size_t i)
{
    const char *identifier = result->rules[i]->identifier;
    if (i >= result->own_rule_count)
        return !says_the_same(result->found, result->rules[i]);
    return !rule_find(choice->library, identifier) && is_chosen(choice, identifier);
}

void rule_choice_apply(const struct rule_choice *choice, struct result *result)
{
    if (!choice || !choice->library || result->found || (result->rule_count && !choice->again))
        return;
    struct rule_findings *found = result->found = mem_alloc(sizeof *found);
    for (size_t i = 0; choice->growing && i < result->section_count; i++)
        rule_library_add_section(choice->growing, result->sections[i]->identifier);
    rule_run(choice->library, result, choice->source, found);
    keep_chosen(choice, found);
    Rep__RuleResult **all =
        arena_alloc(&found->arena, (found->count + result->rule_count + 1) * sizeof *all);
    size_t count = 0, own = found->count;
    for (; count < found->count; count++)
        all[count] = found->results[count];
    for (size_t i = 0; i < result->rule_count; i++)
        if (stays(choice, result, i)) {
            all[count++] = result->rules[i];
            own += i < result->own_rule_count;
        }
    result->rules = all;
    result->rule_count = count;
    result->own_rule_count = own;
    result_place_rules(result);
    rule_charts_place(result);
}
