/* A rule from YAML, evaluated on metrics with and without instances. */
#include <stdlib.h>
#include <string.h>

#include "report/rules/rule_eval.h"
#include "report/rules/rule_load.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* By the length of the name: some are absent, some texts, some have instances with addresses. */
static bool metric(void *context, const struct expr_name *name, struct expr_value *value)
{
    (void)context;
    size_t length = strlen(name->text);
    if (length % 7 == 0)
        return false;
    value->value = (double)length / 3;
    if (length % 5 == 0)
        value->text = strdup(name->text);
    if (length % 2) {
        value->count = 4;
        value->ids = calloc(value->count, sizeof *value->ids);
        value->elements = calloc(value->count, sizeof *value->elements);
        for (size_t i = 0; i < value->count; i++) {
            value->ids[i] = 16 * i;
            value->elements[i] = (double)i - 1;
        }
    }
    return true;
}

static void use(void *context, const char *name)
{
    *(size_t *)context += strlen(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct error error;
    struct rule *rule = rule_load("fuzz", (const char *)bytes, length, &error);
    if (!rule)
        return 0;
    const struct rule_subject subject = {.metric = metric, .capability = 9};
    struct arena arena = {0};
    struct rule_found found = {0};
    struct rule_eval eval;
    size_t names = 0;
    rule_metrics(rule, use, &names);
    rule_eval_open(&eval, rule, &subject, NULL);
    if (rule_eval_can(&eval))
        rule_eval_findings(&eval, &arena, &found);
    rule_eval_close(&eval);
    rule_free(rule);
    /* What was found does not need the rule. */
    for (size_t i = 0; i < found.item_count; i++)
        if (found.items[i]->message && strlen(found.items[i]->message->message) == SIZE_MAX)
            abort();
    rule_found_free(&found);
    arena_free(&arena);
    return 0;
}
