/* loop: the one poll() loop of the host: keys, sockets, the program's terminal, signals and timers,
 * with or without a screen. Handlers run one after the other; a handler may add and remove watches,
 * its own too. */
#ifndef ROOFTOP_LOOP_H
#define ROOFTOP_LOOP_H

#include <stdbool.h>

struct loop;

typedef void loop_handler(void *context, int fd, short events);

struct loop *loop_new(void);
void loop_free(struct loop *loop);

/* Calls handler when the descriptor has one of the poll events (or an error). One watch per
 * descriptor. */
void loop_watch(struct loop *loop, int fd, short events, loop_handler *handler, void *context);
void loop_unwatch(struct loop *loop, int fd);

/* Work for the time when there is nothing to serve: wait tells for how many milliseconds nothing
 * has to have come before a piece of it is done, -1: there is none. work NULL: none any more. */
typedef int loop_wait(void *context);
typedef void loop_work(void *context);
void loop_idle(struct loop *loop, loop_wait *wait, loop_work *work, void *context);

/* Whether something is ready to be served, without waiting. */
bool loop_ready(struct loop *loop);

/* Waits at most timeout_ms (-1: without end) and serves what is ready. false: nothing is watched
 * any more. */
bool loop_step(struct loop *loop, int timeout_ms);

#endif
