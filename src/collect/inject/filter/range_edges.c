#include "collect/inject/filter/range_edges.h"

#include <stdio.h>

static bool same(const struct range_edge *a, const struct range_edge *b)
{
    return a->kind == b->kind && a->started == b->started && a->thread == b->thread &&
           a->domain == b->domain && a->level == b->level;
}

bool range_edges_begin(struct range_edges *e, const struct range_edge *edge, const char *domain,
                       const char *name)
{
    pthread_mutex_lock(&e->lock);
    const bool begins = !e->open;
    if (begins) {
        e->open = true;
        e->edge = *edge;
        e->number++;
        snprintf(e->name, sizeof e->name, "%s%s%s", domain, *domain ? "@" : "", name);
    }
    pthread_mutex_unlock(&e->lock);
    return begins;
}

void range_edges_end(struct range_edges *e, const struct range_edge *edge)
{
    pthread_mutex_lock(&e->lock);
    const bool ends = e->open && same(&e->edge, edge);
    pthread_mutex_unlock(&e->lock);
    if (!ends)
        return;
    if (e->ended)
        e->ended(e->context);
    range_edges_cut(e);
}

void range_edges_cut(struct range_edges *e)
{
    pthread_mutex_lock(&e->lock);
    e->open = false;
    pthread_mutex_unlock(&e->lock);
}

void range_edges_thread_ends(struct range_edges *e, const void *thread)
{
    pthread_mutex_lock(&e->lock);
    e->open = e->open && (e->edge.kind != EDGE_PUSHED || e->edge.thread != thread);
    pthread_mutex_unlock(&e->lock);
}

uint64_t range_edges_number(struct range_edges *e)
{
    pthread_mutex_lock(&e->lock);
    const uint64_t number = e->open ? e->number : 0;
    pthread_mutex_unlock(&e->lock);
    return number;
}
