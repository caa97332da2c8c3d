#include "report/trace_pages/trace_findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/embedded.h"
#include "report/base/mem.h"
#include "report/rules/rule_eval.h"
#include "report/rules/rule_load.h"
#include "report/trace_pages/trace_metrics.h"

static const struct {
    const char *rule;
    enum trace_page page;
} evidence[] = {{"AllocationsBetween", TRACE_PAGE_GAPS},
                {"CodeLoading", TRACE_PAGE_GAPS},
                {"CopiesAlone", TRACE_PAGE_OVERLAP},
                {"HostBound", TRACE_PAGE_GAPS},
                {"LaunchBound", TRACE_PAGE_LAUNCHES},
                {"OneStream", TRACE_PAGE_STREAMS},
                {"PageableCopies", TRACE_PAGE_COPIES},
                {"ShortKernels", TRACE_PAGE_KERNELS},
                {"Thrashing", TRACE_PAGE_UM},
                {"WaitsBetween", TRACE_PAGE_SYNC}};

enum trace_page trace_findings_page(const char *rule)
{
    for (size_t i = 0; i < sizeof evidence / sizeof *evidence; i++)
        if (strcmp(evidence[i].rule, rule) == 0)
            return evidence[i].page;
    return TRACE_PAGE_SUMMARY;
}

static bool look_up(void *context, const struct expr_name *name, struct expr_value *value)
{
    return trace_metrics_find(context, name->text, &value->value);
}

static void add(struct trace_findings *findings, const Rep__RuleResultBodyItem *item,
                const struct rule *rule, double span)
{
    if (!item->message)
        return;
    mem_grow(&findings->list, findings->count, &findings->capacity, sizeof *findings->list);
    findings->list[findings->count++] = (struct trace_finding){
        mem_strdup(item->message->name ? item->message->name : rule->name),
        mem_strdup(item->message->message),
        item->speedup && item->speedup->has_value ? item->speedup->value / 100 * span : NAN,
        trace_findings_page(rule->identifier)};
}

static void run(struct trace_findings *findings, const struct rule *rule,
                struct trace_metrics *metrics)
{
    const struct rule_subject subject = {.metric = look_up, .context = metrics};
    struct rule_found found = {0};
    struct rule_eval eval;
    struct arena arena = {0};
    double span = 0;
    trace_metrics_find(metrics, "trace__span.sum", &span);
    rule_eval_open(&eval, rule, &subject, NULL);
    if (rule_eval_can(&eval))
        rule_eval_findings(&eval, &arena, &found);
    for (size_t i = 0; i < found.item_count; i++)
        add(findings, found.items[i], rule, span);
    rule_eval_close(&eval);
    rule_found_free(&found);
    arena_free(&arena);
}

static int by_saving(const void *a, const void *b)
{
    const struct trace_finding *first = a, *second = b;
    const double x = isnan(first->saves) ? -1 : first->saves,
                 y = isnan(second->saves) ? -1 : second->saves;
    return x != y ? (x > y ? -1 : 1) : strcmp(first->title, second->title);
}

void trace_findings_make(struct trace_findings *findings, const struct trace_view *view)
{
    static const char folder[] = "trace_rules/";
    struct trace_metrics metrics;
    *findings = (struct trace_findings){0};
    trace_metrics_make(&metrics, view);
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strncmp(file->name, folder, strlen(folder)) != 0)
            continue;
        struct error error;
        struct rule *rule = rule_load(file->name, file->data, file->size, &error);
        if (rule)
            run(findings, rule, &metrics);
        rule_free(rule);
    }
    if (findings->count)
        qsort(findings->list, findings->count, sizeof *findings->list, by_saving);
}

void trace_findings_free(struct trace_findings *findings)
{
    for (size_t i = 0; i < findings->count; i++) {
        free(findings->list[i].title);
        free(findings->list[i].text);
    }
    free(findings->list);
    *findings = (struct trace_findings){0};
}
