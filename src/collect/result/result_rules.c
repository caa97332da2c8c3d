#include "collect/result/result_rules.h"

#include <stdlib.h>

#include "report/base/wire_walk.h"
#include "report/file/report_wire.h"

/* Appends the fields of the walk up to this number. The others stay in the walk. */
static void copy_up_to(struct strbuf *out, struct wire_walk *walk, uint32_t number)
{
    struct wire_field field;
    const uint8_t *start = walk->at;
    for (struct wire_walk next = *walk; wire_walk_next(&next, &field) && field.number <= number;)
        *walk = next;
    strbuf_add(out, start, (size_t)(walk->at - start));
}

void result_rules_store(struct report *report, size_t index, const struct rule_choice *rules)
{
    struct result *result = report_result(report, index, NULL);
    if (!result)
        return;
    const struct entry *entry = report_entry(report, index);
    const struct result_fields *fields = result_fields(entry->kind);
    const uint32_t metrics = fields->metrics, found = fields->rules;
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct strbuf out = {0};
    size_t measured = result->metric_count;
    rule_choice_apply(rules, result);
    if (!result->rule_count && result->metric_count == measured) {
        report_drop(report, index);
        return;
    }
    copy_up_to(&out, &walk, metrics);
    for (size_t i = measured; i < result->metric_count; i++)
        report_wire_put(&out, metrics, &result_instances(result, i)->base);
    copy_up_to(&out, &walk, found);
    for (size_t i = 0; i < result->rule_count; i++)
        report_wire_put(&out, found, &result->rules[i]->base);
    strbuf_add(&out, walk.at, (size_t)(walk.end - walk.at));
    size_t length = out.length;
    report_replace_result(report, index, (uint8_t *)strbuf_detach(&out), length);
}
