#include "report/filter/stack_filter.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/filter/pattern_reader.h"

enum { FUNCTION, FILE_NAME, MODULE, NAMES };

/* A frame, and the gap between it and the next one; for the last frame, the gap above it. */
struct part {
    struct pattern_name names[NAMES]; /* without a text: any */
    bool either;                      /* the file's name may be that of the module */
    enum pattern_gap gap;
};

struct stack_pattern {
    struct part *parts; /* outermost first; at least one */
    size_t count;
    bool bottom;
};

/* An expression that is being read. */
struct expression {
    struct pattern_reader reader;
    struct stack_pattern *pattern;
};

/* Splits "MODULE@FILE@FUNCTION" at each @. Returns the number of names, or 0 after an error. */
static int split_names(const struct pattern_reader *r, const char *from, const char *end,
                       const char *starts[NAMES], const char *ends[NAMES])
{
    const char *all = from;
    for (int count = 0; count < NAMES; from++) {
        starts[count] = from;
        from = ends[count++] = pattern_find(r, from, end, "@");
        if (from < end)
            continue;
        if (end - all > count - 1)
            return count;
        pattern_fail(r, all, "a function's name is missing");
        return 0;
    }
    pattern_fail(
        r, from - 1,
        "a frame has at most the parts MODULE@FILE@FUNCTION; in a name, put a backslash before @");
    return 0;
}

static bool add_part(void *context, const char *from, const char *end)
{
    const struct expression *e = context;
    struct stack_pattern *p = e->pattern;
    const char *starts[NAMES], *ends[NAMES];
    int count = split_names(&e->reader, from, end, starts, ends);
    if (!count)
        return false;
    p->parts = mem_realloc(p->parts, (p->count + 1) * sizeof *p->parts);
    struct part *part = &p->parts[p->count++];
    *part = (struct part){.either = count == 2, .gap = PATTERN_GAP_NONE};
    for (int i = 0; i < count; i++) {
        int place = count - 1 - i;
        if (starts[place] < ends[place] &&
            !pattern_read_name(&e->reader, &part->names[i], starts[place], ends[place]))
            return false;
    }
    return true;
}

static void set_gap(void *context, enum pattern_gap gap)
{
    struct stack_pattern *p = ((struct expression *)context)->pattern;
    p->parts[p->count - 1].gap = gap;
}

static bool parse(struct stack_pattern *pattern, const char *text, struct error *error)
{
    struct expression e = {pattern_reader_of(text, "@[]/*+\\", error), pattern};
    bool top;
    pattern_read_brackets(&e.reader, &pattern->bottom, &top);
    return pattern_read_parts(&e.reader, top,
                              &(struct pattern_parts){"frame", "function", &e, add_part, set_gap});
}

static void free_pattern(struct stack_pattern *pattern)
{
    for (size_t i = 0; i < pattern->count; i++)
        for (int j = 0; j < NAMES; j++)
            pattern_name_free(&pattern->parts[i].names[j]);
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

static bool path_fits(const struct pattern_name *name, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return path && (pattern_name_fits(name, path) || (slash && pattern_name_fits(name, slash + 1)));
}

/* Returns where the parameters of "ns::f<int>(float*) const" begin, or the length of the text. */
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

static bool function_fits(const struct pattern_name *name, const char *function)
{
    if (!function || name->regex)
        return function && pattern_name_fits(name, function);
    if (pattern_name_fits(name, function))
        return true;
    size_t length = bare_length(function);
    return strlen(name->text) == length && memcmp(name->text, function, length) == 0;
}

static bool frame_fits(const struct part *part, const Rep__CpuStacktraceStackFrameMessage *frame)
{
    const struct pattern_name *names = part->names;
    return (!names[FUNCTION].text || function_fits(&names[FUNCTION], frame->funcname)) &&
           (!names[FILE_NAME].text || path_fits(&names[FILE_NAME], frame->filename) ||
            (part->either && path_fits(&names[FILE_NAME], frame->modulename))) &&
           (!names[MODULE].text || path_fits(&names[MODULE], frame->modulename));
}

/* Finds the frames, outermost first, where part i can lie, from those where the part before it
 * can. */
static void fit_part(const struct stack_pattern *pattern, size_t i,
                     const Rep__CpuStacktraceStackMessage *stack, const bool *before, bool *fits)
{
    size_t count = stack->n_frames;
    enum pattern_gap gap = i ? pattern->parts[i - 1].gap : PATTERN_GAP_ANY;
    bool below = i == 0; /* the part before it fits somewhere below this frame */
    for (size_t frame = 0; frame < count; frame++) {
        bool placed =
            gap == PATTERN_GAP_ANY ? below : frame > (size_t)gap && before[frame - 1 - (size_t)gap];
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
    enum pattern_gap above = pattern->parts[pattern->count - 1].gap;
    for (size_t frame = 0; frame < count; frame++)
        found = found ||
                (fits[frame] && (above == PATTERN_GAP_ANY || count - 1 - frame == (size_t)above));
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
