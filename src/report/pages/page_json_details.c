#include <stdlib.h>

#include "report/page_parts/page_json_findings.h"
#include "report/page_parts/page_json_metric.h"
#include "report/page_parts/page_json_result.h"
#include "report/page_parts/page_json_table.h"
#include "report/page_parts/page_results.h"
#include "report/page_parts/page_section.h"
#include "report/pages/page_json.h"
#include "report/section/section_scope.h"

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

static void add_block(struct json_writer *json, const struct result *result,
                      const struct view_block *block)
{
    size_t count;
    const struct view_cell **cells = page_block_cells(block, &count);
    if (count) {
        page_json_open_item(json, block->body, block->label, block->description);
        add_cells(json, result, cells, count);
        json_close(json);
    }
    free(cells);
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
