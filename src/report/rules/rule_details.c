#include "report/rules/rule_details.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/text_table.h"
#include "report/rules/finding_text.h"

/* INDENT and TABLE_WIDTH are those of ncu, whose columns share the width by their weights. */
enum { INDENT = 10, TABLE_WIDTH = 115, MOST_COLUMNS = 64 };

struct shape {
    size_t columns;
    const char *names[MOST_COLUMNS];
    double weights[MOST_COLUMNS];
    struct text_width widths[MOST_COLUMNS];
    bool right[MOST_COLUMNS]; /* all false */
};

static void share_width(struct shape *shape)
{
    double sum = 0;
    for (size_t i = 0; i < shape->columns; i++) {
        if (!(shape->weights[i] > 0) || !isfinite(shape->weights[i]))
            shape->weights[i] = 1;
        sum += shape->weights[i];
    }
    for (size_t i = 0; i < shape->columns; i++) {
        size_t width = (size_t)(TABLE_WIDTH * (shape->weights[i] / sum));
        width = width ? width : 1;
        shape->widths[i] = (struct text_width){width, width};
    }
}

static void print_title(FILE *out, const char *title, const char *description)
{
    char *safe = safe_text(title ? title : ""), *text = safe_text(description ? description : "");
    fprintf(out, "\n%*s> %s%s%s\n", INDENT, "", safe, *text ? ": " : "", text);
    free(safe);
    free(text);
}

static struct text_table table_of(const struct shape *shape)
{
    return (struct text_table){.columns = shape->columns,
                               .names = shape->names,
                               .right = shape->right,
                               .widths = shape->widths,
                               .indent = INDENT};
}

/* Appends row `at` of a column. Returns false if the column is shorter. */
static bool add_cell(struct strbuf *text, const Rep__RuleResultTableColumn *column, size_t at)
{
    switch (column->type) {
    case REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double:
        if (at < column->n_doubledata)
            strbuf_addf(text, "%f", column->doubledata[at]);
        return at < column->n_doubledata;
    case REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Int:
        if (at < column->n_intdata)
            strbuf_addf(text, "%" PRId64, column->intdata[at]);
        return at < column->n_intdata;
    default:
        if (at < column->n_stringdata)
            finding_text_plain(text, column->stringdata[at]);
        return at < column->n_stringdata;
    }
}

static bool add_row(struct text_table *table, const Rep__RuleResultTable *from, size_t at)
{
    struct strbuf cells[MOST_COLUMNS] = {{0}};
    const char *texts[MOST_COLUMNS];
    bool any = false;
    for (size_t i = 0; i < table->columns; i++) {
        strbuf_adds(&cells[i], "");
        any = add_cell(&cells[i], from->columns[i], at) || any;
        texts[i] = cells[i].data;
    }
    if (any)
        text_table_add(table, texts);
    for (size_t i = 0; i < table->columns; i++)
        strbuf_free(&cells[i]);
    return any;
}

static void print_table(FILE *out, const Rep__RuleResultTable *from)
{
    struct shape shape = {.columns =
                              from->n_columns < MOST_COLUMNS ? from->n_columns : MOST_COLUMNS};
    char *names[MOST_COLUMNS] = {NULL};
    for (size_t i = 0; i < shape.columns; i++) {
        const Rep__RuleResultTableConfigColumn *config = from->columns[i]->config;
        shape.names[i] = names[i] = safe_text(from->columns[i]->name);
        shape.weights[i] = config ? config->relativewidth : 0;
    }
    share_width(&shape);
    struct text_table table = table_of(&shape);
    for (size_t at = 0; add_row(&table, from, at);)
        at++;
    print_title(out, from->config ? from->config->title : "",
                from->config ? from->config->description : "");
    text_table_print(&table, out);
    text_table_free(&table);
    for (size_t i = 0; i < shape.columns; i++)
        free(names[i]);
}

static void add_metrics(struct text_table *table, const Rep__RuleResultBodyItem *item)
{
    for (size_t i = 0; i < item->n_focusmetrics; i++) {
        const Rep__RuleResultFocusMetric *metric = item->focusmetrics[i];
        struct strbuf value = {0};
        strbuf_addf(&value, "%f", metric->metricvalue);
        text_table_add(table, (const char *const[]){metric->metricname ? metric->metricname : "",
                                                    value.data, metric->info ? metric->info : ""});
        strbuf_free(&value);
    }
}

size_t rule_details_end(const Rep__RuleResultBody *body, size_t at)
{
    size_t end = at + 1;
    while (end < body->n_items && !body->items[end]->message)
        end++;
    return end;
}

/* What items up to this one have; "" if that is nothing that a page shows. */
static void describe(struct strbuf *text, const Rep__RuleResultBody *body, size_t end)
{
    bool others = false;
    strbuf_adds(text, "");
    for (size_t i = 0; i < end; i++) {
        const Rep__RuleResultBodyItem *item = body->items[i];
        others = others || item->n_ruletables || item->n_focusmetrics;
        if (item->proposal)
            strbuf_addf(text, "%s%s", text->length ? ", and " : "See also the rule ",
                        item->proposal->identifier);
    }
    if (text->length)
        strbuf_addc(text, '.');
    else if (others)
        strbuf_adds(text, "This rule has no message, only what it shows.");
}

static void speak(struct result *result, Rep__RuleResultBody *body)
{
    struct strbuf text = {0};
    describe(&text, body, rule_details_end(body, 0));
    Rep__RuleResultMessage *message =
        text.length ? arena_alloc(&result->arena, sizeof *message) : NULL;
    if (message) {
        rep__rule_result_message__init(message);
        message->type = REP__RULE_RESULT_MESSAGE_TYPE__Ok;
        message->message = arena_strdup(&result->arena, text.data);
        body->items[0]->message = message->message ? message : NULL;
    }
    strbuf_free(&text);
}

void rule_details_speak(struct result *result)
{
    for (size_t i = 0; i < result->rule_count; i++) {
        Rep__RuleResultBody *body = result->rules[i]->body;
        if (body && body->n_items && !body->items[0]->message)
            speak(result, body);
    }
}

void rule_details_print(FILE *out, const Rep__RuleResult *rule, size_t at)
{
    struct shape shape = {
        .columns = 3, .names = {"Metric Name", "Value", "Guidance"}, .weights = {3, 2, 5}};
    share_width(&shape);
    struct text_table metrics = table_of(&shape);
    for (size_t i = at; i < rule_details_end(rule->body, at); i++) {
        const Rep__RuleResultBodyItem *item = rule->body->items[i];
        for (size_t j = 0; j < item->n_ruletables; j++)
            if (item->ruletables[j]->n_columns)
                print_table(out, item->ruletables[j]);
        add_metrics(&metrics, item);
    }
    if (metrics.rows) {
        print_title(out, "Key Performance Indicators", "what this finding is based on");
        text_table_print(&metrics, out);
    }
    text_table_free(&metrics);
    for (size_t i = at; i < rule_details_end(rule->body, at); i++)
        if (rule->body->items[i]->proposal)
            print_title(out, "See also the rule", rule->body->items[i]->proposal->identifier);
}
