#include "collect/inject/program/module_news.h"

#include <stdlib.h>
#include <string.h>

#include "collect/inject/program/modules.h"

struct module_event {
    uint32_t module_id;
    void *bytes; /* NULL: it goes */
    size_t size;
};

static bool make_room(struct module_news *news)
{
    if (news->count < news->capacity)
        return true;
    const size_t wanted = news->capacity ? 2 * news->capacity : 16;
    struct module_event *larger = realloc(news->events, wanted * sizeof *larger);
    if (!larger)
        return false;
    news->events = larger;
    news->capacity = wanted;
    return true;
}

void module_news_add(struct module_news *news, uint32_t module_id, const void *bytes, size_t size)
{
    struct module_event event = {module_id, bytes ? malloc(size ? size : 1) : NULL, size};
    if (event.bytes)
        memcpy(event.bytes, bytes, size);
    pthread_mutex_lock(&news->lock);
    if ((event.bytes || !bytes) && make_room(news))
        news->events[__atomic_fetch_add(&news->count, 1, __ATOMIC_RELEASE)] = event;
    else
        free(event.bytes);
    pthread_mutex_unlock(&news->lock);
}

void module_news_take(struct module_news *news, struct module_list *modules)
{
    if (!__atomic_load_n(&news->count, __ATOMIC_ACQUIRE))
        return;
    pthread_mutex_lock(&news->lock);
    for (size_t i = 0; i < news->count; i++) {
        const struct module_event *event = &news->events[i];
        if (event->bytes)
            modules_add_cubin(modules, event->module_id, event->bytes, event->size);
        else
            modules_drop_cubin(modules, event->module_id);
        free(event->bytes);
    }
    __atomic_store_n(&news->count, 0, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&news->lock);
}

void module_news_forked(struct module_news *news)
{
    *news = (struct module_news)MODULE_NEWS_INIT;
}
