/* A range is recorded as a list of items in the order of the program's calls, each with its
 * stream, so that what overlapped overlaps again when it runs once more. Events and the memory
 * that copies to the host write to are ours: the program's own events and buffers keep what its
 * own run gave them. Facts of the kernels are asked for at the end of the range, since asking
 * takes time that the range would contain. */
#include "collect/inject/window/range_record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/base/wait_clock.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/whole_graph.h"

enum { PAGEABLE, PINNED };

struct range_item {
    enum {
        ITEM_LAUNCH,
        ITEM_GRAPH,
        ITEM_WORK,
        ITEM_DOWNLOAD,
        ITEM_RECORD,
        ITEM_WAIT,
        ITEM_SYNC,
        ITEM_SYNC_EVENT,
        ITEM_SYNC_ALL
    } kind;
    CUstream stream;
    union {
        struct range_kernel *launch; /* the record's; or a graph */
        struct work *work;           /* owned */
        size_t event;
        struct {
            uint64_t from;
            size_t size;
            int scratch;
        } download;
    };
};

struct range_kernel {
    struct launch launch;
    struct whole_graph *graph; /* owned; NULL: it is a launch, and the next are of it */
    struct facts facts;        /* if they were asked for */
    bool asked, has_stream;
    uint32_t stream; /* its number in reports */
};

struct range_event {
    CUevent program, ours;
};

static const char no_memory[] = "out of memory";

struct range_record *range_record_new(void)
{
    return calloc(1, sizeof(struct range_record));
}

static void free_item(struct range_item *item)
{
    if (item->kind == ITEM_WORK) {
        work_free(item->work);
        free(item->work);
    }
}

void range_record_free(struct range_record *record, struct inject *inject)
{
    if (!record)
        return;
    while (record->count)
        free_item(&record->items[--record->count]);
    for (size_t i = 0; i < record->launch_count; i++) {
        launch_free(&record->launches[i]->launch);
        whole_graph_free(record->launches[i]->graph);
        free(record->launches[i]);
    }
    for (size_t i = 0; i < record->event_count; i++)
        if (record->events[i].ours)
            inject->driver.event_destroy(record->events[i].ours);
    free(record->scratch[PAGEABLE].bytes);
    if (record->scratch[PINNED].bytes)
        inject->driver.mem_free_host(record->scratch[PINNED].bytes);
    free(record->items);
    free(record->launches);
    free(record->facts);
    free(record->events);
    free(record);
}

static bool grow(void *array_pointer, size_t count, size_t *capacity, size_t element)
{
    void **array = array_pointer;
    if (count < *capacity)
        return true;
    const size_t more = *capacity ? 2 * *capacity : 64;
    void *larger = realloc(*array, more * element);
    if (!larger)
        return false;
    *array = larger;
    *capacity = more;
    return true;
}

static bool refuse(struct range_record *record, const char *why)
{
    record->full = why;
    return false;
}

static bool add(struct range_record *record, struct range_item item)
{
    if (record->count >= RANGE_MOST_ITEMS)
        return refuse(record, "it has more than 262144 operations");
    if (!grow(&record->items, record->count, &record->capacity, sizeof item))
        return refuse(record, no_memory);
    record->items[record->count++] = item;
    return true;
}

/* NULL: no more are kept. */
static struct range_kernel *add_kernel(struct range_record *record, size_t kernels)
{
    record->kernels += kernels;
    struct range_kernel *kernel = NULL;
    if (record->kernels > RANGE_MOST_LAUNCHES)
        refuse(record, "it has more than 16384 launches");
    else if (grow(&record->launches, record->launch_count, &record->launch_capacity,
                  sizeof(struct range_kernel *)))
        kernel = calloc(1, sizeof *kernel);
    if (kernel)
        record->launches[record->launch_count++] = kernel;
    else if (!record->full)
        refuse(record, no_memory);
    return kernel;
}

static CUstream stream_of(const struct launch *launch)
{
    return launch->per_thread_stream && !launch->config.hStream ? CU_STREAM_PER_THREAD
                                                                : launch->config.hStream;
}

bool range_record_launch(struct range_record *record, struct inject *inject, struct launch *launch,
                         bool keep)
{
    struct range_kernel *kernel = add_kernel(record, 1);
    if (!kernel) {
        launch_free(launch);
        return false;
    }
    kernel->launch = *launch;
    /* CUPTI's string may not outlive the call, nor the stream the range. */
    kernel->launch.name = strdup(launch->mangled);
    kernel->launch.mangled = kernel->launch.name ? kernel->launch.name : "";
    kernel->has_stream = facts_stream(inject, launch, &kernel->stream);
    return !keep ||
           add(record, (struct range_item){
                           .kind = ITEM_LAUNCH, .stream = stream_of(launch), .launch = kernel});
}

