#include "nvtx_filter.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "regex_fault.h"
#include "regex_make.h"
#include "strbuf.h"

/* An expression being read. */
struct reader {
    const char *text; /* all of it, for errors */
    bool is_regex;
    const char *skip; /* the slash of "/]" behind the ranges: no part of them; or NULL */
    struct nvtx_pattern *pattern;
    struct error *error;
};

static bool fail(const struct reader *r, const char *at, const char *why)
{
    return error_set(r->error, "\"%s\", character %zu: %s", r->text, (size_t)(at - r->text) + 1,
                     why);
}

/* The first of these characters that no backslash precedes, or `end`. */
static const char *find(const struct reader *r, const char *from, const char *end,
                        const char *wanted)
{
    for (; from < end; from++)
        if (*from == '\\' && from + 1 < end)
            from++;
        else if (strchr(wanted, *from) && from != r->skip)
            return from;
    return end;
}

/* Whether the last character is this one, without a backslash. */
static bool ends_with(const char *from, const char *end, char wanted)
{
    const char *last = from;
    for (const char *at = from; at < end; at++) {
        last = at;
        if (*at == '\\' && at + 1 < end)
            at++;
    }
    return from < end && last == end - 1 && *last == wanted;
}

/* A bracket that has no partner was meant for the regular expression and taken for the stack. */
static bool bracket_is_missing(const struct reader *r, const char *from, const char *end)
{
    int open = 0;
    for (; (from = find(r, from, end, "[]")) < end; from++) {
        open += *from == '[' ? 1 : -1;
        if (open < 0)
            return true;
    }
    return open > 0;
}

static bool set_name(const struct reader *r, struct nvtx_name *name, const char *from,
                     const char *end)
{
    struct strbuf text = {0};
    char reason[REGEX_FAULT];
    if (from == end)
        return fail(r, from, "a name is missing");
    if (find(r, from, end, "\\") < end)
        return fail(r, end - 1, "a backslash with nothing behind it");
    for (; from < end; from++) {
        if (*from == '\\' && !r->is_regex && strchr("@,[]/*+\\$", from[1]))
            from++;
        if (from != r->skip)
            strbuf_addc(&text, *from);
    }
    name->text = strbuf_detach(&text);
    int problem = r->is_regex ? regex_make(&name->regex, name->text) : 0;
    if (problem) {
        regex_fault(reason, problem, &name->regex, name->text);
        return error_set(r->error, "\"%s\": \"%s\" is not a regular expression: %s", r->text,
                         name->text, reason);
    }
    name->is_regex = r->is_regex;
    return true;
}

static bool add_part(const struct reader *r, const char *from, const char *end)
{
    struct nvtx_pattern *p = r->pattern;
    p->parts = mem_realloc(p->parts, (p->count + 1) * sizeof *p->parts);
    p->parts[p->count] = (struct nvtx_part){.gap = NVTX_GAP_NONE};
    return set_name(r, &p->parts[p->count++].name, from, end);
}

static bool is_gap(const char *from, const char *end)
{
    return end - from == 1 && (*from == '*' || *from == '+');
}

/* "A,B" */
static bool read_started(const struct reader *r, const char *from, const char *end)
{
    r->pattern->started = true;
    for (;; from++) {
        const char *stop = find(r, from, end, ",");
        if (!r->is_regex && is_gap(from, stop))
            return fail(r, from,
                        "* and + stand between push/pop ranges (A/*/B); a name with them has a "
                        "backslash in front of each");
        if (!add_part(r, from, stop))
            return false;
        if ((from = stop) == end)
            return true;
    }
}

/* "A/+/B": between two slashes a name, a gap or nothing. */
static bool read_pushed(const struct reader *r, const char *from, const char *end, bool top)
{
    struct nvtx_pattern *p = r->pattern;
    const char *gap = NULL;
    for (;; from++) {
        const char *stop = find(r, from, end, "/");
        if (is_gap(from, stop)) {
            if (!p->count)
                return fail(r, from, "* and + stand behind a range: A/*/B");
            if (gap)
                return fail(r, from, "of * and + only one can stand between two ranges");
            gap = from;
            p->parts[p->count - 1].gap = *from == '*' ? NVTX_GAP_ANY : NVTX_GAP_ONE;
        } else if (from < stop) {
            if (*from == ',' && !r->is_regex)
                return fail(r, from,
                            "commas part start/end ranges (A,B) only; give the option once for "
                            "each push/pop range");
            if (!add_part(r, from, stop))
                return false;
            gap = NULL;
        }
        if ((from = stop) == end)
            break;
    }
    if (!p->count)
        return fail(r, end, "a range's name is missing");
    if (gap && top)
        return fail(r, gap, "* and + cannot be the top of the stack");
    if (!gap && !top)
        p->parts[p->count - 1].gap = NVTX_GAP_ANY;
    return true;
}

