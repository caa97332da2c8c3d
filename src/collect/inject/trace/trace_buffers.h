/* trace_buffers: memory that CUPTI fills with records. All of it is reserved before the first
 * launch, so that no launch waits for memory. A full buffer waits in a queue for the thread that
 * packs; if that is too slow and no buffer is free, CUPTI drops records and counts them.
 *
 * The two callbacks of CUPTI come on any thread. Everything else is for the thread that packs. */
#ifndef ROOFTOP_COLLECT_INJECT_TRACE_TRACE_BUFFERS_H
#define ROOFTOP_COLLECT_INJECT_TRACE_TRACE_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cupti.h>

enum { TRACE_BUFFER_BYTES = 1 << 20 };

struct trace_full {
    CUcontext context;
    uint32_t stream;
    uint8_t *bytes;
    size_t valid;
};

/* Reserves whole buffers of together this size, at least two. false: there is no memory. */
bool trace_buffers_open(size_t bytes);

void CUPTIAPI trace_buffer_wanted(uint8_t **buffer, size_t *size, size_t *records);
void CUPTIAPI trace_buffer_full(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size,
                                size_t valid);

/* Waits up to this many milliseconds for a full buffer. false: none has come. */
bool trace_buffers_take(struct trace_full *full, unsigned milliseconds);

/* Gives a buffer back. */
void trace_buffers_release(uint8_t *bytes);

/* Wakes up whoever waits in trace_buffers_take(). */
void trace_buffers_wake(void);

/* ns spent in the callbacks so far, and requests that got no buffer since the last call. */
uint64_t trace_buffers_time(void);
uint64_t trace_buffers_refused(void);

#endif
