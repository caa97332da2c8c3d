#include "collect/inject/filter/program_filter.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct program_filter the_filter = {.running = true,
                                           .start_chosen = true,
                                           .edges.lock = PTHREAD_MUTEX_INITIALIZER,
                                           .count_lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool read_name(struct pattern_name *name, const Wire__RangeName *from)
{
    if (!from || !from->text)
        return false;
    name->text = from->text;
    name->regex = from->regex ? regex_new(name->text, NULL) : NULL;
    return name->regex || !from->regex;
}

static bool read_pattern(struct nvtx_pattern *pattern, const Wire__RangePattern *from)
{
    pattern->parts = calloc(from->n_parts + 1, sizeof *pattern->parts);
    if (!from->n_parts || !pattern->parts || !read_name(&pattern->domain, from->domain))
        return false;
    pattern->started = from->started;
    pattern->bottom = from->bottom;
    for (; pattern->count < from->n_parts; pattern->count++) {
        const Wire__RangePart *part = from->parts[pattern->count];
        pattern->parts[pattern->count].gap = (enum pattern_gap)part->gap;
        if (!read_name(&pattern->parts[pattern->count].name, part->name))
            return false;
    }
    return true;
}

static bool read_patterns(struct nvtx_pattern **to, size_t *count, Wire__RangePattern **from,
                          size_t from_count)
{
    *to = calloc(from_count + 1, sizeof **to);
    if (!*to || from_count > PROGRAM_FILTER_PATTERNS)
        return false;
    for (; *count < from_count; ++*count)
        if (!read_pattern(&(*to)[*count], from[*count]))
            return false;
    return true;
}

static bool read_numbers(struct regex **regex, const char *text)
{
    *regex = text ? regex_new(text, NULL) : NULL;
    return *regex || !text;
}

static Wire__ProgramFilter *unpack(const char *text)
{
    size_t length = strlen(text) / 2;
    uint8_t *bytes = malloc(length + 1);
    bool good = bytes != NULL;
    for (size_t i = 0; good && i < length; i++)
        good = sscanf(text + 2 * i, "%2hhx", &bytes[i]) == 1;
    Wire__ProgramFilter *program_filter =
        good ? wire__program_filter__unpack(NULL, length, bytes) : NULL;
    free(bytes);
    return program_filter;
}

static void read_filter(void)
{
    struct program_filter *filter = &the_filter;
    const char *text = getenv("ROOFTOP_PROGRAM_FILTER");
    Wire__ProgramFilter *m = filter->message = text ? unpack(text) : NULL;
    if (!text)
        return;
    bool good =
        m && read_patterns(&filter->include, &filter->include_count, m->include, m->n_include) &&
        read_patterns(&filter->exclude, &filter->exclude_count, m->exclude, m->n_exclude) &&
        read_numbers(&filter->starts, m->starts) && read_numbers(&filter->ranges, m->ranges);
    if (!good) {
        filter->failed = "the filters of ranges cannot be read";
        return;
    }
    filter->nvtx = m->nvtx;
    filter->of_process = m->of_process;
    filter->ignore_calls = m->ignore_calls;
    filter->restart = m->restart;
    filter->edges.wanted = m->whole_ranges;
    filter->running = !m->stopped;
    filter->start_chosen = !filter->starts; /* before the first start there is no range */
}

struct program_filter *program_filter_get(void)
{
    pthread_once(&once, read_filter);
    return &the_filter;
}

static bool is_chosen(const struct regex *numbers, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return !numbers || regex_found(numbers, digits);
}

void program_filter_call(struct program_filter *filter, CUpti_CallbackId id)
{
    if (filter->ignore_calls)
        return;
    if (id == CUPTI_DRIVER_TRACE_CBID_cuProfilerStop) {
        filter->running = false;
        range_edges_cut(&filter->edges);
        atomic_store(&filter->in_range, false);
        filter->start_chosen = !filter->starts;
        return;
    }
    if (id != CUPTI_DRIVER_TRACE_CBID_cuProfilerStart || atomic_load(&filter->in_range))
        return;
    filter->running = true;
    pthread_mutex_lock(&filter->count_lock);
    uint64_t number = atomic_fetch_add(&filter->start, 1) + 1;
    if (filter->restart)
        memset(filter->opened, 0, sizeof filter->opened);
    atomic_store(&filter->in_range, true);
    pthread_mutex_unlock(&filter->count_lock);
    filter->start_chosen = is_chosen(filter->starts, number);
    if (filter->edges.wanted && filter->start_chosen && !filter->include_count)
        range_edges_begin(&filter->edges, &(struct range_edge){.kind = EDGE_PROFILER}, "", "");
}

bool program_filter_runs(struct program_filter *filter)
{
    const bool runs = filter->running && filter->start_chosen;
    filter->stopped_launches += !runs;
    return runs;
}

bool program_filter_counts(struct program_filter *filter, size_t include)
{
    if (!filter->ranges)
        return true;
    pthread_mutex_lock(&filter->count_lock);
    bool counted = !filter->restart || atomic_load(&filter->in_range);
    uint64_t number = counted ? ++filter->opened[include] : 0;
    pthread_mutex_unlock(&filter->count_lock);
    return counted && is_chosen(filter->ranges, number);
}
