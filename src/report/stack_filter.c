#include "stack_filter.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "regex_fault.h"
#include "regex_make.h"
#include "strbuf.h"

enum { FUNCTION, FILE_NAME, MODULE, NAMES };
enum gap { GAP_NONE, GAP_ONE, GAP_ANY };

struct name {
    char *text; /* NULL: any */
    bool is_regex;
    regex_t regex;
};

/* A frame, and how many are between it and the next one; behind the last one, above it. */
struct part {
    struct name names[NAMES];
    bool either; /* the file's name may be that of the module */
    enum gap gap;
};

struct stack_pattern {
    struct part *parts; /* outermost first; at least one */
    size_t count;
    bool bottom;
};

struct reader {
    const char *text; /* all of it, for errors */
    bool is_regex;
    struct stack_pattern *pattern;
    struct error *error;
};

static bool fail(const struct reader *r, const char *at, const char *why)
{
    return error_set(r->error, "\"%s\", character %zu: %s", r->text, (size_t)(at - r->text) + 1,
                     why);
}

/* The first of this character that no backslash precedes, or `end`. */
static const char *find(const char *from, const char *end, char wanted)
{
    for (; from < end && *from != wanted; from++)
        if (*from == '\\' && from + 1 < end)
            from++;
    return from < end ? from : end;
}

static bool set_name(const struct reader *r, struct name *name, const char *from, const char *end)
{
    struct strbuf text = {0};
    char reason[REGEX_FAULT];
    if (from == end)
        return true;
    for (; from < end; from++) {
        if (*from == '\\' && from + 1 == end)
            break;
        if (*from == '\\' && !r->is_regex && strchr("@[]/*+\\", from[1]))
            from++;
        else if (*from == '\\' && from[1] == '/')
            from++; /* regular expressions know no "\/" */
        else if (*from == '\\')
            strbuf_addc(&text, *from++);
        strbuf_addc(&text, *from);
    }
    name->text = strbuf_detach(&text);
    if (from < end)
        return fail(r, from, "a backslash with nothing behind it");
    int problem = r->is_regex ? regex_make(&name->regex, name->text) : 0;
    if (problem) {
        regex_fault(reason, problem, &name->regex, name->text);
        return error_set(r->error, "\"%s\": \"%s\" is not a regular expression: %s", r->text,
                         name->text, reason);
    }
    name->is_regex = r->is_regex;
    return true;
}

/* "MODULE@FILE@FUNCTION" */
static bool add_part(struct reader *r, const char *from, const char *end)
{
    struct stack_pattern *p = r->pattern;
    const char *starts[NAMES], *ends[NAMES];
    int count = 0;
    for (const char *all = from;; from++) {
        const char *stop = find(from, end, '@');
        if (count == NAMES)
            return fail(r, from - 1,
                        "a frame is MODULE@FILE@FUNCTION at most; a name with @ has a "
                        "backslash in front of it");
        starts[count] = from;
        ends[count++] = stop;
        if ((from = stop) < end)
            continue;
        if (end - all == count - 1)
            return fail(r, all, "a function's name is missing");
        break;
    }
    p->parts = mem_realloc(p->parts, (p->count + 1) * sizeof *p->parts);
    struct part *part = &p->parts[p->count++];
    *part = (struct part){.either = count == 2, .gap = GAP_NONE};
    for (int i = 0; i < count; i++)
        if (!set_name(r, &part->names[i], starts[count - 1 - i], ends[count - 1 - i]))
            return false;
    return true;
}

static bool is_gap(const char *from, const char *end)
{
    return end - from == 1 && (*from == '*' || *from == '+');
}

