#include "collect/inject/program/captures.h"

#include <pthread.h>

#include "collect/inject/base/inject.h"

static CUstream name_of(CUstream stream)
{
    return stream ? stream : CU_STREAM_PER_THREAD;
}

void captures_begin(struct inject *inject, CUcontext context, CUstream stream)
{
    struct inject_captures *c = &inject->program.captures;
    inject->program.capturing++;
    if (c->count < sizeof c->streams / sizeof *c->streams)
        c->streams[c->count++] = (struct captured_stream){context, name_of(stream), pthread_self()};
}

static void drop(struct inject *inject, size_t index)
{
    struct inject_captures *c = &inject->program.captures;
    c->streams[index] = c->streams[--c->count];
    inject->program.capturing--;
}

bool captures_forget(struct inject *inject, CUstream stream)
{
    const struct inject_captures *c = &inject->program.captures;
    const CUstream name = name_of(stream);
    for (size_t i = c->count; i-- > 0;)
        if (c->streams[i].stream == name &&
            (name != CU_STREAM_PER_THREAD || pthread_equal(c->streams[i].thread, pthread_self()))) {
            drop(inject, i);
            return true;
        }
    return false;
}

void captures_end(struct inject *inject, CUstream stream)
{
    /* It may be one that the list had no room for. */
    if (!captures_forget(inject, stream) &&
        inject->program.capturing > inject->program.captures.count)
        inject->program.capturing--;
}

void captures_drop_context(struct inject *inject, CUcontext context)
{
    struct inject_captures *c = &inject->program.captures;
    for (size_t i = c->count; i-- > 0;)
        if (c->streams[i].context == context)
            drop(inject, i);
}
