#include "report/filter/nvtx_filter.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/filter/nvtx_open.h"
#include "report/filter/pattern_reader.h"

/* An expression that is being read. */
struct expression {
    struct pattern_reader reader;
    struct nvtx_pattern *pattern;
};

/* Returns whether a bracket lacks its partner: it belongs to the regular expression, but was read
 * as an end of the stack. */
static bool bracket_is_missing(const struct pattern_reader *r)
{
    int open = 0;
    const char *from = r->from;
    for (; (from = pattern_find(r, from, r->end, "[]")) < r->end; from++) {
        open += *from == '[' ? 1 : -1;
        if (open < 0)
            return true;
    }
    return open > 0;
}

static bool read_name(const struct pattern_reader *r, struct pattern_name *name, const char *from,
                      const char *end)
{
    if (from == end)
        return pattern_fail(r, from, "a name is missing");
    return pattern_read_name(r, name, from, end);
}

static bool add_part(const struct expression *e, const char *from, const char *end)
{
    struct nvtx_pattern *p = e->pattern;
    p->parts = mem_realloc(p->parts, (p->count + 1) * sizeof *p->parts);
    p->parts[p->count] = (struct nvtx_part){.gap = PATTERN_GAP_NONE};
    return read_name(&e->reader, &p->parts[p->count++].name, from, end);
}

static bool add_pushed_part(void *context, const char *from, const char *end)
{
    const struct expression *e = context;
    if (*from == ',' && !e->reader.is_regex)
        return pattern_fail(&e->reader, from,
                            "commas separate start/end ranges (A,B) only; give the option once for "
                            "each push/pop range");
    return add_part(e, from, end);
}

static void set_gap(void *context, enum pattern_gap gap)
{
    struct nvtx_pattern *p = ((struct expression *)context)->pattern;
    p->parts[p->count - 1].gap = gap;
}

/* Reads "A,B". */
static bool read_started(const struct expression *e)
{
    const struct pattern_reader *r = &e->reader;
    e->pattern->started = true;
    for (const char *from = r->from;; from++) {
        const char *stop = pattern_find(r, from, r->end, ",");
        if (!r->is_regex && pattern_is_gap(from, stop))
            return pattern_fail(r, from,
                                "* and + belong between push/pop ranges (A/*/B); in a name, put a "
                                "backslash before each");
        if (!add_part(e, from, stop))
            return false;
        if ((from = stop) == r->end)
            return true;
    }
}

/* Reads "A/+/B" or "A,B", with brackets around them. */
static bool read_ranges(struct expression *e)
{
    struct pattern_reader *r = &e->reader;
    const char *all = r->from;
    bool bottom, top;
    if (r->from == r->end)
        return pattern_fail(r, r->from, "a range's name is missing");
    /* "/[A" has the same meaning as "[A". */
    r->from += !r->is_regex && r->from[0] == '/' && r->from[1] == '[';
    pattern_read_brackets(r, &bottom, &top);
    e->pattern->bottom = bottom;
    if (r->is_regex && (top || bottom) && bracket_is_missing(r))
        return pattern_fail(r, bottom ? all : r->end,
                            "[ at the start means the bottom of the stack and ] at the end its "
                            "top; for brackets of a regular expression, write /[ and /]");
    if (!top && !bottom && pattern_find(r, r->from, r->end, "/") == r->end)
        return read_started(e);
    return pattern_read_parts(
        r, top, &(struct pattern_parts){"range", "range", e, add_pushed_part, set_gap});
}

static bool read_domain(const struct expression *e, const char *end)
{
    const struct pattern_reader *r = &e->reader;
    if (r->from == end)
        return pattern_fail(r, r->from, "the name of the domain before @ is missing");
    const char *odd = pattern_find(r, r->from, end, ",/");
    if (!r->is_regex && odd < end)
        return pattern_fail(r, odd,
                            "an expression can name only one domain; give the option once for each "
                            "(if the domain's name has this character, put a backslash before it)");
    return read_name(r, &e->pattern->domain, r->from, end);
}

