#include "collect/program/launch_stacks.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"

/* A copy of a text as UTF-8, which fields of messages must be. Names of files and symbols may be
 * anything. */
static char *field_text(const char *text)
{
    struct strbuf out = {0};
    size_t left = strlen(text);
    strbuf_adds(&out, "");
    while (left) {
        long code;
        size_t length = safe_text_decode(text, left, &code);
        if (code < 0)
            strbuf_adds(&out, "\xef\xbf\xbd");
        else
            strbuf_add(&out, text, length);
        text += length;
        left -= length;
    }
    return strbuf_detach(&out);
}

static Rep__CpuStacktraceStackMessage *new_stack(size_t frames, Rep__CpuStacktraceType type)
{
    Rep__CpuStacktraceStackMessage *m = mem_alloc(sizeof *m);
    rep__cpu_stacktrace_stack_message__init(m);
    m->has_type = true;
    m->type = type;
    m->frames = mem_alloc((frames + 1) * sizeof *m->frames);
    return m;
}

static void add_frame(Rep__CpuStacktraceStackMessage *stack, const char *module, uint64_t address,
                      const char *file, const char *function, uint32_t line)
{
    Rep__CpuStacktraceStackFrameMessage *m = mem_alloc(sizeof *m);
    rep__cpu_stacktrace_stack_frame_message__init(m);
    m->modulename = field_text(module);
    m->pc = address;
    m->filename = field_text(file);
    m->funcname = field_text(function);
    m->has_line = true;
    m->line = line;
    stack->frames[stack->n_frames++] = m;
}

static const Wire__CodeFile *file_numbered(const struct launch_stacks *stacks, uint32_t number)
{
    for (size_t i = 0; number && i < stacks->file_count; i++)
        if (stacks->files[i]->number == number)
            return stacks->files[i];
    return NULL;
}

/* Names all frames that are in the same file as frame `at`, which is the first of them. */
static void name_frames(const struct launch_stacks *stacks, struct symbolizer *symbolizer,
                        const Wire__CallStack *m, size_t at, struct symbol *symbols)
{
    const Wire__CodeFile *file = file_numbered(stacks, m->places[at]);
    size_t count = 0;
    struct symbol *here = mem_alloc(m->n_addresses * sizeof *here);
    size_t *frames = mem_alloc(m->n_addresses * sizeof *frames);
    for (size_t i = at; file && i < m->n_addresses; i++)
        if (m->places[i] == m->places[at]) {
            frames[count] = i;
            here[count++].address = m->addresses[i];
        }
    if (file)
        symbolizer_look_up(symbolizer, file, here, count);
    for (size_t i = 0; i < count; i++)
        symbols[frames[i]] = here[i];
    free(frames);
    free(here);
}

static Rep__CpuStacktraceStackMessage *native_stack(const struct launch_stacks *stacks,
                                                    struct symbolizer *symbolizer,
                                                    const Wire__CallStack *m)
{
    if (!m->n_addresses || m->n_places != m->n_addresses)
        return NULL;
    Rep__CpuStacktraceStackMessage *stack =
        new_stack(m->n_addresses, REP__CPU_STACKTRACE_TYPE__CpuStacktraceTypeNative);
    struct symbol *symbols = mem_alloc(m->n_addresses * sizeof *symbols);
    for (size_t i = 0; i < m->n_addresses; i++) {
        const Wire__CodeFile *file = file_numbered(stacks, m->places[i]);
        if (!symbols[i].function)
            name_frames(stacks, symbolizer, m, i, symbols);
        const struct symbol *symbol = &symbols[i];
        add_frame(stack, file && file->path ? file->path : "", m->addresses[i],
                  symbol->file ? symbol->file : "", symbol->function ? symbol->function : "",
                  symbol->line);
    }
    free(symbols);
    return stack;
}

static Rep__CpuStacktraceStackMessage *python_stack(const Wire__CallStack *m)
{
    if (!m->n_python)
        return NULL;
    Rep__CpuStacktraceStackMessage *stack =
        new_stack(m->n_python, REP__CPU_STACKTRACE_TYPE__CpuStacktraceTypePython);
    for (size_t i = 0; i < m->n_python; i++) {
        const Wire__PythonFrame *frame = m->python[i];
        add_frame(stack, "", 0, frame->file ? frame->file : "",
                  frame->function ? frame->function : "", frame->line);
    }
    return stack;
}

