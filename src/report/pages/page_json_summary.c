#include "report/page_parts/page_json_result.h"
#include "report/pages/page_json.h"
#include "report/pages/page_summary.h"

static void add_row(struct json_writer *json, const struct summary_row *row)
{
    char unit[48];
    summary_row_unit(row, unit, sizeof unit);
    json_open_line(json, NULL, JSON_OBJECT);
    json_string(json, "name", row->metric);
    if (row->label)
        json_string(json, "label", row->label);
    json_string(json, "unit", unit);
    json_whole(json, "count", row->count);
    json_number(json, "minimum", row->minimum);
    json_number(json, "maximum", row->maximum);
    json_number(json, "average", row->total / row->weight);
    json_close(json);
}

static void add_rows(struct json_writer *json, const struct summary_section *section)
{
    json_open(json, "metrics", JSON_ARRAY);
    for (size_t i = 0; section && i < section->count; i++)
        if (section->rows[i].count)
            add_row(json, &section->rows[i]);
    json_close(json);
}

static void add_nvtx(struct json_writer *json, const struct summary_group *group)
{
    json_open(json, "nvtx", JSON_OBJECT);
    json_string(json, "domain", group->domain);
    json_open_line(json, "ranges", JSON_ARRAY);
    for (size_t i = 0; i < group->range_count; i++)
        json_string(json, NULL, group->range_names[i]);
    json_close(json);
    json_close(json);
}

static void add_sections(struct json_writer *json, const struct summary_group *group)
{
    json_open(json, "sections", JSON_ARRAY);
    for (size_t i = 0; i < group->section_count; i++) {
        json_open(json, NULL, JSON_OBJECT);
        json_string(json, "identifier", group->sections[i].identifier);
        json_string(json, "name", group->sections[i].title);
        add_rows(json, &group->sections[i]);
        json_close(json);
    }
    json_close(json);
}

bool page_json_summary(struct report *report, const struct page_options *options,
                       struct json_writer *json, struct error *error)
{
    static const char *const modes[] = {[SUMMARY_PER_GPU] = "per-gpu",
                                        [SUMMARY_PER_KERNEL] = "per-kernel",
                                        [SUMMARY_PER_NVTX] = "per-nvtx"};
    struct summary *summary;
    bool good = page_sum_up(report, options, &summary, error);
    size_t count;
    const struct summary_group *groups = summary_groups(summary, &count);
    json_string(json, "summary", modes[options->summary]);
    json_open(json, "groups", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_open(json, NULL, JSON_OBJECT);
        if (!(groups[i].varies & SUMMARY_VARIES_PROCESS))
            page_json_process(json, groups[i].first);
        page_json_kernel(json, groups[i].first);
        if (!(groups[i].varies & SUMMARY_VARIES_DEVICE))
            page_json_device(json, groups[i].first);
        if (*groups[i].domain)
            add_nvtx(json, &groups[i]);
        json_whole(json, "reports", groups[i].reports);
        json_whole(json, "invocations", groups[i].count);
        if (options->page == PAGE_RAW)
            add_rows(json, groups[i].section_count ? groups[i].sections : NULL);
        else
            add_sections(json, &groups[i]);
        json_close(json);
    }
    json_close(json);
    summary_free(summary);
    return good;
}