static bool parse(struct nvtx_pattern *pattern, const char *text, struct error *error)
{
    static const char default_domain[] = NVTX_DEFAULT_DOMAIN, special[] = "@,[]/*+\\$";
    struct expression e = {pattern_reader_of(text, special, error), pattern};
    struct pattern_reader *r = &e.reader;
    const char *at = pattern_find(r, r->from, r->end, "@");
    if (at == r->end) {
        pattern->domain.text = mem_strdup(default_domain);
        return read_ranges(&e);
    }
    const char *again = pattern_find(r, at + 1, r->end, "@");
    if (again < r->end)
        return pattern_fail(
            r, again, "an expression can name only one domain; give the option once for each");
    if (!read_domain(&e, at))
        return false;
    r->from = at + 1;
    return read_ranges(&e);
}

static void free_pattern(struct nvtx_pattern *pattern)
{
    pattern_name_free(&pattern->domain);
    for (size_t i = 0; i < pattern->count; i++)
        pattern_name_free(&pattern->parts[i].name);
    free(pattern->parts);
}

bool nvtx_patterns_add(struct nvtx_patterns *patterns, const char *text, struct error *error)
{
    struct nvtx_pattern pattern = {0};
    if (!parse(&pattern, text, error)) {
        free_pattern(&pattern);
        return false;
    }
    mem_grow(&patterns->items, patterns->count, &patterns->capacity, sizeof *patterns->items);
    patterns->items[patterns->count++] = pattern;
    return true;
}

bool nvtx_filter_takes_all(const struct nvtx_filter *filter)
{
    return !filter->include.count && !filter->exclude.count;
}

/* The names of the open ranges in one domain. */
struct names {
    const char **names;
    size_t count, capacity;
};

static void add_name(void *context, const Rep__NvtxDomainInfo *domain, const char *name,
                     const Rep__NvtxEventAttributes *attributes)
{
    struct names *names = context;
    const Rep__NvtxMessage *message = attributes ? attributes->message : NULL;
    /* A registered text may be only in the domain's table. */
    for (size_t i = 0; !*name && message && message->has_handle && i < domain->n_strings; i++)
        if (domain->strings[i]->id == message->handle)
            name = domain->strings[i]->value;
    mem_grow(&names->names, names->count, &names->capacity, sizeof *names->names);
    names->names[names->count++] = name;
}

static bool fits(const struct nvtx_pattern *pattern, const Rep__NvtxState *state, uint32_t thread)
{
    struct names names = {0};
    bool found = false;
    for (size_t i = 0; state && i < state->n_domains && !found; i++) {
        const Rep__NvtxDomainInfo *domain = state->domains[i];
        if (!pattern_name_fits(&pattern->domain, domain->name))
            continue;
        names.count = 0;
        if (pattern->started)
            nvtx_open_started(state, domain, add_name, &names);
        else
            nvtx_open_pushed(state, domain, thread, add_name, &names);
        found = nvtx_pattern_fits(pattern, names.names, names.count);
    }
    free(names.names);
    return found;
}

static bool any_fits(const struct nvtx_patterns *patterns, const Rep__NvtxState *state,
                     uint32_t thread)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (fits(&patterns->items[i], state, thread))
            return true;
    return false;
}

bool nvtx_filter_passes(const struct nvtx_filter *filter, const Rep__NvtxState *state,
                        uint32_t thread)
{
    return (!filter->include.count || any_fits(&filter->include, state, thread)) &&
           !any_fits(&filter->exclude, state, thread);
}

static void free_patterns(struct nvtx_patterns *patterns)
{
    for (size_t i = 0; i < patterns->count; i++)
        free_pattern(&patterns->items[i]);
    free(patterns->items);
    *patterns = (struct nvtx_patterns){0};
}

void nvtx_filter_free(struct nvtx_filter *filter)
{
    free_patterns(&filter->include);
    free_patterns(&filter->exclude);
}