void launch_stack_done(struct launch_stack *stack)
{
    if (!stack || --stack->users)
        return;
    if (stack->native)
        rep__cpu_stacktrace_stack_message__free_unpacked(stack->native, NULL);
    if (stack->python)
        rep__cpu_stacktrace_stack_message__free_unpacked(stack->python, NULL);
    free(stack);
}

static void add_stack(struct launch_stacks *stacks, struct symbolizer *symbolizer, uint32_t number,
                      Wire__CallStack *m)
{
    if (stacks->known_count == 0)
        stacks->first_number = number;
    if (number != stacks->first_number + stacks->known_count)
        return; /* the library in the program counts in another way */
    for (size_t i = 0; i < m->n_files; i++) {
        mem_grow(&stacks->files, stacks->file_count, &stacks->file_capacity, sizeof *stacks->files);
        stacks->files[stacks->file_count++] = m->files[i];
    }
    m->n_files = 0;
    struct launch_stack *stack = mem_alloc(sizeof *stack);
    *stack = (struct launch_stack){1, native_stack(stacks, symbolizer, m), python_stack(m), false,
                                   false};
    mem_grow(&stacks->known, stacks->known_count, &stacks->known_capacity, sizeof *stacks->known);
    stacks->known[stacks->known_count++] = stack;
}

static void forget(struct launch_stacks *stacks)
{
    for (size_t i = 0; i < stacks->known_count; i++)
        launch_stack_done(stacks->known[i]);
    stacks->known_count = 0;
}

static struct launch_stack *find(const struct launch_stacks *stacks, const Wire__LaunchStack *m)
{
    if (!m || m->number < stacks->first_number ||
        m->number - stacks->first_number >= stacks->known_count)
        return NULL;
    return stacks->known[m->number - stacks->first_number];
}

void launch_stacks_announce(struct launch_stacks *stacks, struct symbolizer *symbolizer,
                            Wire__LaunchStack *m, bool admitted)
{
    if (m->anew)
        forget(stacks);
    if (m->stack)
        add_stack(stacks, symbolizer, m->number, m->stack);
    if (admitted)
        launch_stacks_admit(stacks, m);
}

void launch_stacks_admit(struct launch_stacks *stacks, const Wire__LaunchStack *m)
{
    struct launch_stack *stack = find(stacks, m);
    if (!stack)
        return;
    stack->users++;
    mem_grow(&stacks->launches, stacks->count, &stacks->capacity, sizeof *stacks->launches);
    stacks->launches[stacks->count++] = (struct stack_launch){m->launch, stack};
}

bool launch_stacks_fit(struct launch_stacks *stacks, const struct stack_filter *filter,
                       const Wire__LaunchStack *m)
{
    struct launch_stack *stack = find(stacks, m);
    if (!stack)
        return stack_filter_passes(filter, NULL, NULL);
    if (!stack->judged) {
        stack->judged = true;
        stack->fits = stack_filter_passes(filter, stack->native, stack->python);
    }
    return stack->fits;
}

struct launch_stack *launch_stacks_look(const struct launch_stacks *stacks, uint64_t launch)
{
    for (size_t i = stacks->first; i < stacks->count; i++)
        if (stacks->launches[i].launch == launch) {
            stacks->launches[i].stack->users++;
            return stacks->launches[i].stack;
        }
    return NULL;
}

struct launch_stack *launch_stacks_take(struct launch_stacks *stacks, uint64_t launch)
{
    for (size_t i = stacks->first; i < stacks->count; i++) {
        if (stacks->launches[i].launch != launch)
            continue;
        struct launch_stack *stack = stacks->launches[i].stack;
        /* Results nearly always come in the order of the launches. */
        struct stack_launch *first = stacks->launches + stacks->first;
        memmove(first + 1, first, (i - stacks->first) * sizeof *first);
        if (++stacks->first == stacks->count)
            stacks->first = stacks->count = 0;
        return stack;
    }
    return NULL;
}

void launch_stacks_free(struct launch_stacks *stacks)
{
    forget(stacks);
    for (size_t i = stacks->first; i < stacks->count; i++)
        launch_stack_done(stacks->launches[i].stack);
    for (size_t i = 0; i < stacks->file_count; i++)
        wire__code_file__free_unpacked(stacks->files[i], NULL);
    free(stacks->files);
    free(stacks->known);
    free(stacks->launches);
    *stacks = (struct launch_stacks){0};
}
