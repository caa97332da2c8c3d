#include "report/content/body_tables.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/content/body_items.h"
#include "report/rules/finding_text.h"
#include "report/section/section_items.h"

struct tables {
    struct body_maker maker;
    struct body_table *tables;
    size_t count, capacity;
};

static void keep(struct tables *tables, struct body_table *table)
{
    body_drop_empty_rows(table);
    if (!table->row_count) {
        body_table_free(table);
        return;
    }
    mem_grow(&tables->tables, tables->count, &tables->capacity, sizeof *tables->tables);
    tables->tables[tables->count++] = *table;
}

static void make(void *context, const Rep__ProfilerSectionBodyItem *item, size_t body,
                 size_t number)
{
    static body_make *const makers[] = {body_roofline,  body_timeline, body_line_chart,
                                        body_histogram, body_source,   body_instances,
                                        body_suffix,    body_memory,   body_links};
    struct tables *tables = context;
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        struct body_table table = {.body = section_body_name(tables->maker.section, body),
                                   .item = number};
        tables->maker.table = &table;
        makers[i](&tables->maker, item);
        keep(tables, &table);
    }
}

struct body_table *body_tables(const struct result *result, const Rep__ProfilerSection *section,
                               bool base_units, size_t *count)
{
    struct tables tables = {
        .maker = {result, section, section_scope_of(result), base_units, NULL, 0}};
    section_items(section, &tables.maker.scope, make, &tables);
    *count = tables.count;
    return tables.tables;
}

/* Appends the cell of a column in row `at`. Returns false if the column is shorter. */
static bool rule_cell(const Rep__RuleResultTableColumn *column, size_t at, struct strbuf *text)
{
    switch (column->type) {
    case REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Double:
        if (at >= column->n_doubledata)
            return false;
        body_add_number(text, column->doubledata[at]);
        return true;
    case REP__RULE_RESULT_TABLE_ELEMENT_TYPE__TableElement_Int:
        if (at >= column->n_intdata)
            return false;
        strbuf_addf(text, "%lld", (long long)column->intdata[at]);
        return true;
    default:
        if (at >= column->n_stringdata)
            return false;
        finding_text_add(text, column->stringdata[at]);
        return true;
    }
}

/* The first column has the labels. */
static void make_rule_table(struct body_table *table, const Rep__RuleResultTable *from)
{
    const Rep__RuleResultTableConfig *config = from->config;
    body_begin(table, config ? config->title : "", config ? config->description : "",
               from->columns[0]->name);
    for (size_t i = 1; i < from->n_columns; i++)
        body_add_column(table, from->columns[i]->name);
    for (size_t at = 0;; at++) {
        struct strbuf label = {0};
        strbuf_adds(&label, "");
        if (!rule_cell(from->columns[0], at, &label)) {
            strbuf_free(&label);
            return;
        }
        struct body_row *row = body_add_row(table, strbuf_detach(&label));
        for (size_t i = 1; i < from->n_columns; i++) {
            struct strbuf text = {0};
            strbuf_adds(&text, "");
            if (rule_cell(from->columns[i], at, &text))
                row->cells[i - 1].text = strbuf_detach(&text);
            else
                strbuf_free(&text);
        }
    }
}

struct body_table *body_tables_of_rule(const Rep__RuleResult *rule, size_t *count)
{
    struct tables tables = {0};
    for (size_t i = 0; rule->body && i < rule->body->n_items; i++) {
        const Rep__RuleResultBodyItem *item = rule->body->items[i];
        for (size_t j = 0; j < item->n_ruletables; j++) {
            struct body_table table = {.body = ""};
            if (!item->ruletables[j]->n_columns)
                continue;
            make_rule_table(&table, item->ruletables[j]);
            keep(&tables, &table);
        }
    }
    *count = tables.count;
    return tables.tables;
}
