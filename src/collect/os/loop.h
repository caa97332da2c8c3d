/* loop: the one poll() loop of the host, with or without a screen: it serves keys, sockets, the
 * program's terminal, signals and timers. Handlers run one after the other, on the thread that
 * calls loop_step(). A handler may add and remove watches, also its own. */
#ifndef ROOFTOP_COLLECT_OS_LOOP_H
#define ROOFTOP_COLLECT_OS_LOOP_H

#include <stdbool.h>

struct loop;

typedef void loop_handler(void *context, int fd, short events);

struct loop *loop_new(void);
void loop_free(struct loop *loop);

/* Calls handler whenever the descriptor has one of these poll events, or an error. A descriptor has
 * at most one watch: a second one replaces the first. */
void loop_watch(struct loop *loop, int fd, short events, loop_handler *handler, void *context);
void loop_unwatch(struct loop *loop, int fd);

/* Sets the work for the time when there is nothing to serve. wait() tells for how many milliseconds
 * nothing must have come before work() is called for one piece of it; -1: there is no work. work
 * NULL: there will be none any more. */
typedef int loop_wait(void *context);
typedef void loop_work(void *context);
void loop_idle(struct loop *loop, loop_wait *wait, loop_work *work, void *context);

/* Whether something is ready to be served. Does not wait. */
bool loop_ready(struct loop *loop);

/* Waits for at most timeout_ms milliseconds (-1: without end) and serves what is ready. false:
 * nothing is watched any more. */
bool loop_step(struct loop *loop, int timeout_ms);

#endif
