/* Targets are a table of begins and ends; the kernel looks at each word of an item whether it lies
 * in one of them. First the targets are exposed or shared memory, then the items that were found
 * last, until no more are found. Items are few, so that each is a launch, and all of a round are
 * queued before the answer is fetched. */
#include "collect/inject/saved/leads.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/base/own_device.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/saved/snapshot.h"

enum { BLOCKS = 2048, THREADS = 256 };

/* Each thread strides over the words; the first hit of a thread ends it. */
static const char source[] =
    ".version 6.0\n"
    ".target sm_60\n"
    ".address_size 64\n"
    ".visible .entry rooftop_leads(.param .u64 memory, .param .u64 words, .param .u64 table,\n"
    "                              .param .u64 count, .param .u64 low, .param .u64 span,\n"
    "                              .param .u64 found)\n"
    "{\n"
    "    .reg .pred %p<6>;\n"
    "    .reg .u32 %r<8>;\n"
    "    .reg .u64 %rd<24>;\n"
    "    ld.param.u64 %rd1, [memory];\n"
    "    ld.param.u64 %rd2, [words];\n"
    "    ld.param.u64 %rd3, [table];\n"
    "    ld.param.u64 %rd4, [count];\n"
    "    ld.param.u64 %rd5, [low];\n"
    "    ld.param.u64 %rd6, [span];\n"
    "    ld.param.u64 %rd17, [found];\n"
    "    cvta.to.global.u64 %rd1, %rd1;\n"
    "    cvta.to.global.u64 %rd3, %rd3;\n"
    "    cvta.to.global.u64 %rd17, %rd17;\n"
    "    mov.u32 %r1, %ctaid.x;\n"
    "    mov.u32 %r2, %ntid.x;\n"
    "    mov.u32 %r3, %tid.x;\n"
    "    mad.wide.u32 %rd7, %r1, %r2, 0;\n"
    "    cvt.u64.u32 %rd8, %r3;\n"
    "    add.u64 %rd7, %rd7, %rd8;\n" /* the word */
    "    mov.u32 %r4, %nctaid.x;\n"
    "    mul.wide.u32 %rd8, %r4, %r2;\n" /* the stride */
    "loop:\n"
    "    setp.ge.u64 %p1, %rd7, %rd2;\n"
    "    @%p1 bra end;\n"
    "    shl.b64 %rd9, %rd7, 3;\n"
    "    add.u64 %rd9, %rd1, %rd9;\n"
    "    ld.global.cg.u64 %rd10, [%rd9];\n"
    "    sub.u64 %rd11, %rd10, %rd5;\n"
    "    setp.ge.u64 %p2, %rd11, %rd6;\n"
    "    @%p2 bra next;\n"
    "    mov.u64 %rd12, 0;\n"
    "rows:\n"
    "    setp.ge.u64 %p3, %rd12, %rd4;\n"
    "    @%p3 bra next;\n"
    "    shl.b64 %rd13, %rd12, 4;\n"
    "    add.u64 %rd13, %rd3, %rd13;\n"
    "    ld.global.u64 %rd14, [%rd13];\n"
    "    ld.global.u64 %rd15, [%rd13+8];\n"
    "    add.u64 %rd12, %rd12, 1;\n"
    "    sub.u64 %rd16, %rd10, %rd14;\n"
    "    sub.u64 %rd18, %rd15, %rd14;\n"
    "    setp.ge.u64 %p4, %rd16, %rd18;\n"
    "    @%p4 bra rows;\n"
    "    mov.u32 %r5, 1;\n"
    "    st.global.u8 [%rd17], %r5;\n"
    "    bra end;\n"
    "next:\n"
    "    add.u64 %rd7, %rd7, %rd8;\n"
    "    bra loop;\n"
    "end:\n"
    "    ret;\n"
    "}\n";

static bool load(struct leads *l, struct inject *inject)
{
    if (!l->tried) {
        l->tried = true;
        if (inject->driver.module_load_data(&l->module, source) != CUDA_SUCCESS)
            l->module = NULL;
        else if (inject->driver.module_get_function(&l->scan, l->module, "rooftop_leads") !=
                 CUDA_SUCCESS)
            l->scan = NULL;
    }
    return l->scan != NULL;
}

