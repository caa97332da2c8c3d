#include "collect/os/loop.h"

#include <poll.h>
#include <stdlib.h>

#include "report/base/mem.h"

struct watch {
    loop_handler *handler;
    void *context;
};

struct loop {
    struct pollfd *fds; /* fd -1: removed while a step was under way */
    struct watch *watches;
    size_t count, fd_capacity, watch_capacity;
    loop_wait *wait;
    loop_work *work;
    void *work_context;
};

struct loop *loop_new(void)
{
    return mem_alloc(sizeof(struct loop));
}

void loop_free(struct loop *loop)
{
    free(loop->fds);
    free(loop->watches);
    free(loop);
}

void loop_watch(struct loop *loop, int fd, short events, loop_handler *handler, void *context)
{
    loop_unwatch(loop, fd);
    mem_grow(&loop->fds, loop->count, &loop->fd_capacity, sizeof *loop->fds);
    mem_grow(&loop->watches, loop->count, &loop->watch_capacity, sizeof *loop->watches);
    loop->fds[loop->count] = (struct pollfd){.fd = fd, .events = events};
    loop->watches[loop->count++] = (struct watch){handler, context};
}

void loop_unwatch(struct loop *loop, int fd)
{
    for (size_t i = 0; i < loop->count; i++)
        if (loop->fds[i].fd == fd)
            loop->fds[i].fd = -1;
}

static void sweep(struct loop *loop)
{
    size_t kept = 0;
    for (size_t i = 0; i < loop->count; i++)
        if (loop->fds[i].fd >= 0) {
            loop->fds[kept] = loop->fds[i];
            loop->watches[kept++] = loop->watches[i];
        }
    loop->count = kept;
}

void loop_idle(struct loop *loop, loop_wait *wait, loop_work *work, void *context)
{
    loop->wait = wait;
    loop->work = work;
    loop->work_context = context;
}

bool loop_ready(struct loop *loop)
{
    sweep(loop);
    return loop->count && poll(loop->fds, loop->count, 0) > 0;
}

bool loop_step(struct loop *loop, int timeout_ms)
{
    sweep(loop);
    if (!loop->count)
        return false;
    /* What a handler adds is served in the next step. */
    size_t count = loop->count;
    int wait = loop->work ? loop->wait(loop->work_context) : -1;
    bool work = wait >= 0 && (timeout_ms < 0 || wait <= timeout_ms);
    int ready = poll(loop->fds, count, work ? wait : timeout_ms);
    if (!ready && work)
        loop->work(loop->work_context);
    if (ready <= 0)
        return true;
    for (size_t i = 0; i < count; i++) {
        int fd = loop->fds[i].fd;
        short events = loop->fds[i].revents;
        if (fd < 0 || !events)
            continue;
        loop->fds[i].revents = 0;
        loop->watches[i].handler(loop->watches[i].context, fd, events);
    }
    return true;
}
