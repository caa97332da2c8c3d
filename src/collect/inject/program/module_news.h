/* module_news: modules that came or went while another thread had guard.lock.
 *
 * The driver tells of a module while it holds locks of its own, and the thread that has guard.lock
 * may be waiting for one of these: in a launch that was admitted, or while a window runs again. So
 * who tells of a module never waits for guard.lock (JAX loads modules on one thread while another
 * one launches). What it could not say is kept here, in order, for whoever has guard.lock next. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_MODULE_NEWS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_MODULE_NEWS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct module_list;

struct module_news {
    pthread_mutex_t lock;
    struct module_event *events;
    size_t count, capacity;
};

#define MODULE_NEWS_INIT                                                                           \
    {                                                                                              \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                          \
    }

/* Copies what is known of the module. bytes: its cubin; NULL: it goes. Without memory the module
 * stays unknown. */
void module_news_add(struct module_news *news, uint32_t module_id, const void *bytes, size_t size);

/* Brings the list up to date. Only with guard.lock. */
void module_news_take(struct module_news *news, struct module_list *modules);

/* In a child of fork(). */
void module_news_forked(struct module_news *news);

#endif
