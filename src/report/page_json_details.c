#include <stdlib.h>

#include "page_json.h"
#include "page_section.h"

struct details_page {
    struct json_writer *json;
    const struct page_options *options;
};

static void add_cells(struct json_writer *json, const struct result *result,
                      const struct view_cell *const *cells, size_t count)
{
    json_open(json, "metrics", JSON_ARRAY);
    for (size_t i = 0; i < count; i++)
        page_json_metric(json, cells[i]->metric, cells[i]->label, cells[i]->unit,
                         result_metric(result, cells[i]->metric), INSTANCES_NONE);
    json_close(json);
}

/* What all items of bodies begin with. */
static void open_item(struct json_writer *json, const char *body, const char *label,
                      const char *description)
{
    json_open(json, NULL, JSON_OBJECT);
    if (*body)
        json_string(json, "body", body);
    json_string(json, "label", label);
    if (*description)
        json_string(json, "description", description);
}

static void add_block(struct json_writer *json, const struct result *result,
                      const struct view_block *block)
{
    size_t count;
    const struct view_cell **cells = page_block_cells(block, &count);
    if (count) {
        open_item(json, block->body, block->label, block->description);
        add_cells(json, result, cells, count);
        json_close(json);
    }
    free(cells);
}

static void add_body_cell(struct json_writer *json, const struct body_cell *cell)
{
    if (!cell->text && !cell->joint) {
        json_null(json, NULL);
        return;
    }
    json_open(json, NULL, JSON_OBJECT);
    if (cell->joint)
        json_bool(json, "joint", true);
    if (cell->text) {
        json_string(json, "unit", cell->unit);
        if (cell->has_number)
            json_number(json, "value", cell->number);
        else
            json_string(json, "value", cell->text);
    }
    json_close(json);
}

void page_json_table(struct json_writer *json, const struct body_table *table)
{
    open_item(json, table->body, table->label, table->description);
    json_string(json, "row_name", table->row_name);
    json_open_line(json, "columns", JSON_ARRAY);
    for (size_t i = 0; i < table->column_count; i++)
        json_string(json, NULL, table->columns[i]);
    json_close(json);
    json_open(json, "rows", JSON_ARRAY);
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "label", row->label);
        if (row->metric)
            json_string(json, "name", row->metric);
        json_open(json, "cells", JSON_ARRAY);
        for (size_t j = 0; j < table->column_count; j++)
            add_body_cell(json, &row->cells[j]);
        json_close(json);
        json_close(json);
    }
    json_close(json);
    json_close(json);
}

static void add_section(const struct details_page *page, const struct result *result,
                        const Rep__ProfilerSection *section)
{
    struct json_writer *json = page->json;
    struct page_section parts = page_section_of(result, section, page->options);
    if (parts.any) {
        json_open(json, NULL, JSON_OBJECT);
        json_string(json, "identifier", section->identifier);
        json_string(json, "name", section->displayname);
        if (page->options->details != DETAILS_BODY)
            add_cells(json, result, parts.cells, parts.cell_count);
        if (page->options->details != DETAILS_HEADER) {
            struct page_item item;
            json_open(json, "body", JSON_ARRAY);
            while (page_section_next(&parts, &item))
                if (item.table)
                    page_json_table(json, item.table);
                else
                    add_block(json, result, item.block);
            json_close(json);
        }
        page_json_findings(json, result, section);
        json_close(json);
    }
    page_section_free(&parts);
}

static void add_result(void *context, const struct result *result)
{
    const struct details_page *page = context;
    size_t count;
    const Rep__ProfilerSection **sections =
        section_choice_of(page->options->sections, result, &count);
    struct section_scope scope = section_scope_of(result);
    page_json_result_open(page->json, result);
    json_open(page->json, "sections", JSON_ARRAY);
    for (size_t i = 0; i < count; i++)
        if (section_applies(sections[i], &scope))
            add_section(page, result, sections[i]);
    json_close(page->json);
    json_close(page->json);
    free(sections);
}

bool page_json_details(struct report *report, const struct page_options *options,
                       struct json_writer *json, struct error *error)
{
    struct details_page page = {json, options};
    json_open(json, "results", JSON_ARRAY);
    return page_each(report, options, add_result, &page, error);
}
