/* range_record: what the program asked for inside a range, kept so that all of it can run again as
 * one: launches, graphs, fills, copies, and what orders them (events, waits between streams, waits
 * of the host). Everything runs again on the stream that it had, so that what overlapped overlaps
 * again.
 *
 * Copies to the host go to memory of ours, and copies from the host bring again what they brought.
 * Events are ours, too: the program's own events keep what its own run gave them. For application
 * replay only the facts of the launches are kept.
 *
 * Waits of the host and copies to the host are recorded at their exit, since guard.lock must not
 * be held while the program waits in them. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_RANGE_RECORD_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_RANGE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/inject/program/activity.h"
#include "collect/inject/program/facts.h"
#include "collect/inject/program/graph.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/work.h"
#include "collect/inject/window/range_calls.h"

struct inject;

/* Launches that are kept, items, and bytes of copies from the host. */
enum { RANGE_MOST_LAUNCHES = 16384, RANGE_MOST_ITEMS = 262144 };
#define RANGE_MOST_UPLOADED ((size_t)1 << 30)

struct range_record {
    struct range_item *items;
    size_t count, capacity;
    struct range_kernel **launches; /* owned; those of graphs among them */
    size_t launch_count, launch_capacity;
    Wire__Facts **facts; /* of all kernels, see range_record_facts() */
    size_t fact_count;
    struct range_event *events;
    size_t event_count, event_capacity;
    size_t uploaded;
    struct range_scratch { /* for copies to pageable and to pinned memory */
        void *bytes;
        size_t size;
    } scratch[2];
    size_t kernels;   /* that were launched, by graphs too */
    bool writes_host; /* pinned memory may still be written by what was launched */
    const char *full; /* why nothing more can be kept, or NULL */
};

struct range_record *range_record_new(void);
void range_record_free(struct range_record *record, struct inject *inject);

/* Each of these adds what the program is about to do. false: see record->full. */

/* Takes over the launch, whose arguments are copied; keep: to run it again, else for its facts. */
bool range_record_launch(struct range_record *record, struct inject *inject, struct launch *launch,
                         bool keep);
bool range_record_graph(struct range_record *record, struct inject *inject,
                        const struct graph *graph, const struct launch *call, unsigned device,
                        uint32_t context_id);
/* Takes over the work. */
bool range_record_work(struct range_record *record, struct work *work, CUstream stream);
bool range_record_download(struct range_record *record, uint64_t from, size_t size, bool pinned,
                           CUstream stream);
bool range_record_event(struct range_record *record, CUevent event, CUstream stream);
bool range_record_wait(struct range_record *record, CUevent event, CUstream stream);
bool range_record_stream_sync(struct range_record *record, CUstream stream);
bool range_record_event_sync(struct range_record *record, CUevent event);
bool range_record_context_sync(struct range_record *record);

/* Whether it holds a launch of this function, as launched or as a CUfunction; or of this graph. */
bool range_record_has_function(const struct range_record *record, const struct inject *inject,
                               CUfunction handle);
bool range_record_has_graph(const struct range_record *record, CUgraphExec handle);

/* Collects the facts of its launches. This is not done when they are made, because it would hold
 * the program up between them. Their functions must still be loaded. */
void range_record_facts(struct range_record *record, struct inject *inject, unsigned device,
                        uint32_t context_id);

/* Waits up to `limit` nanoseconds for the streams on which launches run. Returns true if one of
 * them, *stream, has not come to its end by then. With a limit of 0 it does not wait and returns
 * false. */
bool range_record_unfinished(const struct range_record *record, struct inject *inject,
                             uint64_t limit, CUstream *stream);

/* Keeps what the driver did for one of the kernels in the program's own run. */
void range_record_note(struct range_record *record, const struct activity_record *activity);

/* Prepares the record to run again. Returns false if there is no memory. */
bool range_record_prepare(struct range_record *record, struct inject *inject);

/* Runs it again in the current context, which is idle afterwards. */
CUresult range_record_run(const struct range_record *record, struct inject *inject);

#endif