/* "A/+/B": between two slashes a frame, a gap or nothing. */
static bool read_parts(struct reader *r, const char *from, const char *end, bool top)
{
    struct stack_pattern *p = r->pattern;
    const char *gap = NULL;
    for (;; from++) {
        const char *stop = find(from, end, '/');
        if (is_gap(from, stop)) {
            if (!p->count)
                return fail(r, from, "* and + stand behind a frame: A/*/B");
            if (gap)
                return fail(r, from, "of * and + only one can stand between two frames");
            gap = from;
            p->parts[p->count - 1].gap = *from == '*' ? GAP_ANY : GAP_ONE;
        } else if (from < stop) {
            if (!add_part(r, from, stop))
                return false;
            gap = NULL;
        }
        if ((from = stop) == end)
            break;
    }
    if (!p->count)
        return fail(r, end, "a function's name is missing");
    if (gap && top)
        return fail(r, gap, "* and + cannot be the top of the stack");
    if (!gap && !top)
        p->parts[p->count - 1].gap = GAP_ANY;
    return true;
}

/* Whether the last character is a bracket, without a backslash. */
static bool ends_with_bracket(const char *from, const char *end)
{
    const char *last = from;
    for (const char *at = from; at < end; at++) {
        last = at;
        if (*at == '\\' && at + 1 < end)
            at++;
    }
    return from < end && last == end - 1 && *last == ']';
}

static bool parse(struct stack_pattern *pattern, const char *text, struct error *error)
{
    struct reader r = {text, strncmp(text, "regex:", 6) == 0, pattern, error};
    const char *from = text + (r.is_regex ? 6 : 0), *end = text + strlen(text);
    if (r.is_regex && from[0] == '/' && from[1] == '[') {
        from++;
    } else if (from[0] == '[') {
        pattern->bottom = true;
        from++;
    }
    if (!ends_with_bracket(from, end))
        return read_parts(&r, from, end, false);
    if (!r.is_regex || end - from < 2 || end[-2] != '/')
        return read_parts(&r, from, end - 1, true);
    /* "x[ab/]": the slash only says that the bracket is the expression's. */
    char *whole = mem_printf("%.*s]", (int)(end - 2 - text), text);
    r.text = whole;
    bool good = read_parts(&r, whole + (from - text), whole + strlen(whole), false);
    free(whole);
    return good;
}

static void free_pattern(struct stack_pattern *pattern)
{
    for (size_t i = 0; i < pattern->count; i++)
        for (int j = 0; j < NAMES; j++) {
            struct name *name = &pattern->parts[i].names[j];
            if (name->is_regex)
                regfree(&name->regex);
            free(name->text);
        }
    free(pattern->parts);
}

bool stack_patterns_add(struct stack_patterns *patterns, const char *text, struct error *error)
{
    struct stack_pattern pattern = {0};
    if (!parse(&pattern, text, error)) {
        free_pattern(&pattern);
        return false;
    }
    mem_grow(&patterns->items, patterns->count, &patterns->capacity, sizeof *patterns->items);
    patterns->items[patterns->count++] = pattern;
    return true;
}

bool stack_filter_wants_native(const struct stack_filter *filter)
{
    return filter->native_include.count || filter->native_exclude.count;
}

bool stack_filter_wants_python(const struct stack_filter *filter)
{
    return filter->python_include.count || filter->python_exclude.count;
}

bool stack_filter_takes_all(const struct stack_filter *filter)
{
    return !stack_filter_wants_native(filter) && !stack_filter_wants_python(filter);
}

static bool is_found(const struct name *name, const char *text)
{
    return *text && (name->is_regex ? regexec(&name->regex, text, 0, NULL, 0) == 0
                                    : strcmp(name->text, text) == 0);
}

static bool path_fits(const struct name *name, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return path && (is_found(name, path) || (slash && is_found(name, slash + 1)));
}

/* Where the parameters of "ns::f<int>(float*) const" begin, or its end. */
static size_t bare_length(const char *function)
{
    int depth = 0;
    for (size_t i = strlen(function); i-- > 0;)
        if (function[i] == ')') {
            depth++;
        } else if (function[i] == '(' && --depth == 0) {
            size_t after = strlen("operator");
            bool call = i >= after && strncmp(function + i - after, "operator", after) == 0;
            return i && !call ? i : strlen(function);
        }
    return strlen(function);
}

