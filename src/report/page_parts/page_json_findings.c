#include "report/page_parts/page_json_findings.h"

#include <string.h>

#include "report/page_parts/page_section.h"
#include "report/rules/finding_text.h"
#include "report/rules/rule_details.h"

static const char *type_name(Rep__RuleResultMessageType type)
{
    return type == REP__RULE_RESULT_MESSAGE_TYPE__Optimization ? "optimization"
           : type == REP__RULE_RESULT_MESSAGE_TYPE__Warning    ? "warning"
           : type == REP__RULE_RESULT_MESSAGE_TYPE__Error      ? "error"
                                                               : "info";
}

static void add_speedup(struct json_writer *json, const Rep__RuleResultSpeedup *speedup)
{
    if (!speedup || !speedup->has_value)
        return;
    const char *kind = finding_speedup_kind(speedup->speeduptype);
    json_open_line(json, "speedup", JSON_OBJECT);
    if (*kind)
        json_string(json, "kind", kind);
    json_string(json, "unit", "%");
    json_number(json, "value", speedup->value);
    json_close(json);
}

static void add_focus(struct json_writer *json, const Rep__RuleResultBodyItem *item)
{
    static const char *const severities[] = {"default", "low", "high"};
    for (size_t i = 0; i < item->n_focusmetrics; i++) {
        const Rep__RuleResultFocusMetric *focus = item->focusmetrics[i];
        size_t severity = focus->has_severity ? (size_t)focus->severity : 0;
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "name", focus->metricname ? focus->metricname : "");
        if (focus->has_metricvalue)
            json_number(json, "value", focus->metricvalue);
        json_string(json, "severity",
                    severities[severity < sizeof severities / sizeof *severities ? severity : 0]);
        if (focus->info && *focus->info)
            json_string(json, "info", focus->info);
        json_close(json);
    }
}

/* The number of cells that a column really has, whatever size it claims. */
static size_t column_rows(const Rep__RuleResultTableColumn *column)
{
    return column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double
               ? column->n_doubledata
           : column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Int
               ? column->n_intdata
               : column->n_stringdata;
}

static void add_cell(struct json_writer *json, const Rep__RuleResultTableColumn *column, size_t row)
{
    if (row >= column_rows(column))
        json_null(json, NULL);
    else if (column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double)
        json_number(json, NULL, column->doubledata[row]);
    else if (column->type == REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Int)
        json_signed(json, NULL, column->intdata[row]);
    else
        json_string(json, NULL, column->stringdata[row]);
}

static void add_table(struct json_writer *json, const Rep__RuleResultTable *table)
{
    size_t rows = 0;
    json_open(json, NULL, JSON_OBJECT);
    if (table->config && table->config->title)
        json_string(json, "title", table->config->title);
    if (table->config && table->config->description)
        json_string(json, "description", table->config->description);
    json_open_line(json, "columns", JSON_ARRAY);
    for (size_t i = 0; i < table->n_columns; i++) {
        json_string(json, NULL, table->columns[i]->name);
        rows = column_rows(table->columns[i]) > rows ? column_rows(table->columns[i]) : rows;
    }
    json_close(json);
    json_open(json, "rows", JSON_ARRAY);
    for (size_t i = 0; i < rows; i++) {
        json_open_line(json, NULL, JSON_ARRAY);
        for (size_t j = 0; j < table->n_columns; j++)
            add_cell(json, table->columns[j], i);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void add_tables(struct json_writer *json, const Rep__RuleResultBodyItem *item)
{
    for (size_t i = 0; i < item->n_ruletables; i++)
        add_table(json, item->ruletables[i]);
}

static void add_proposal(struct json_writer *json, const Rep__RuleResultBodyItem *item)
{
    if (item->proposal)
        json_string(json, NULL, item->proposal->identifier);
}

/* What a finding rests on stands in its item and in those up to the next message. */
static void add_grounds(struct json_writer *json, const Rep__RuleResultBody *body,
                        const Rep__RuleResultBodyItem *item)
{
    static const struct {
        const char *name;
        void (*add)(struct json_writer *, const Rep__RuleResultBodyItem *);
    } grounds[] = {
        {"focus_metrics", add_focus}, {"tables", add_tables}, {"see_also", add_proposal}};
    size_t counts[3] = {0}, at = 0;
    while (at < body->n_items && body->items[at] != item)
        at++;
    const size_t end = at < body->n_items ? rule_details_end(body, at) : at;
    for (size_t i = at; i < end; i++) {
        counts[0] += body->items[i]->n_focusmetrics;
        counts[1] += body->items[i]->n_ruletables;
        counts[2] += body->items[i]->proposal != NULL;
    }
    for (size_t ground = 0; ground < sizeof grounds / sizeof *grounds; ground++) {
        if (!counts[ground])
            continue;
        json_open(json, grounds[ground].name, JSON_ARRAY);
        for (size_t i = at; i < end; i++)
            grounds[ground].add(json, body->items[i]);
        json_close(json);
    }
}

void page_json_finding(struct json_writer *json, const Rep__RuleResult *rule, const char *origin,
                       const Rep__RuleResultBodyItem *item)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    finding_text_plain(&text, item->message->message);
    json_string(json, "rule", rule->identifier);
    json_string(json, "rule_name", rule->displayname);
    if (origin)
        json_string(json, "origin", origin);
    json_string(json, "type", type_name(item->message->type));
    if (item->message->name && *item->message->name)
        json_string(json, "title", item->message->name);
    json_string(json, "text", text.data);
    add_speedup(json, item->speedup);
    add_grounds(json, rule->body, item);
    strbuf_free(&text);
}

void page_json_rule(struct json_writer *json, const Rep__RuleResult *rule, const char *origin)
{
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultBodyItem *item = rule->body->items[i];
        if (!item->message || !finding_marker(item->message->type))
            continue;
        json_open(json, NULL, JSON_OBJECT);
        page_json_finding(json, rule, origin, item);
        json_close(json);
    }
}

void page_json_findings(struct json_writer *json, const struct result *result,
                        const Rep__ProfilerSection *section)
{
    json_open(json, "findings", JSON_ARRAY);
    for (size_t i = 0; i < result->rule_count; i++)
        if (page_rule_belongs(result->rules[i], section))
            page_json_rule(json, result->rules[i], finding_origin(result, i));
    json_close(json);
}
