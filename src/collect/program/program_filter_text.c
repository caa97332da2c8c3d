#include "collect/program/program_filter_text.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "wire.pb-c.h"

static Wire__RangeName *wire_name(const struct pattern_name *name)
{
    Wire__RangeName *m = mem_alloc(sizeof *m);
    wire__range_name__init(m);
    m->text = mem_strdup(name->text);
    m->has_regex = true;
    m->regex = name->regex != NULL;
    return m;
}

static Wire__RangePattern *wire_pattern(const struct nvtx_pattern *pattern)
{
    Wire__RangePattern *m = mem_alloc(sizeof *m);
    wire__range_pattern__init(m);
    m->domain = wire_name(&pattern->domain);
    m->parts = mem_alloc(pattern->count * sizeof *m->parts);
    for (; m->n_parts < pattern->count; m->n_parts++) {
        Wire__RangePart *part = m->parts[m->n_parts] = mem_alloc(sizeof *part);
        wire__range_part__init(part);
        part->name = wire_name(&pattern->parts[m->n_parts].name);
        part->has_gap = true;
        part->gap = pattern->parts[m->n_parts].gap;
    }
    m->has_started = m->has_bottom = true;
    m->started = pattern->started;
    m->bottom = pattern->bottom;
    return m;
}

static size_t wire_patterns(Wire__RangePattern ***to, const struct nvtx_patterns *from)
{
    *to = mem_alloc(from->count * sizeof **to);
    for (size_t i = 0; i < from->count; i++)
        (*to)[i] = wire_pattern(&from->items[i]);
    return from->count;
}

static Wire__ProgramFilter *wire_filter(const struct program_filter_settings *s)
{
    Wire__ProgramFilter *m = mem_alloc(sizeof *m);
    wire__program_filter__init(m);
    m->has_nvtx = m->has_of_process = m->has_stopped = m->has_ignore_calls = m->has_restart = true;
    m->nvtx = s->nvtx || !nvtx_filter_takes_all(s->nvtx_filter);
    m->of_process = s->nvtx_of_process;
    m->n_include = wire_patterns(&m->include, &s->nvtx_filter->include);
    m->n_exclude = wire_patterns(&m->exclude, &s->nvtx_filter->exclude);
    m->has_native_stacks = m->has_python_stacks = m->has_filter_stacks = true;
    const struct stack_filter none = {0}, *stacks = s->stack_filter ? s->stack_filter : &none;
    m->native_stacks = s->native_stacks || stack_filter_wants_native(stacks);
    m->python_stacks = s->python_stacks || stack_filter_wants_python(stacks);
    m->filter_stacks = !stack_filter_takes_all(stacks);
    m->stopped = s->stopped_at_start && !s->ignore_profiler_calls;
    m->ignore_calls = s->ignore_profiler_calls;
    m->restart = s->ranges->restart;
    m->has_whole_ranges = true;
    m->whole_ranges = s->whole_ranges;
    m->starts = s->ranges->starts ? mem_strdup(s->ranges->starts) : NULL;
    m->ranges = s->ranges->ranges ? mem_strdup(s->ranges->ranges) : NULL;
    return m;
}

char *program_filter_text(const struct program_filter_settings *settings)
{
    Wire__ProgramFilter *filter = wire_filter(settings);
    size_t length = wire__program_filter__get_packed_size(filter);
    uint8_t *bytes = mem_alloc(length);
    struct strbuf text = {0};
    wire__program_filter__pack(filter, bytes);
    wire__program_filter__free_unpacked(filter, NULL);
    for (size_t i = 0; i < length; i++)
        strbuf_addf(&text, "%02x", bytes[i]);
    free(bytes);
    return strbuf_detach(&text);
}
