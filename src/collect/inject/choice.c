#include "choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nvtx_state.h"

static struct choice the_choice = {.running = true,
                                   .start_chosen = true,
                                   .edges.lock = PTHREAD_MUTEX_INITIALIZER,
                                   .count_lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool compile(regex_t *regex, const char *text)
{
    return text && regcomp(regex, text, REG_EXTENDED | REG_NOSUB) == 0;
}

static bool read_name(struct nvtx_name *name, const Wire__RangeName *from)
{
    if (!from || !from->text)
        return false;
    name->text = from->text;
    name->is_regex = from->regex;
    return !name->is_regex || compile(&name->regex, name->text);
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
        pattern->parts[pattern->count].gap = (enum nvtx_gap)part->gap;
        if (!read_name(&pattern->parts[pattern->count].name, part->name))
            return false;
    }
    return true;
}

static bool read_patterns(struct nvtx_pattern **to, size_t *count, Wire__RangePattern **from,
                          size_t from_count)
{
    *to = calloc(from_count + 1, sizeof **to);
    if (!*to || from_count > CHOICE_PATTERNS)
        return false;
    for (; *count < from_count; ++*count)
        if (!read_pattern(&(*to)[*count], from[*count]))
            return false;
    return true;
}

static bool read_numbers(regex_t **regex, const char *text)
{
    *regex = text ? calloc(1, sizeof **regex) : NULL;
    return !text || (*regex && compile(*regex, text));
}

static Wire__Choice *unpack(const char *text)
{
    size_t length = strlen(text) / 2;
    uint8_t *bytes = malloc(length + 1);
    bool good = bytes != NULL;
    for (size_t i = 0; good && i < length; i++)
        good = sscanf(text + 2 * i, "%2hhx", &bytes[i]) == 1;
    Wire__Choice *choice = good ? wire__choice__unpack(NULL, length, bytes) : NULL;
    free(bytes);
    return choice;
}

static void read_choice(void)
{
    struct choice *c = &the_choice;
    const char *text = getenv("ROOFTOP_CHOICE");
    Wire__Choice *m = c->message = text ? unpack(text) : NULL;
    if (!text)
        return;
    bool good = m && read_patterns(&c->include, &c->include_count, m->include, m->n_include) &&
                read_patterns(&c->exclude, &c->exclude_count, m->exclude, m->n_exclude) &&
                read_numbers(&c->starts, m->starts) && read_numbers(&c->ranges, m->ranges);
    if (!good) {
        c->failed = "the filters of ranges cannot be read";
        return;
    }
    c->nvtx = m->nvtx;
    c->of_process = m->of_process;
    c->ignore_calls = m->ignore_calls;
    c->restart = m->restart;
    c->edges.wanted = m->whole_ranges;
    c->running = !m->stopped;
    c->start_chosen = !c->starts; /* before the first start there is no range */
}

struct choice *choice_get(void)
{
    pthread_once(&once, read_choice);
    return &the_choice;
}

static bool is_chosen(const regex_t *numbers, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    return !numbers || regexec(numbers, digits, 0, NULL, 0) == 0;
}

void choice_call(struct choice *c, CUpti_CallbackId id)
{
    if (c->ignore_calls)
        return;
    if (id == CUPTI_DRIVER_TRACE_CBID_cuProfilerStop) {
        c->running = false;
        range_edges_cut(&c->edges);
        atomic_store(&c->in_range, false);
        c->start_chosen = !c->starts;
        return;
    }
    if (id != CUPTI_DRIVER_TRACE_CBID_cuProfilerStart || atomic_load(&c->in_range))
        return;
    c->running = true;
    pthread_mutex_lock(&c->count_lock);
    uint64_t number = atomic_fetch_add(&c->start, 1) + 1;
    if (c->restart)
        memset(c->opened, 0, sizeof c->opened);
    atomic_store(&c->in_range, true);
    pthread_mutex_unlock(&c->count_lock);
    c->start_chosen = is_chosen(c->starts, number);
    if (c->edges.wanted && c->start_chosen && !c->include_count)
        range_edges_begin(&c->edges, &(struct range_edge){.kind = EDGE_PROFILER}, "", "");
}

bool choice_takes(struct choice *c, uint64_t launch)
{
    if (c->nvtx)
        nvtx_state_launch(launch);
    if (!c->running || !c->start_chosen) {
        c->stopped_launches++;
        return false;
    }
    if ((c->include_count || c->exclude_count) && !nvtx_state_chosen(c)) {
        c->outside_launches++;
        return false;
    }
    return true;
}

bool choice_counts(struct choice *c, size_t include)
{
    if (!c->ranges)
        return true;
    pthread_mutex_lock(&c->count_lock);
    bool counted = !c->restart || atomic_load(&c->in_range);
    uint64_t number = counted ? ++c->opened[include] : 0;
    pthread_mutex_unlock(&c->count_lock);
    return counted && is_chosen(c->ranges, number);
}