/* One search: for what leads to one kind of memory. */
struct search {
    struct leads *leads;
    const struct snapshot *snapshot;
    struct inject *inject;
    CUstream stream;
    uint64_t *rows; /* begin and end of each target */
    size_t count;   /* of targets */
    uint8_t *found; /* of each item: it leads there */
    uint8_t *fresh; /* what the device says in this round */
};

static bool make_memory(struct leads *l, struct inject *inject, size_t size)
{
    if (size <= l->size)
        return true;
    leads_release(l, inject);
    if (own_device_alloc(inject, &l->memory, size) != CUDA_SUCCESS)
        return false;
    l->size = size;
    return true;
}

static bool is_searched(const struct search *s, size_t item)
{
    const struct snapshot_item *i = &s->snapshot->items[item];
    return !s->found[item] && !i->array && i->kind != REGION_HOST &&
           i->size >= -i->address % sizeof(uint64_t) + sizeof(uint64_t);
}

static bool search_item(const struct search *s, size_t item)
{
    const struct snapshot_item *i = &s->snapshot->items[item];
    const size_t skipped = -i->address % sizeof(uint64_t);
    CUdeviceptr begin = i->address + skipped, table = s->leads->memory;
    CUdeviceptr found = table + 2 * s->count * sizeof *s->rows + item;
    unsigned long long words = (i->size - skipped) / sizeof(uint64_t), number = s->count;
    unsigned long long low = UINT64_MAX, high = 0, span;
    for (size_t row = 0; row < s->count; row++) {
        low = s->rows[2 * row] < low ? s->rows[2 * row] : low;
        high = s->rows[2 * row + 1] > high ? s->rows[2 * row + 1] : high;
    }
    span = high - low;
    const unsigned long long blocks = (words + THREADS - 1) / THREADS;
    void *parameters[] = {&begin, &words, &table, &number, &low, &span, &found};
    return s->inject->driver.launch_kernel(
               s->leads->scan, blocks < BLOCKS ? (unsigned)blocks : BLOCKS, 1, 1, THREADS, 1, 1, 0,
               s->stream, parameters, NULL) == CUDA_SUCCESS;
}

/* Sets `fresh` of all items that hold a pointer to a target. */
static bool search_round(const struct search *s)
{
    const struct foil_driver *driver = &s->inject->driver;
    const size_t items = s->snapshot->count, table = 2 * s->count * sizeof *s->rows;
    if (!make_memory(s->leads, s->inject, table + items))
        return false;
    const CUdeviceptr at = s->leads->memory;
    bool good = driver->memcpy_htod_async(at, s->rows, table, s->stream) == CUDA_SUCCESS &&
                driver->memset_d8_async(at + table, 0, items, s->stream) == CUDA_SUCCESS;
    for (size_t i = 0; good && i < items; i++)
        good = !is_searched(s, i) || search_item(s, i);
    good =
        good && driver->memcpy_dtoh_async(s->fresh, at + table, items, s->stream) == CUDA_SUCCESS;
    /* The driver does not clear what it gives to the program after us. */
    good = driver->memset_d8_async(at, 0, table, s->stream) == CUDA_SUCCESS && good;
    return driver->stream_synchronize(s->stream) == CUDA_SUCCESS && good;
}

/* A pointer into any piece of mapped memory may be meant for all of them. */
static void push(struct search *s, uint64_t address, size_t size)
{
    const struct memory_tracker *tracker = s->inject->program.memory;
    const struct region *first = memory_find(tracker, address), *last = first;
    uint64_t end = address + size;
    if (first) {
        memory_pieces(tracker, first, &first, &last);
        address = first->address;
        end = last->address + last->size;
    }
    s->rows[2 * s->count] = address;
    s->rows[2 * s->count++ + 1] = end;
}

/* What was found in this round are the targets of the next. */
static void take_found(struct search *s)
{
    s->count = 0;
    for (size_t i = 0; i < s->snapshot->count; i++) {
        const struct snapshot_item *item = &s->snapshot->items[i];
        if (!s->fresh[i] || s->found[i])
            continue;
        s->found[i] = true;
        push(s, item->address, item->size);
    }
}

static bool search(struct search *s)
{
    memset(s->found, 0, s->snapshot->count);
    while (s->count) {
        memset(s->fresh, 0, s->snapshot->count);
        if (!search_round(s))
            return false;
        take_found(s);
    }
    return true;
}

/* What is searched for, and where what leads there is marked: in a region, or in the tracker for
 * variables of modules, which are in no region; any kernel may know them. */
