#include "collect/inject/stacks/call_stacks.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/loaded_code.h"
#include "collect/inject/base/unwind.h"
#include "collect/inject/filter/program_filter.h"
#include "collect/inject/stacks/python_stack.h"

/* Most frames of each kind; most stacks that are remembered, and the size of their hash table. */
enum { MOST_FRAMES = 512, MOST_TOOL_FRAMES = 32, MOST_KNOWN = 1 << 15, TABLE = 2 * MOST_KNOWN };

/* A stack that the host knows. 128 bits of hash stand for it. */
struct known {
    uint64_t hash[2];
    uint32_t number; /* 0: a free place */
    bool unfit;
};

struct call_stacks {
    bool native, python, filters, results;
    struct unwinder unwinder;
    struct loaded_code code;
    struct python interpreter;
    bool told_python, told_broken;

    struct known *table; /* TABLE of them */
    size_t count;
    uint32_t numbers;
    uint64_t others;

    /* Of the call under way. */
    bool collected, sent;
    struct known *current;
    Wire__LaunchStack message;
    Wire__CallStack stack;
    uint64_t addresses[MOST_FRAMES + MOST_TOOL_FRAMES];
    uint32_t places[MOST_FRAMES];
    Wire__CodeFile files[MOST_FRAMES], *file_list[MOST_FRAMES];
    Wire__PythonFrame frames[MOST_FRAMES], *frame_list[MOST_FRAMES];
    struct python_frame *texts; /* MOST_FRAMES of them, where Python is asked for */
};

struct call_stacks *call_stacks_open(struct inject *inject, bool later_run)
{
    const Wire__ProgramFilter *program_filter = inject->judging.filter->message;
    bool wanted = program_filter &&
                  (program_filter->native_stacks || program_filter->python_stacks) &&
                  (program_filter->filter_stacks || !later_run);
    struct call_stacks *stacks = wanted ? calloc(1, sizeof *stacks) : NULL;
    if (!stacks)
        return NULL;
    stacks->python = program_filter->python_stacks;
    stacks->filters = program_filter->filter_stacks;
    stacks->results = !later_run;
    stacks->table = calloc(TABLE, sizeof *stacks->table);
    if (stacks->python)
        stacks->texts = calloc(MOST_FRAMES, sizeof *stacks->texts);
    if (!stacks->table || (stacks->python && !stacks->texts)) {
        free(stacks->table);
        free(stacks->texts);
        free(stacks);
        return NULL;
    }
    stacks->native = program_filter->native_stacks && unwind_open(&stacks->unwinder);
    if (program_filter->native_stacks && !stacks->native)
        inject_notice(
            inject, false,
            "no native call stacks: this system has no libgcc_s.so.1, which unwinds them");
    return stacks;
}

void call_stacks_look(struct call_stacks *stacks)
{
    if (stacks && stacks->python)
        python_look(&stacks->interpreter);
}

void call_stacks_begin(struct call_stacks *stacks)
{
    if (stacks)
        stacks->collected = false;
}

/* Two sums of FNV's kind with different factors. */
static void add_hash(uint64_t hash[2], const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < length; i++) {
        hash[0] = (hash[0] ^ at[i]) * 0x100000001b3;
        hash[1] = (hash[1] + at[i]) * 0x9e3779b97f4a7c15;
        hash[1] ^= hash[1] >> 29;
    }
}

static bool is_tool(const struct inject *inject, const struct code_file *file)
{
    const void *const inside[] = {(const void *)(uintptr_t)call_stacks_open,
                                  (const void *)(uintptr_t)inject->cupti.subscribe,
                                  (const void *)(uintptr_t)inject->driver.launch_kernel};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        if ((uintptr_t)inside[i] >= file->start && (uintptr_t)inside[i] < file->end)
            return true;
    return false;
}

static void tell_file(struct call_stacks *stacks, struct code_file *file)
{
    if (file->told)
        return;
    Wire__CodeFile *m = &stacks->files[stacks->stack.n_files];
    wire__code_file__init(m);
    m->has_number = m->has_offset = m->has_build_id = true;
    m->number = file->number;
    m->path = file->path;
    m->offset = file->base;
    m->build_id.data = file->build_id;
    m->build_id.len = file->build_id_length;
    stacks->file_list[stacks->stack.n_files++] = m;
    file->told = true;
}

static void collect_native(struct inject *inject, struct call_stacks *stacks)
{
    size_t count = loaded_code_refresh(&stacks->code) ? unwind(&stacks->unwinder, stacks->addresses,
                                                               MOST_FRAMES + MOST_TOOL_FRAMES)
                                                      : 0;
    size_t kept = 0;
    for (size_t i = 0; i < count && kept < MOST_FRAMES; i++) {
        struct code_file *file = loaded_code_at(&stacks->code, stacks->addresses[i]);
        if (kept == 0 && file && is_tool(inject, file))
            continue;
        stacks->addresses[kept] = stacks->addresses[i];
        stacks->places[kept++] = file ? file->number : 0;
        if (file)
            tell_file(stacks, file);
    }
    if (!kept && !stacks->told_broken) {
        stacks->told_broken = true;
        inject_notice(inject, false,
                      "a native call stack ends before it reaches the program: the frames between "
                      "cannot be unwound");
    }
    stacks->stack.n_addresses = stacks->stack.n_places = kept;
}

