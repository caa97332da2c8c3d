/* range_record: what the program asked for inside a range, so that all of it can run again as one:
 * launches, graphs, fills, copies, and what orders them: events, waits between streams, and where
 * the host waited. Everything runs again on the stream that it had, so that what overlapped
 * overlaps again.
 *
 * Copies to the host go to memory of ours, those from the host bring what they brought. Events are
 * ours, too: what the program reads of its own is of its own run. For application replay only the
 * facts of the launches are kept. */
#ifndef ROOFTOP_INJECT_RANGE_RECORD_H
#define ROOFTOP_INJECT_RANGE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "activity.h"
#include "facts.h"
#include "graph.h"
#include "launch.h"
#include "range_calls.h"
#include "work.h"

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

/* Each adds what the program is about to do; false: see record->full. */

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

/* Asks what is known of its launches; not when they are made, which would hold the program up
 * between them. The functions are still there. */
void range_record_facts(struct range_record *record, struct inject *inject, unsigned device,
                        uint32_t context_id);

/* A stream that has not come to its end, after so many nanoseconds (0: wait on); false: all have.
 */
bool range_record_unfinished(const struct range_record *record, struct inject *inject,
                             uint64_t limit, CUstream *stream);

/* What the driver did for one of the kernels in the program's own run. */
void range_record_note(struct range_record *record, const struct activity_record *activity);

/* Makes what running again needs; false: no memory. */
bool range_record_prepare(struct range_record *record, struct inject *inject);

/* Runs it again in the current context, which is idle afterwards. */
CUresult range_record_run(const struct range_record *record, struct inject *inject);

#endif
