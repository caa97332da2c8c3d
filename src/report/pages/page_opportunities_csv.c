#include <stdlib.h>

#include "report/base/mem.h"
#include "report/metric/metric_format.h"
#include "report/pages/page_opportunities.h"
#include "report/rules/finding_text.h"

static const char *const columns[] = {"Rank",
                                      "Kernel Name",
                                      "Launches",
                                      "Duration (ns)",
                                      "Rule Name",
                                      "Rule Type",
                                      "Title",
                                      "Section Name",
                                      "Estimated Speedup Type",
                                      "Estimated Speedup (%)",
                                      "Saving (ns)",
                                      "Saving (% of Time)",
                                      "Report",
                                      "ID",
                                      "Rule Description"};
enum { COLUMNS = sizeof columns / sizeof *columns };

/* Fields are texts. Numbers have all their digits. */
static void print_row(FILE *out, const char *const fields[COLUMNS])
{
    struct strbuf row = {0};
    for (size_t i = 0; i < COLUMNS; i++)
        format_csv_field(&row, fields[i] ? fields[i] : "", i == 0);
    fprintf(out, "%s\n", row.data);
    strbuf_free(&row);
}

static void print_ranked(FILE *out, struct report *report, const struct opportunity *what,
                         size_t rank)
{
    char *numbers[] = {mem_printf("%zu", rank),
                       mem_printf("%zu", what->launches),
                       mem_printf("%.15g", what->duration),
                       mem_printf("%.15g", what->speedup),
                       mem_printf("%.15g", what->saving),
                       mem_printf("%.15g", 100 * what->share),
                       what->together
                           ? mem_strdup("")
                           : mem_printf("%zu", report_summary(report, what->result)->id)};
    const char *path =
        what->together ? "" : report_file(report, report_result_file(report, what->result))->name;
    print_row(out, (const char *const[COLUMNS]){numbers[0], what->kernel, numbers[1], numbers[2],
                                                what->rule, "OPT", what->title, what->section,
                                                what->local ? "local" : "global", numbers[3],
                                                numbers[4], numbers[5], path, numbers[6], NULL});
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        free(numbers[i]);
}

/* Prints the findings over several launches, which are not ranked, with their words. */
static void print_together(FILE *out, const struct rule_group_finding *found)
{
    char *launches = mem_printf("%zu", found->launches);
    char *duration = mem_printf("%.15g", found->duration);
    for (size_t i = 0; i < found->rule->body->n_items; i++) {
        const Rep__RuleResultMessage *message = found->rule->body->items[i]->message;
        struct strbuf text = {0};
        if (!message || !finding_marker(message->type))
            continue;
        strbuf_adds(&text, "");
        finding_text_plain(&text, message->message);
        print_row(out, (const char *const[COLUMNS]){NULL, found->kernel, launches, duration,
                                                    found->rule->identifier,
                                                    finding_marker(message->type), message->name,
                                                    found->rule->sectionidentifier, NULL, NULL,
                                                    NULL, NULL, NULL, NULL, text.data});
        strbuf_free(&text);
    }
    free(duration);
    free(launches);
}

void page_opportunities_csv(struct opportunities *all, struct report *report, FILE *out)
{
    size_t count;
    struct opportunity_totals totals = opportunities_totals(all);
    char *results = mem_printf("%zu", totals.results);
    char *duration = mem_printf("%.15g", totals.duration);
    print_row(out, columns);
    print_row(out, (const char *const[COLUMNS]){NULL, NULL, results, duration});
    const struct opportunity *list = opportunities_ranked(all, &count);
    for (size_t i = 0; i < count; i++)
        print_ranked(out, report, &list[i], i + 1);
    const struct rule_group_finding *found = opportunities_together(all, &count);
    for (size_t i = 0; i < count; i++)
        print_together(out, &found[i]);
    free(duration);
    free(results);
}
