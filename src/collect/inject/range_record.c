#include "range_record.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "functions.h"
#include "inject.h"
#include "whole_graph.h"

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
        struct range_kernel *launch; /* the record's */
        struct whole_graph *graph;   /* owned */
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
    struct facts facts;
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
    if (item->kind == ITEM_GRAPH)
        whole_graph_free(item->graph);
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
        return refuse(record, "it asks for more than 262144 things");
    if (!grow(&record->items, record->count, &record->capacity, sizeof item))
        return refuse(record, no_memory);
    record->items[record->count++] = item;
    return true;
}

static bool add_facts(struct range_record *record, Wire__Facts *facts)
{
    if (record->fact_count >= RANGE_MOST_LAUNCHES)
        return refuse(record, "it has more than 16384 launches");
    if (!grow(&record->facts, record->fact_count, &record->fact_capacity, sizeof(Wire__Facts *)))
        return refuse(record, no_memory);
    record->facts[record->fact_count++] = facts;
    return true;
}

static CUstream stream_of(const struct launch *launch)
{
    return launch->per_thread_stream && !launch->config.hStream ? CU_STREAM_PER_THREAD
                                                                : launch->config.hStream;
}

bool range_record_launch(struct range_record *record, struct inject *inject, struct launch *launch,
                         const struct function *function, unsigned device, uint32_t context_id,
                         bool keep)
{
    struct range_kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel || !grow(&record->launches, record->launch_count, &record->launch_capacity,
                         sizeof(struct range_kernel *))) {
        free(kernel);
        launch_free(launch);
        return refuse(record, no_memory);
    }
    record->launches[record->launch_count++] = kernel;
    record->kernels++;
    kernel->launch = *launch;
    /* CUPTI's string need not outlive the call. */
    kernel->launch.name = strdup(launch->mangled);
    kernel->launch.mangled = kernel->launch.name ? kernel->launch.name : "";
    facts_fill(&kernel->facts, inject, &kernel->launch, function, device, context_id);
    return add_facts(record, &kernel->facts.message) &&
           (!keep ||
            add(record, (struct range_item){
                            .kind = ITEM_LAUNCH, .stream = stream_of(launch), .launch = kernel}));
}

bool range_record_graph(struct range_record *record, struct inject *inject,
                        const struct graph *graph, const struct launch *call, unsigned device,
                        uint32_t context_id)
{
    struct whole_graph *whole = whole_graph_new(inject, graph, call, device, context_id);
    if (!whole)
        return refuse(record, no_memory);
    if (!add(record,
             (struct range_item){.kind = ITEM_GRAPH, .stream = stream_of(call), .graph = whole})) {
        whole_graph_free(whole);
        return false;
    }
    record->kernels += whole->count;
    for (size_t i = 0; i < whole->count; i++)
        if (!add_facts(record, whole->messages[i]))
            return false;
    return true;
}

bool range_record_work(struct range_record *record, struct work *work, CUstream stream)
{
    struct range_item item = {.kind = ITEM_WORK, .stream = stream};
    item.work = malloc(sizeof *item.work);
    if (item.work)
        *item.work = *work;
    if (item.work ? add(record, item) : refuse(record, no_memory)) {
        record->uploaded += work->bytes ? work->count : 0;
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

/* What was recorded before the range is over when it begins. */
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
    const struct function *function = functions_get(inject->functions, handle);
    for (size_t i = 0; i < record->launch_count; i++) {
        const CUfunction f = record->launches[i]->launch.f;
        if (f == handle || (function && function->function && f == function->function))
            return true;
    }
    return false;
}

bool range_record_has_graph(const struct range_record *record, CUgraphExec handle)
{
    for (size_t i = 0; i < record->count; i++)
        if (record->items[i].kind == ITEM_GRAPH && record->items[i].graph->handle == handle)
            return true;
    return false;
}

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

bool range_record_unfinished(const struct range_record *record, struct inject *inject,
                             uint64_t limit, CUstream *stream)
{
    const uint64_t since = now();
    for (size_t i = 0; limit && i < record->count; i++) {
        const struct range_item *item = &record->items[i];
        if (item->kind != ITEM_LAUNCH && item->kind != ITEM_GRAPH)
            continue;
        *stream = item->stream;
        while (inject->driver.stream_query(item->stream) == CUDA_ERROR_NOT_READY) {
            if (now() - since > limit)
                return true;
            usleep(100);
        }
    }
    return false;
}

void range_record_note(struct range_record *record, const struct activity_record *activity)
{
    for (size_t i = 0; i < record->launch_count; i++) {
        struct range_kernel *kernel = record->launches[i];
        if (!kernel->facts.message.has_registers && activity_is_of(activity, &kernel->launch)) {
            activity_fill(&kernel->facts.message, activity);
            return;
        }
    }
    for (size_t i = 0; i < record->count; i++)
        if (record->items[i].kind == ITEM_GRAPH)
            whole_graph_note(record->items[i].graph, activity);
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
        return whole_graph_again(item->graph, inject);
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
