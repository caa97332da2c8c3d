#include "list_filter.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "result_filter.h"

bool list_filter_set(struct list_filter *filter, const char *text, struct error *error)
{
    struct name_pattern pattern = {0};
    struct launch_filter ranges = {0};
    size_t prefix = sizeof LIST_FILTER_NVTX - 1;
    if (strncmp(text, "regex:", 6) == 0 && !name_pattern_set(&pattern, text, error))
        return false;
    if (strncmp(text, LIST_FILTER_NVTX, prefix) == 0 &&
        !nvtx_patterns_add(&ranges.nvtx.include, text + prefix, error))
        return false;
    list_filter_free(filter);
    filter->pattern = pattern;
    filter->ranges = ranges;
    filter->text = *text ? mem_strdup(text) : NULL;
    return true;
}

bool list_filter_takes(const struct list_filter *filter, const char *name)
{
    if (!filter->text)
        return true;
    if (filter->pattern.is_regex)
        return name_pattern_matches(&filter->pattern, name);
    return strcasestr(name, filter->text) != NULL;
}

bool list_filter_takes_result(const struct list_filter *filter, struct report *report, size_t i)
{
    struct launch_counts counts = {0};
    if (nvtx_filter_takes_all(&filter->ranges.nvtx))
        return list_filter_takes(filter, report_summary(report, i)->name);
    bool takes = result_passes_at(report, &filter->ranges, &counts, i);
    launch_counts_free(&counts);
    return takes;
}

void list_filter_free(struct list_filter *filter)
{
    name_pattern_free(&filter->pattern);
    nvtx_filter_free(&filter->ranges.nvtx);
    free(filter->text);
    filter->text = NULL;
}