static bool read_ranges(struct reader *r, const char *from, const char *end)
{
    const char *all = from;
    bool *bottom = &r->pattern->bottom, top = false;
    if (from == end)
        return fail(r, from, "a range's name is missing");
    bool slash = from[0] == '/' && from[1] == '[';
    if (r->is_regex && slash) {
        from++;
    } else if (slash || from[0] == '[') {
        from += 1 + slash;
        *bottom = true;
    }
    if (ends_with(from, end, ']')) {
        if (r->is_regex && end - from > 1 && end[-2] == '/')
            r->skip = end - 2;
        else
            top = true;
    }
    end -= top;
    if (r->is_regex && (top || *bottom) && bracket_is_missing(r, from, end))
        return fail(r, *bottom ? all : end,
                    "[ in front is the bottom of the stack and ] behind its top; for brackets of "
                    "a regular expression write /[ and /]");
    if (top || *bottom || find(r, from, end, "/") < end)
        return read_pushed(r, from, end, top);
    return read_started(r, from, end);
}

static bool read_domain(const struct reader *r, const char *from, const char *end)
{
    if (from == end)
        return fail(r, from, "the name of the domain is missing in front of @");
    const char *odd = find(r, from, end, ",/");
    if (!r->is_regex && odd < end)
        return fail(r, odd,
                    "an expression is of one domain; give the option once for each (or a backslash "
                    "in front, if the domain's name has it)");
    return set_name(r, &r->pattern->domain, from, end);
}

static bool parse(struct nvtx_pattern *pattern, const char *text, struct error *error)
{
    static const char default_domain[] = NVTX_DEFAULT_DOMAIN;
    struct reader r = {text, strncmp(text, "regex:", 6) == 0, NULL, pattern, error};
    const char *from = text + (r.is_regex ? 6 : 0), *end = text + strlen(text);
    const char *at = find(&r, from, end, "@");
    if (at == end) {
        pattern->domain.text = mem_strdup(default_domain);
        return read_ranges(&r, from, end);
    }
    const char *again = find(&r, at + 1, end, "@");
    if (again < end)
        return fail(&r, again, "an expression is of one domain; give the option once for each");
    return read_domain(&r, from, at) && read_ranges(&r, at + 1, end);
}

static void free_name(struct nvtx_name *name)
{
    if (name->is_regex)
        regfree(&name->regex);
    free(name->text);
}

static void free_pattern(struct nvtx_pattern *pattern)
{
    free_name(&pattern->domain);
    for (size_t i = 0; i < pattern->count; i++)
        free_name(&pattern->parts[i].name);
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

/* Names of the open ranges of one domain. */
struct names {
    const char **names;
    size_t count, capacity;
};

static void add_name(struct names *names, const Rep__NvtxDomainInfo *domain, const char *name,
                     const Rep__NvtxEventAttributes *attributes)
{
    const Rep__NvtxMessage *message = attributes ? attributes->message : NULL;
    /* A registered text may stand in the domain's table only. */
    for (size_t i = 0; !*name && message && message->has_handle && i < domain->n_strings; i++)
        if (domain->strings[i]->id == message->handle)
            name = domain->strings[i]->value;
    mem_grow(&names->names, names->count, &names->capacity, sizeof *names->names);
    names->names[names->count++] = name;
}

static void add_pushed(struct names *names, const Rep__NvtxState *state,
                       const Rep__NvtxDomainInfo *domain, uint32_t thread)
{
    bool all = state->pushpoprangescope == REP__NVTX_PUSH_POP_RANGE_SCOPE__Process;
    for (size_t i = 0; i < state->n_threads; i++) {
        const Rep__NvtxThread *one = state->threads[i];
        for (size_t j = 0; (all || one->tid == thread) && j < one->n_pushpopdomains; j++) {
            const Rep__NvtxPushPopDomain *stacks = one->pushpopdomains[j];
            for (size_t k = 0; stacks->id == domain->id && k < stacks->n_stack; k++)
                add_name(names, domain, stacks->stack[k]->name, stacks->stack[k]->attributes);
        }
    }
}

static void add_started(struct names *names, const Rep__NvtxState *state,
                        const Rep__NvtxDomainInfo *domain)
{
    for (size_t i = 0; i < state->n_startenddomains; i++) {
        const Rep__NvtxStartEndDomain *open = state->startenddomains[i];
        for (size_t j = 0; open->id == domain->id && j < open->n_ranges; j++)
            add_name(names, domain, open->ranges[j]->name, open->ranges[j]->attributes);
    }
}

static bool fits(const struct nvtx_pattern *pattern, const Rep__NvtxState *state, uint32_t thread)
{
    struct names names = {0};
    bool found = false;
    for (size_t i = 0; state && i < state->n_domains && !found; i++) {
        const Rep__NvtxDomainInfo *domain = state->domains[i];
        if (!nvtx_name_fits(&pattern->domain, domain->name))
            continue;
        names.count = 0;
        if (pattern->started)
            add_started(&names, state, domain);
        else
            add_pushed(&names, state, domain, thread);
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