bool range_record_graph(struct range_record *record, struct inject *inject,
                        const struct graph *graph, const struct launch *call, unsigned device,
                        uint32_t context_id)
{
    struct whole_graph *whole = whole_graph_new(inject, graph, call, device, context_id);
    struct range_kernel *kernel = whole ? add_kernel(record, whole->count) : NULL;
    if (!kernel) {
        whole_graph_free(whole);
        return record->full ? false : refuse(record, no_memory);
    }
    kernel->graph = whole;
    return add(record, (struct range_item){
                           .kind = ITEM_GRAPH, .stream = stream_of(call), .launch = kernel});
}

bool range_record_work(struct range_record *record, struct work *work, CUstream stream)
{
    struct range_item item = {.kind = ITEM_WORK, .stream = stream};
    item.work = malloc(sizeof *item.work);
    if (item.work)
        *item.work = *work;
    if (item.work ? add(record, item) : refuse(record, no_memory)) {
        record->uploaded += work->held;
        return true;
    }
    free(item.work);
    work_free(work);
    return false;
}

bool range_record_download(struct range_record *record, uint64_t from, size_t size, bool pinned,
                           CUstream stream)
{
    struct range_scratch *scratch = &record->scratch[pinned ? PINNED : PAGEABLE];
    scratch->size = size > scratch->size ? size : scratch->size;
    record->writes_host = record->writes_host || pinned;
    return add(record, (struct range_item){.kind = ITEM_DOWNLOAD,
                                           .stream = stream,
                                           .download = {from, size, pinned ? PINNED : PAGEABLE}});
}

/* The program's event, made known if it is new. NULL: no memory. */
static struct range_event *find_event(struct range_record *record, CUevent event, bool make)
{
    for (size_t i = 0; i < record->event_count; i++)
        if (record->events[i].program == event)
            return &record->events[i];
    if (!make || !grow(&record->events, record->event_count, &record->event_capacity,
                       sizeof *record->events))
        return NULL;
    record->events[record->event_count] = (struct range_event){.program = event};
    return &record->events[record->event_count++];
}

bool range_record_event(struct range_record *record, CUevent event, CUstream stream)
{
    struct range_event *known = find_event(record, event, true);
    if (!known)
        return refuse(record, no_memory);
    return add(record, (struct range_item){.kind = ITEM_RECORD,
                                           .stream = stream,
                                           .event = (size_t)(known - record->events)});
}

/* Work that was recorded before the range is over when the range begins. */
bool range_record_wait(struct range_record *record, CUevent event, CUstream stream)
{
    const struct range_event *known = find_event(record, event, false);
    return !known || add(record, (struct range_item){.kind = ITEM_WAIT,
                                                     .stream = stream,
                                                     .event = (size_t)(known - record->events)});
}

bool range_record_stream_sync(struct range_record *record, CUstream stream)
{
    return add(record, (struct range_item){.kind = ITEM_SYNC, .stream = stream});
}

bool range_record_event_sync(struct range_record *record, CUevent event)
{
    const struct range_event *known = find_event(record, event, false);
    return !known || add(record, (struct range_item){.kind = ITEM_SYNC_EVENT,
                                                     .event = (size_t)(known - record->events)});
}

bool range_record_context_sync(struct range_record *record)
{
    record->writes_host = false;
    return add(record, (struct range_item){.kind = ITEM_SYNC_ALL});
}

bool range_record_has_function(const struct range_record *record, const struct inject *inject,
                               CUfunction handle)
{
    const struct function *function = functions_get(inject->program.functions, handle);
    for (size_t i = 0; i < record->launch_count; i++) {
        const CUfunction f = record->launches[i]->launch.f;
        if (record->launches[i]->graph)
            continue;
        if (f == handle || (function && function->function && f == function->function))
            return true;
    }
    return false;
}

bool range_record_has_graph(const struct range_record *record, CUgraphExec handle)
{
    for (size_t i = 0; i < record->launch_count; i++)
        if (record->launches[i]->graph && record->launches[i]->graph->handle == handle)
            return true;
    return false;
}

