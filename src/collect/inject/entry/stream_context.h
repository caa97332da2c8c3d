/* stream_context: the context in which a call of the program does its work, where that is another
 * one than the current context.
 *
 * CUPTI names the context that is current. A graph, a kernel of a library, a fill or a copy may go
 * into a stream of any context, and then runs in that one, with its variables and its profiler;
 * what is allocated in a stream is of its device. So such a call is looked at in the context of its
 * stream. That of a green context's stream is the primary one of its device: green contexts share
 * memory, variables and profiler with that one, and keep it alive. */
#ifndef ROOFTOP_COLLECT_INJECT_ENTRY_STREAM_CONTEXT_H
#define ROOFTOP_COLLECT_INJECT_ENTRY_STREAM_CONTEXT_H

#include <stdbool.h>

#include <cuda.h>
#include <cupti.h>

struct inject;

struct stream_context {
    CUpti_CallbackData data; /* of the call, with the stream's context */
    bool entered;
};

/* Before the first call. */
void stream_context_fill(void);

/* Makes the context current that the call's stream belongs to. Returns what CUPTI says of the call,
 * with that context; it lasts as long as both. */
const CUpti_CallbackData *stream_context_enter(struct stream_context *s, struct inject *inject,
                                               CUpti_CallbackId id, const CUpti_CallbackData *data);

/* The program's context is the current one again. */
void stream_context_leave(struct stream_context *s, struct inject *inject);

#endif
