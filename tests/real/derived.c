/* derived REPORT...: evaluates the metric definitions in the sections of each result again, from
 * the metrics that ncu stored, and holds value and instances against those that it
 * stored. Prints those that differ and how many there were; status 1 if any differs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/expr/expr.h"
#include "report/expr/expr_metric.h"
#include "report/file/report.h"
#include "report/section/section_scope.h"

static bool look_up(void *context, const struct expr_name *name, struct expr_value *value)
{
    return expr_metric_operand(result_metric_instances(context, name->text), name, value);
}

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-12 * fmax(fabs(a), fabs(b));
}

static bool same_values(const struct expr_value *ours, const struct expr_value *theirs)
{
    if (!same(expr_value_total(ours), theirs->value) || ours->count != theirs->count)
        return false;
    for (size_t i = 0; i < ours->count; i++) {
        size_t j = 0;
        while (j < theirs->count && ours->ids && theirs->ids && ours->ids[i] != theirs->ids[j])
            j++;
        if (j == theirs->count || !same(ours->elements[i], theirs->elements[j]))
            return false;
    }
    return true;
}

struct tally {
    size_t compared, with_instances, wrong;
};

static void compare(struct result *result, const Rep__ProfilerSectionMetricDefinition *definition,
                    struct tally *tally)
{
    struct expr_value ours, theirs;
    if (!expr_metric_value(result_metric_instances(result, definition->name), &theirs))
        return;
    if (expr_evaluate(definition->expression, look_up, result, &ours, NULL)) {
        tally->compared++;
        tally->with_instances += theirs.count > 0;
        if (!same_values(&ours, &theirs)) {
            tally->wrong++;
            printf("%s = %s\n  ours   %.17g, %zu instances\n  theirs %.17g, %zu instances\n",
                   definition->name, definition->expression, expr_value_total(&ours), ours.count,
                   theirs.value, theirs.count);
        }
        expr_value_free(&ours);
    }
    expr_value_free(&theirs);
}

static void compare_result(struct result *result, struct tally *tally)
{
    struct section_scope scope = section_scope_of(result);
    for (size_t i = 0; i < result->section_count; i++) {
        const Rep__ProfilerSectionMetricDefinitions *all = result->sections[i]->metricdefinitions;
        for (size_t j = 0; all && j < all->n_metricdefinitions; j++)
            if (section_filter_passes(all->metricdefinitions[j]->filter, &scope))
                compare(result, all->metricdefinitions[j], tally);
    }
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    for (int i = 1; i < argc; i++) {
        struct error error;
        struct report *report = report_open(argv[i], &error);
        if (!report) {
            printf("%s\n", error.text);
            return 1;
        }
        for (size_t j = 0; j < report_count(report); j++) {
            struct result *result = (struct result *)report_result(report, j, &error);
            if (result)
                compare_result(result, &tally);
            report_drop(report, j);
        }
        report_close(report);
    }
    printf("%zu derived values, %zu with instances, %zu differ\n", tally.compared,
           tally.with_instances, tally.wrong);
    return tally.wrong || !tally.compared;
}
