/* How it works: the result is decoded, and then sections and rules are applied to it as for a page.
 * The stored bytes are copied field by field. The fields of a list are in the order of the decoded
 * list, so each tells whether its item was replaced. New items follow the last field of their list.
 */
#include "report/rules/result_amend.h"

#include <string.h>

#include "report/base/wire_walk.h"
#include "report/file/report_wire.h"
#include "report/section/section_cut.h"
#include "report/section/section_scope.h"

/* The result as it was stored, and as it is now. */
struct amending {
    struct result *result;
    const struct result_fields *fields;
    struct strbuf *out;
    Rep__ProfilerSection **sections;
    Rep__RuleResult **rules;
    size_t section_count, rule_count, own_rule_count;
    Rep__ProfilerSection **shown; /* with the sections of folders */
    size_t shown_count;
};

static bool is_stored(const struct amending *a, const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < a->section_count; i++)
        if (a->sections[i] == section)
            return true;
    return false;
}

static void put_section(const struct amending *a, const Rep__ProfilerSection *section)
{
    struct section_scope scope = section_scope_of(a->result);
    Rep__ProfilerSection *cut = section_cut(section, &scope);
    report_wire_put(a->out, a->fields->sections, &cut->base);
    section_cut_free(cut);
}

/* Returns the section of a folder that replaces a stored one, or NULL. */
static const Rep__ProfilerSection *replacement(const struct amending *a,
                                               const Rep__ProfilerSection *stored)
{
    for (size_t i = 0; i < a->shown_count; i++)
        if (strcmp(a->shown[i]->identifier, stored->identifier) == 0)
            return is_stored(a, a->shown[i]) ? NULL : a->shown[i];
    return NULL;
}

static bool replaces_one(const struct amending *a, const Rep__ProfilerSection *section)
{
    for (size_t i = 0; i < a->section_count; i++)
        if (strcmp(a->sections[i]->identifier, section->identifier) == 0)
            return true;
    return false;
}

static bool is_new_rule(const struct amending *a, const Rep__RuleResult *rule)
{
    for (size_t i = 0; i < a->rule_count; i++)
        if (a->rules[i] == rule)
            return false;
    return true;
}

/* Returns whether a stored finding is found again, so that it must not be stored twice. */
static bool is_found_again(const struct amending *a, size_t stored)
{
    const Rep__RuleResult *old = a->rules[stored];
    for (size_t i = 0; i < a->result->rule_count; i++) {
        const Rep__RuleResult *found = a->result->rules[i];
        if (is_new_rule(a, found) && strcmp(found->identifier, old->identifier) == 0 &&
            (stored < a->own_rule_count || rule_choice_same(found, old)))
            return true;
    }
    return false;
}

static void put_metrics(const struct amending *a)
{
    for (size_t i = a->result->stored_metric_count; i < a->result->metric_count; i++)
        report_wire_put(a->out, a->fields->metrics, &result_instances(a->result, i)->base);
}

static void put_sections(const struct amending *a)
{
    for (size_t i = 0; i < a->shown_count; i++)
        if (!is_stored(a, a->shown[i]) && !replaces_one(a, a->shown[i]))
            put_section(a, a->shown[i]);
}

static void put_rules(const struct amending *a)
{
    for (size_t i = 0; i < a->result->rule_count; i++)
        if (is_new_rule(a, a->result->rules[i]))
            report_wire_put(a->out, a->fields->rules, &a->result->rules[i]->base);
}

/* Appends what replaces the i-th item of a list. Returns false if nothing does: the field stays. */
static bool replace(const struct amending *a, unsigned number, size_t i)
{
    if (number == a->fields->metrics && i < a->result->stored_metric_count) {
        if (!result_metric_is_new(a->result, i))
            return false;
        report_wire_put(a->out, number, &result_instances(a->result, i)->base);
        return true;
    }
    if (number == a->fields->sections && i < a->section_count) {
        const Rep__ProfilerSection *other = replacement(a, a->sections[i]);
        if (other)
            put_section(a, other);
        return other;
    }
    return number == a->fields->rules && i < a->rule_count && is_found_again(a, i);
}

/* The fields are stored in rising order of their numbers; if not, new items come at the end. */
static void rewrite(const struct amending *a, const uint8_t *bytes, size_t length)
{
    struct list {
        unsigned number;
        void (*put)(const struct amending *a);
        size_t seen;
        bool done;
    } lists[] = {{a->fields->metrics, put_metrics, 0, false},
                 {a->fields->sections, put_sections, 0, false},
                 {a->fields->rules, put_rules, 0, false}};
    enum { LISTS = sizeof lists / sizeof *lists };
    struct wire_walk walk = {bytes, bytes + length, false};
    struct wire_field field;
    for (const uint8_t *from = walk.at; wire_walk_next(&walk, &field); from = walk.at) {
        bool replaced = false;
        for (int i = 0; i < LISTS; i++) {
            if (field.number > lists[i].number && lists[i].seen && !lists[i].done) {
                lists[i].put(a);
                lists[i].done = true;
            }
            if (field.number == lists[i].number && field.type == WIRE_BYTES)
                replaced = replace(a, field.number, lists[i].seen++);
        }
        if (!replaced)
            strbuf_add(a->out, from, (size_t)(walk.at - from));
    }
    for (int i = 0; i < LISTS; i++)
        if (!lists[i].done)
            lists[i].put(a);
}

/* Keeps what is stored, and applies sections and rules. */
static void apply(struct amending *a, const struct result_amends *amends)
{
    struct result *result = a->result;
    a->sections = result->sections, a->section_count = result->section_count;
    a->rules = result->rules, a->rule_count = result->rule_count;
    a->own_rule_count = result->own_rule_count;
    section_choice_define(amends->sections, result);
    a->shown = result->sections, a->shown_count = result->section_count;
    rule_choice_apply(amends->rules, result);
}

void result_amend(void *context, struct report *report, size_t index, const uint8_t *bytes,
                  size_t length, struct strbuf *out)
{
    struct amending a = {.result = report_result(report, index, NULL), .out = out};
    if (!a.result) {
        strbuf_add(out, bytes, length);
        return;
    }
    a.fields = result_fields(report_entry(report, index)->kind);
    apply(&a, context);
    rewrite(&a, bytes, length);
    report_drop(report, index);
}
