/* What rules found, as JSON. */
#include "library/library.h"

static void put_message(struct json_writer *json, const Rep__RuleResultMessage *message)
{
    json_open_line(json, "message", JSON_OBJECT);
    json_string(json, "title", message->name ? message->name : "");
    json_string(json, "text", message->message);
    json_whole(json, "type", (unsigned)message->type);
    json_close(json);
}

static void put_focus(struct json_writer *json, const Rep__RuleResultFocusMetric *focus)
{
    json_open_line(json, NULL, JSON_OBJECT);
    json_string(json, "name", focus->metricname ? focus->metricname : "");
    library_number(json, "value", focus->metricvalue);
    json_whole(json, "severity", (unsigned)focus->severity);
    json_string(json, "info", focus->info ? focus->info : "");
    json_close(json);
}

static void put_cells(struct json_writer *json, const Rep__RuleResultTableColumn *column)
{
    json_open_line(json, "cells", JSON_ARRAY);
    for (size_t i = 0; i < column->n_stringdata; i++)
        json_string(json, NULL, column->stringdata[i]);
    for (size_t i = 0; i < column->n_doubledata; i++)
        library_number(json, NULL, column->doubledata[i]);
    for (size_t i = 0; i < column->n_intdata; i++)
        json_signed(json, NULL, column->intdata[i]);
    json_close(json);
}

static void put_style(struct json_writer *json, const char *key,
                      const Rep__RuleResultTableStyle *style)
{
    if (!style)
        return;
    json_open_line(json, key, JSON_OBJECT);
    json_bool(json, "bold", style->isbold);
    json_bool(json, "italic", style->isitalic);
    json_close(json);
}

static void put_column(struct json_writer *json, const Rep__RuleResultTableColumn *column)
{
    const Rep__RuleResultTableConfigColumn *config = column->config;
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "name", column->name);
    json_whole(json, "type", (unsigned)column->type);
    put_cells(json, column);
    if (config && config->tooltip)
        json_string(json, "tooltip", config->tooltip);
    if (config && config->has_relativewidth)
        library_number(json, "relative_width", config->relativewidth);
    put_style(json, "header_style", config ? config->headerstyle : NULL);
    put_style(json, "data_style", config ? config->datastyle : NULL);
    json_close(json);
}

static void put_table(struct json_writer *json, const Rep__RuleResultTable *table)
{
    const Rep__RuleResultTableConfig *config = table->config;
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "title", config && config->title ? config->title : "");
    json_string(json, "description", config && config->description ? config->description : "");
    if (config && config->sortby) {
        json_open_line(json, "sort", JSON_OBJECT);
        json_whole(json, "column", config->sortby->columnindex);
        json_bool(json, "ascending", config->sortby->isascending);
        json_close(json);
    }
    put_style(json, "style", config ? config->style : NULL);
    json_open(json, "columns", JSON_ARRAY);
    for (size_t i = 0; i < table->n_columns; i++)
        put_column(json, table->columns[i]);
    json_close(json);
    json_close(json);
}

static void put_item(struct json_writer *json, const Rep__RuleResultBodyItem *item)
{
    json_open(json, NULL, JSON_OBJECT);
    if (item->message)
        put_message(json, item->message);
    if (item->proposal)
        json_string(json, "proposal", item->proposal->identifier);
    if (item->speedup) {
        json_open_line(json, "speedup", JSON_OBJECT);
        json_whole(json, "type", (unsigned)item->speedup->speeduptype);
        library_number(json, "percent", item->speedup->value);
        json_close(json);
    }
    json_open(json, "focus", JSON_ARRAY);
    for (size_t i = 0; i < item->n_focusmetrics; i++)
        put_focus(json, item->focusmetrics[i]);
    json_close(json);
    json_open(json, "tables", JSON_ARRAY);
    for (size_t i = 0; i < item->n_ruletables; i++)
        put_table(json, item->ruletables[i]);
    json_close(json);
    json_close(json);
}

static void put_marker(struct json_writer *json, const Rep__SourceMarker *marker)
{
    json_open_line(json, NULL, JSON_OBJECT);
    json_whole(json, "kind", (unsigned)marker->kind);
    if (marker->source_location_case == REP__SOURCE_MARKER__SOURCE_LOCATION_ADDRESS)
        json_whole(json, "address", marker->address);
    else if (marker->source_location_case == REP__SOURCE_MARKER__SOURCE_LOCATION_LINE_NUMBER)
        json_whole(json, "line", marker->linenumber);
    json_string(json, "file", marker->filename ? marker->filename : "");
    json_string(json, "text", marker->tooltip ? marker->tooltip : "");
    json_whole(json, "type", (unsigned)marker->type);
    json_close(json);
}

static void put_rule(struct json_writer *json, const Rep__RuleResult *rule)
{
    json_open(json, NULL, JSON_OBJECT);
    json_string(json, "rule", rule->identifier);
    json_string(json, "name", rule->displayname);
    json_string(json, "section", rule->sectionidentifier ? rule->sectionidentifier : "");
    json_open(json, "items", JSON_ARRAY);
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++)
        put_item(json, rule->body->items[i]);
    json_close(json);
    json_open(json, "markers", JSON_ARRAY);
    for (size_t i = 0; i < rule->n_sourcemarkers; i++)
        put_marker(json, rule->sourcemarkers[i]);
    json_close(json);
    json_close(json);
}

ROOFTOP_API const char *rooftop_result_findings(rooftop_report *report, size_t i, size_t *length,
                                                char *error, size_t size)
{
    struct error problem = {""};
    const struct result *result = library_result(report, i, &problem);
    if (!result) {
        library_fail(error, size, problem.text);
        return NULL;
    }
    struct json_writer json;
    FILE *out = library_begin(report, &json);
    json_open(&json, NULL, JSON_ARRAY);
    for (size_t j = 0; j < result->rule_count; j++)
        put_rule(&json, result->rules[j]);
    json_close(&json);
    return library_end(report, &json, out, length);
}
