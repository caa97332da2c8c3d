#include "report/page_parts/opportunity_cells.h"
#include "report/page_parts/page_json_findings.h"
#include "report/page_parts/page_series.h"
#include "report/pages/page_json.h"
#include "report/rules/finding_text.h"

static void add_kernel(struct json_writer *json, const char *kernel, size_t launches,
                       double duration)
{
    if (kernel)
        json_string(json, "kernel", kernel);
    json_whole(json, "launches", launches);
    json_number(json, "duration", duration);
}

static void add_ranked(struct json_writer *json, struct report *report,
                       const struct opportunity *what, size_t rank)
{
    json_open(json, NULL, JSON_OBJECT);
    json_whole(json, "rank", rank);
    add_kernel(json, what->kernel, what->launches, what->duration);
    json_string(json, "rule", what->rule);
    json_string(json, "rule_name", what->rule_name);
    if (*what->title)
        json_string(json, "title", what->title);
    if (*what->section)
        json_string(json, "section", what->section);
    json_open_line(json, "speedup", JSON_OBJECT);
    json_string(json, "kind", what->local ? "local" : "global");
    json_string(json, "unit", "%");
    json_number(json, "value", what->speedup);
    json_close(json);
    json_number(json, "saving", what->saving);
    json_number(json, "share", what->share);
    if (!what->together) {
        json_whole(json, "report", report_result_file(report, what->result));
        json_whole(json, "result", report_summary(report, what->result)->id);
    }
    json_close(json);
}

static void add_cause(struct json_writer *json, struct report *report, const struct cause *cause,
                      size_t rank)
{
    json_open(json, NULL, JSON_OBJECT);
    json_whole(json, "rank", rank);
    json_string(json, "name", cause->name);
    add_kernel(json, cause->kernel, cause->launches, cause->duration);
    json_number(json, "saving", cause->saving);
    json_number(json, "share", cause->share);
    if (cause->result != SIZE_MAX) {
        json_whole(json, "report", report_result_file(report, cause->result));
        json_whole(json, "result", report_summary(report, cause->result)->id);
    }
    if (cause->place && cause->place->file) {
        json_string(json, "file", cause->place->file);
        json_whole(json, "line", cause->place->line);
    }
    json_open(json, "findings", JSON_ARRAY);
    for (size_t i = 0; i < cause->count; i++) {
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "rule", cause->findings[i].rule);
        if (*cause->findings[i].title)
            json_string(json, "title", cause->findings[i].title);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void add_together(struct json_writer *json, const struct rule_group_finding *found)
{
    for (size_t i = 0; i < found->rule->body->n_items; i++) {
        const Rep__RuleResultBodyItem *item = found->rule->body->items[i];
        if (!item->message || !finding_marker(item->message->type))
            continue;
        json_open(json, NULL, JSON_OBJECT);
        add_kernel(json, found->kernel, found->launches, found->duration);
        page_json_finding(json, found->rule, NULL, item);
        json_close(json);
    }
}

bool page_json_opportunities(struct report *report, const struct page_options *options,
                             struct json_writer *json, struct error *error)
{
    struct opportunities *all;
    bool good = opportunities_of_page(report, options, &all, error);
    struct opportunity_totals totals = opportunities_totals(all);
    size_t count;
    json_open(json, "totals", JSON_OBJECT);
    json_whole(json, "results", totals.results);
    json_whole(json, "timed", totals.timed);
    json_whole(json, "kernels", totals.kernels);
    json_number(json, "duration", totals.duration);
    json_number(json, "saving", opportunities_saving(all));
    json_close(json);
    json_open(json, "causes", JSON_ARRAY);
    const struct cause *causes = opportunities_causes(all, &count);
    for (size_t i = 0; i < count; i++)
        add_cause(json, report, &causes[i], i + 1);
    json_close(json);
    json_open(json, "opportunities", JSON_ARRAY);
    const struct opportunity *list = opportunities_ranked(all, &count);
    for (size_t i = 0; i < count; i++)
        add_ranked(json, report, &list[i], i + 1);
    json_close(json);
    json_open(json, "together", JSON_ARRAY);
    const struct rule_group_finding *found = opportunities_together(all, &count);
    for (size_t i = 0; i < count; i++)
        add_together(json, &found[i]);
    json_close(json);
    page_series_json(report, options, json);
    opportunities_free(all);
    return good;
}
