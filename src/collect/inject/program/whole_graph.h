/* whole_graph: a graph that is measured as one. The program's executable is launched again as it
 * is; the facts of its kernels are kept for the report. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_WHOLE_GRAPH_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_WHOLE_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/inject/program/activity.h"
#include "collect/inject/program/facts.h"
#include "collect/inject/program/graph.h"

struct whole_graph {
    CUgraphExec handle;
    CUstream stream;
    bool per_thread_stream, device_launch;
    struct launch *launches; /* of its kernels, without arguments */
    struct facts *kernels;
    Wire__Facts **messages; /* those of `kernels` */
    size_t count;
};

/* NULL: no memory. launch: the stream and the context of the call. */
struct whole_graph *whole_graph_new(struct inject *inject, const struct graph *graph,
                                    const struct launch *launch, unsigned device,
                                    uint32_t context_id);
void whole_graph_free(struct whole_graph *whole);

CUresult whole_graph_again(const struct whole_graph *whole, struct inject *inject);

/* What the driver did for one of the kernels. */
void whole_graph_note(struct whole_graph *whole, const struct activity_record *record);

#endif