static bool add_python(void *context, const struct python_frame *frame)
{
    struct call_stacks *stacks = context;
    size_t at = stacks->stack.n_python++;
    Wire__PythonFrame *m = stacks->frame_list[at] = &stacks->frames[at];
    stacks->texts[at] = *frame;
    wire__python_frame__init(m);
    m->file = stacks->texts[at].file;
    m->function = stacks->texts[at].function;
    m->has_line = true;
    m->line = frame->line;
    return at + 1 < MOST_FRAMES;
}

static void collect_python(struct inject *inject, struct call_stacks *stacks)
{
    struct python *python = &stacks->interpreter;
    python_frames(python, MOST_FRAMES, add_python, stacks);
    const char *problem = atomic_load(&python->problem);
    if (problem && !stacks->told_python) {
        stacks->told_python = true;
        inject_notice(inject, false, "%s", problem);
    }
}

/* Files stay known to the host. */
static void forget(struct call_stacks *stacks)
{
    memset(stacks->table, 0, TABLE * sizeof *stacks->table);
    stacks->count = 0;
    stacks->message.has_anew = stacks->message.anew = true;
}

static struct known *find(struct call_stacks *stacks, const uint64_t hash[2])
{
    size_t at = hash[0] % TABLE;
    while (stacks->table[at].number &&
           memcmp(stacks->table[at].hash, hash, sizeof stacks->table[at].hash) != 0)
        at = (at + 1) % TABLE;
    return &stacks->table[at];
}

static void identify(struct call_stacks *stacks)
{
    uint64_t hash[2] = {0xcbf29ce484222325, 1};
    const Wire__CallStack *s = &stacks->stack;
    add_hash(hash, stacks->addresses, s->n_addresses * sizeof *stacks->addresses);
    add_hash(hash, stacks->places, s->n_places * sizeof *stacks->places);
    for (size_t i = 0; i < s->n_python; i++) {
        add_hash(hash, s->python[i]->file, strlen(s->python[i]->file) + 1);
        add_hash(hash, s->python[i]->function, strlen(s->python[i]->function) + 1);
        add_hash(hash, &s->python[i]->line, sizeof s->python[i]->line);
    }
    struct known *found = find(stacks, hash);
    if (!found->number && stacks->count == MOST_KNOWN) {
        forget(stacks);
        found = find(stacks, hash);
    }
    if (!found->number) {
        memcpy(found->hash, hash, sizeof found->hash);
        found->number = ++stacks->numbers;
        stacks->count++;
        stacks->message.stack = &stacks->stack;
    }
    stacks->current = found;
}

/* The stack of the call, once. */
static void collect(struct inject *inject, struct call_stacks *stacks)
{
    if (stacks->collected)
        return;
    stacks->collected = true;
    stacks->sent = false;
    wire__launch_stack__init(&stacks->message);
    wire__call_stack__init(&stacks->stack);
    stacks->stack.files = stacks->file_list;
    stacks->stack.addresses = stacks->addresses;
    stacks->stack.places = stacks->places;
    stacks->stack.python = stacks->frame_list;
    if (stacks->native)
        collect_native(inject, stacks);
    if (stacks->python)
        collect_python(inject, stacks);
    identify(stacks);
    stacks->message.has_launch = stacks->message.has_number = true;
    stacks->message.number = stacks->current->number;
}

/* What is new is told with the first launch of the call only. */
static Wire__LaunchStack *message_for(struct call_stacks *stacks, uint64_t launch)
{
    if (stacks->sent) {
        stacks->message.stack = NULL;
        stacks->message.has_anew = stacks->message.anew = false;
    }
    stacks->sent = true;
    stacks->message.launch = launch;
    return &stacks->message;
}

bool call_stacks_left_out(struct inject *inject)
{
    struct call_stacks *stacks = inject->judging.stacks;
    if (!stacks || !stacks->filters)
        return false;
    collect(inject, stacks);
    stacks->others += stacks->current->unfit;
    return stacks->current->unfit;
}

Wire__LaunchStack *call_stacks_asked(struct inject *inject, uint64_t launch)
{
    struct call_stacks *stacks = inject->judging.stacks;
    if (!stacks || !stacks->filters)
        return NULL;
    collect(inject, stacks);
    return message_for(stacks, launch);
}

void call_stacks_unfit(struct inject *inject)
{
    struct call_stacks *stacks = inject->judging.stacks;
    if (!stacks || !stacks->filters)
        return; /* there was no memory for it: the host knows no stack */
    stacks->current->unfit = true;
    stacks->others++;
}

void call_stacks_measured(struct inject *inject, uint64_t launch)
{
    struct call_stacks *stacks = inject->judging.stacks;
    if (!stacks || stacks->filters || !stacks->results)
        return;
    collect(inject, stacks);
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    message.stack = message_for(stacks, launch);
    channel_send(&inject->channel, &message);
}

uint64_t call_stacks_others(const struct call_stacks *stacks)
{
    return stacks ? stacks->others : 0;
}