struct kind {
    bool (*is_target)(const struct region *);
    size_t in_region, in_tracker;
};

/* Shared memory may hold pointers to it, and is not searched. */
static bool is_doubtful(const struct region *region)
{
    return region->doubtful || memory_region_is_shared(region);
}

static const struct kind exposed = {exposed_region, offsetof(struct region, to_exposed),
                                    offsetof(struct memory_tracker, globals_to_exposed)};
static const struct kind shared = {memory_region_is_shared, offsetof(struct region, to_shared),
                                   offsetof(struct memory_tracker, globals_to_shared)};
static const struct kind doubtful = {is_doubtful, offsetof(struct region, to_doubtful),
                                     offsetof(struct memory_tracker, globals_to_doubtful)};

static bool *mark_of(const struct kind *kind, struct region *region)
{
    return (bool *)((char *)region + kind->in_region);
}

/* What is marked already, by a search of other memory, leads there as well. */
static void take_targets(struct search *s, const struct kind *kind)
{
    struct memory_tracker *tracker = s->inject->program.memory;
    s->count = 0;
    for (size_t i = 0; i < tracker->count; i++) {
        struct region *region = &tracker->regions[i];
        if (kind->is_target(region) || *mark_of(kind, region))
            push(s, region->address, region->size);
    }
}

/* Returns whether something is marked now that was not. */
static bool mark(const struct search *s, const struct kind *kind)
{
    struct memory_tracker *tracker = s->inject->program.memory;
    bool *const of_variables = (bool *)((char *)tracker + kind->in_tracker);
    bool new = false;
    for (size_t i = 0; i < s->snapshot->count; i++) {
        const struct region *region =
            s->found[i] ? memory_find(tracker, s->snapshot->items[i].address) : NULL;
        if (!s->found[i])
            continue;
        bool *mark =
            region ? mark_of(kind, &tracker->regions[region - tracker->regions]) : of_variables;
        new = new || !*mark;
        *mark = true;
    }
    return new;
}

static void forget(struct memory_tracker *tracker, const struct kind *kind)
{
    *(bool *)((char *)tracker + kind->in_tracker) = false;
    for (size_t i = 0; i < tracker->count; i++)
        *mark_of(kind, &tracker->regions[i]) = false;
}

void leads_forget(struct memory_tracker *tracker)
{
    forget(tracker, &exposed);
    forget(tracker, &shared);
}

void leads_forget_doubtful(struct memory_tracker *tracker)
{
    forget(tracker, &doubtful);
}

/* Two kinds at most. *new: whether there are marks that were not there. */
static bool find(struct leads *l, const struct snapshot *snapshot, struct inject *inject,
                 CUstream stream, const struct kind *const kinds[2], bool *new)
{
    const size_t items = snapshot->count, regions = inject->program.memory->count;
    struct search s = {.leads = l, .snapshot = snapshot, .inject = inject, .stream = stream};
    s.rows = calloc(items + regions + 1, 2 * sizeof *s.rows);
    s.found = calloc(items + 1, 2);
    bool good = load(l, inject) && s.rows && s.found;
    s.fresh = good ? s.found + items : NULL;
    *new = false;
    for (size_t i = 0; i < 2 && kinds[i]; i++) {
        if (good)
            take_targets(&s, kinds[i]);
        good = good && search(&s);
        *new = (good && mark(&s, kinds[i])) || *new;
    }
    free(s.rows);
    free(s.found);
    return good;
}

bool leads_find(struct leads *l, const struct snapshot *snapshot, struct inject *inject,
                CUstream stream, bool *new)
{
    const struct kind *const kinds[2] = {&exposed, &shared};
    inject->program.memory->marked = now_ns();
    return find(l, snapshot, inject, stream, kinds, new);
}

bool leads_find_doubtful(struct leads *l, const struct snapshot *snapshot, struct inject *inject,
                         CUstream stream, bool *new)
{
    const struct kind *const kinds[2] = {&doubtful, NULL};
    return find(l, snapshot, inject, stream, kinds, new);
}

void leads_release(struct leads *l, struct inject *inject)
{
    if (l->size)
        own_device_free(inject, l->memory);
    l->size = 0;
}

void leads_free(struct leads *l, struct inject *inject)
{
    leads_release(l, inject);
    if (l->module)
        inject->driver.module_unload(l->module);
    *l = (struct leads){0};
}