static bool function_fits(const struct name *name, const char *function)
{
    if (!function || name->is_regex)
        return function && is_found(name, function);
    if (is_found(name, function))
        return true;
    size_t length = bare_length(function);
    return strlen(name->text) == length && memcmp(name->text, function, length) == 0;
}

static bool frame_fits(const struct part *part, const Rep__CpuStacktraceStackFrameMessage *frame)
{
    const struct name *names = part->names;
    return (!names[FUNCTION].text || function_fits(&names[FUNCTION], frame->funcname)) &&
           (!names[FILE_NAME].text || path_fits(&names[FILE_NAME], frame->filename) ||
            (part->either && path_fits(&names[FILE_NAME], frame->modulename))) &&
           (!names[MODULE].text || path_fits(&names[MODULE], frame->modulename));
}

/* At which frames part i can lie, of those at which the part before it can; outermost first. */
static void fit_part(const struct stack_pattern *pattern, size_t i,
                     const Rep__CpuStacktraceStackMessage *stack, const bool *before, bool *fits)
{
    size_t count = stack->n_frames;
    enum gap gap = i ? pattern->parts[i - 1].gap : GAP_ANY;
    bool below = i == 0; /* the part before it fits somewhere below this frame */
    for (size_t frame = 0; frame < count; frame++) {
        bool placed =
            gap == GAP_ANY ? below : frame > (size_t)gap && before[frame - 1 - (size_t)gap];
        if (i == 0 && pattern->bottom)
            placed = frame == 0;
        fits[frame] = placed && frame_fits(&pattern->parts[i], stack->frames[count - 1 - frame]);
        below = below || before[frame];
    }
}

static bool pattern_fits(const struct stack_pattern *pattern,
                         const Rep__CpuStacktraceStackMessage *stack)
{
    size_t count = stack ? stack->n_frames : 0;
    bool *fits = mem_alloc(count + 1), *before = mem_alloc(count + 1), found = false;
    for (size_t i = 0; i < pattern->count; i++) {
        bool *swap = before;
        before = fits;
        fits = swap;
        if (count)
            fit_part(pattern, i, stack, before, fits);
    }
    enum gap above = pattern->parts[pattern->count - 1].gap;
    for (size_t frame = 0; frame < count; frame++)
        found = found || (fits[frame] && (above == GAP_ANY || count - 1 - frame == (size_t)above));
    free(fits);
    free(before);
    return found;
}

static bool any_fits(const struct stack_patterns *patterns,
                     const Rep__CpuStacktraceStackMessage *stack)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (pattern_fits(&patterns->items[i], stack))
            return true;
    return false;
}

static bool passes(const struct stack_patterns *include, const struct stack_patterns *exclude,
                   const Rep__CpuStacktraceStackMessage *stack)
{
    return (!include->count || any_fits(include, stack)) && !any_fits(exclude, stack);
}

bool stack_filter_passes(const struct stack_filter *filter,
                         const Rep__CpuStacktraceStackMessage *native,
                         const Rep__CpuStacktraceStackMessage *python)
{
    return passes(&filter->native_include, &filter->native_exclude, native) &&
           passes(&filter->python_include, &filter->python_exclude, python);
}

static void free_patterns(struct stack_patterns *patterns)
{
    for (size_t i = 0; i < patterns->count; i++)
        free_pattern(&patterns->items[i]);
    free(patterns->items);
    *patterns = (struct stack_patterns){0};
}

void stack_filter_free(struct stack_filter *filter)
{
    free_patterns(&filter->native_include);
    free_patterns(&filter->native_exclude);
    free_patterns(&filter->python_include);
    free_patterns(&filter->python_exclude);
}
