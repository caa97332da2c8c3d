/* result_message: the message of one result, without its metrics and sections: where and when it
 * was launched, with which ranges, call stacks and clocks. A kernel is a ProfileResult, a graph
 * that was measured as one a GraphResult, a range a RangeResult. */
#ifndef ROOFTOP_COLLECT_RESULT_RESULT_MESSAGE_H
#define ROOFTOP_COLLECT_RESULT_RESULT_MESSAGE_H

#include "collect/metrics/range_nvtx.h"
#include "collect/result/result_builder.h"

/* The messages and what they point to. */
struct result_message {
    Rep__ProfileResult kernel;
    Rep__GraphResult graph;
    Rep__RangeResult range;
    Rep__SourceData source;
    Rep__ProfilerClockStatusMessage clock;
    Rep__ProfileSeriesInfoMessage series;
    Rep__Uint64x3 offset, grid, block;
    struct range_nvtx no_nvtx;
    uint64_t *modules; /* owned */
};

/* Fills the message that the result is, and returns it. It lives as long as *message, the input and
 * the two names, which are the kernel's: in full, and bare. */
const ProtobufCMessage *result_message_fill(struct result_message *message,
                                            const struct result_input *input, char *full,
                                            char *function);
void result_message_free(struct result_message *message);

#endif