bool range_record_unfinished(const struct range_record *record, struct inject *inject,
                             uint64_t limit, CUstream *stream)
{
    struct wait_clock wait_clock = wait_clock_begin();
    for (size_t i = 0; limit && i < record->count; i++) {
        const struct range_item *item = &record->items[i];
        if (item->kind != ITEM_LAUNCH && item->kind != ITEM_GRAPH)
            continue;
        *stream = item->stream;
        while (inject->driver.stream_query(item->stream) == CUDA_ERROR_NOT_READY) {
            if (wait_clock_spent(&wait_clock) > limit)
                return true;
            usleep(100);
        }
    }
    return false;
}

static void ask_facts(struct range_kernel *kernel, struct inject *inject, unsigned device,
                      uint32_t context_id)
{
    const struct function *function = functions_get(inject->program.functions, kernel->launch.f);
    if (kernel->asked || !function)
        return;
    kernel->asked = true;
    facts_fill(&kernel->facts, inject, &kernel->launch, function, device, context_id);
    kernel->facts.message.has_stream = kernel->has_stream;
    kernel->facts.message.stream = kernel->stream;
}

void range_record_facts(struct range_record *record, struct inject *inject, unsigned device,
                        uint32_t context_id)
{
    free(record->facts);
    record->fact_count = 0;
    record->facts = calloc(record->kernels + 1, sizeof(Wire__Facts *));
    for (size_t i = 0; record->facts && i < record->launch_count; i++) {
        struct range_kernel *kernel = record->launches[i];
        for (size_t j = 0; kernel->graph && j < kernel->graph->count; j++)
            record->facts[record->fact_count++] = kernel->graph->messages[j];
        if (!kernel->graph)
            ask_facts(kernel, inject, device, context_id);
        if (kernel->asked)
            record->facts[record->fact_count++] = &kernel->facts.message;
    }
}

void range_record_note(struct range_record *record, const struct activity_record *activity)
{
    for (size_t i = 0; i < record->launch_count; i++) {
        struct range_kernel *kernel = record->launches[i];
        if (kernel->graph) {
            whole_graph_note(kernel->graph, activity);
        } else if (kernel->asked && !kernel->facts.message.has_registers &&
                   activity_is_of(activity, &kernel->launch)) {
            activity_fill(&kernel->facts.message, activity);
            return;
        }
    }
}

bool range_record_prepare(struct range_record *record, struct inject *inject)
{
    const struct foil_driver *driver = &inject->driver;
    struct range_scratch *pageable = &record->scratch[PAGEABLE], *pinned = &record->scratch[PINNED];
    for (size_t i = 0; i < record->event_count; i++)
        if (driver->event_create(&record->events[i].ours, CU_EVENT_DISABLE_TIMING) != CUDA_SUCCESS)
            return false;
    if (pageable->size && !(pageable->bytes = malloc(pageable->size)))
        return false;
    return !pinned->size || driver->mem_alloc_host(&pinned->bytes, pinned->size) == CUDA_SUCCESS;
}

static CUresult run_item(const struct range_record *record, const struct range_item *item,
                         struct inject *inject)
{
    const struct foil_driver *driver = &inject->driver;
    switch (item->kind) {
    case ITEM_LAUNCH:
        return launch_again(&item->launch->launch, inject);
    case ITEM_GRAPH:
        return whole_graph_again(item->launch->graph, inject);
    case ITEM_WORK:
        return work_again(item->work, inject, item->stream);
    case ITEM_DOWNLOAD:
        return driver->memcpy_dtoh_async(record->scratch[item->download.scratch].bytes,
                                         item->download.from, item->download.size, item->stream);
    case ITEM_RECORD:
        return driver->event_record(record->events[item->event].ours, item->stream);
    case ITEM_WAIT:
        return driver->stream_wait_event(item->stream, record->events[item->event].ours, 0);
    case ITEM_SYNC:
        return driver->stream_synchronize(item->stream);
    case ITEM_SYNC_EVENT:
        return driver->event_synchronize(record->events[item->event].ours);
    default:
        return driver->ctx_synchronize();
    }
}

CUresult range_record_run(const struct range_record *record, struct inject *inject)
{
    CUresult result = CUDA_SUCCESS;
    for (size_t i = 0; i < record->count && result == CUDA_SUCCESS; i++)
        result = run_item(record, &record->items[i], inject);
    const CUresult finished = inject->driver.ctx_synchronize();
    return result != CUDA_SUCCESS ? result : finished;
}
