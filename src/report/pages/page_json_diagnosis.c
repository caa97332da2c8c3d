#include "report/content/diagnosis.h"
#include "report/page_parts/page_json_result.h"
#include "report/page_parts/page_results.h"
#include "report/pages/page_json.h"

struct diagnosis_page {
    struct report *report;
    const struct page_options *options;
    struct json_writer *json;
};

static void add_result(void *context, const struct result *result)
{
    struct diagnosis_page *page = context;
    struct json_writer *json = page->json;
    struct fact_list list = diagnosis_facts(page->report, result, page->options->rules);
    bool open = false;
    page_json_result_open(json, result);
    json_open(json, "parts", JSON_ARRAY);
    for (size_t i = 0; i < list.count; i++) {
        const struct fact *fact = &list.facts[i];
        if (fact->heading) {
            if (open) {
                json_close(json);
                json_close(json);
            }
            open = true;
            json_open(json, NULL, JSON_OBJECT);
            json_string(json, "title", fact->name);
            json_open(json, "facts", JSON_ARRAY);
            continue;
        }
        json_open_line(json, NULL, JSON_OBJECT);
        json_string(json, "name", fact->name);
        json_string(json, "text", fact->value);
        if (*fact->source)
            json_string(json, "metric", fact->source);
        json_close(json);
    }
    if (open) {
        json_close(json);
        json_close(json);
    }
    json_close(json);
    json_close(json);
    fact_list_free(&list);
}

bool page_json_diagnosis(struct report *report, const struct page_options *options,
                         struct json_writer *json, struct error *error)
{
    struct diagnosis_page page = {report, options, json};
    json_open(json, "diagnoses", JSON_ARRAY);
    bool good = page_each(report, options, add_result, &page, error);
    json_close(json);
    return good;
}
