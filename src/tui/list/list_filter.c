#include "tui/list/list_filter.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/filter/result_filter.h"

/* There are many launches, but few names, so an expression looks at each name once, unless another
 * name took its slot. */
enum { VERDICTS = 256 };

struct list_filter_verdict {
    char *name; /* NULL: none yet */
    bool takes;
};

static void forget_verdicts(struct list_filter *filter)
{
    for (size_t i = 0; filter->verdicts && i < VERDICTS; i++)
        free(filter->verdicts[i].name);
    free(filter->verdicts);
    filter->verdicts = NULL;
}

static bool matches(const struct list_filter *filter, const char *name)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    struct list_filter_verdict *verdict = &filter->verdicts[hash % VERDICTS];
    if (!verdict->name || strcmp(verdict->name, name) != 0) {
        free(verdict->name);
        *verdict = (struct list_filter_verdict){mem_strdup(name),
                                                name_pattern_matches(&filter->pattern, name)};
    }
    return verdict->takes;
}

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
    if (pattern.regex)
        filter->verdicts = mem_alloc(VERDICTS * sizeof *filter->verdicts);
    return true;
}

bool list_filter_takes(const struct list_filter *filter, const char *name)
{
    if (!filter->text)
        return true;
    if (filter->verdicts)
        return matches(filter, name);
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
    forget_verdicts(filter);
    name_pattern_free(&filter->pattern);
    nvtx_filter_free(&filter->ranges.nvtx);
    free(filter->text);
    filter->text = NULL;
}
