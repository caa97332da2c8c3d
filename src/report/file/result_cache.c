/* How it works: `kept` lists the decoded results with the number of holds and the time of the last
 * release, which is a counter. A linear search finds one of them, because few fit into the limit. A
 * size is measured at each hold and release, because instances are decoded later. */
#include "report/file/result_cache.h"

#include <assert.h>
#include <stdlib.h>

#include "report/base/mem.h"

struct kept {
    size_t index, holds, bytes;
    unsigned long released; /* time of the release; greater is later */
};

struct result_cache {
    struct report *report;
    size_t most, bytes;
    unsigned long clock;
    struct kept *kept;
    size_t count, capacity;
};

struct result_cache *result_cache_new(struct report *report, size_t most_bytes)
{
    struct result_cache *cache = mem_alloc(sizeof *cache);
    cache->report = report;
    cache->most = most_bytes;
    return cache;
}

void result_cache_free(struct result_cache *cache)
{
    if (!cache)
        return;
    free(cache->kept);
    free(cache);
}

static struct kept *find(const struct result_cache *cache, size_t index)
{
    for (size_t i = 0; i < cache->count; i++)
        if (cache->kept[i].index == index)
            return &cache->kept[i];
    return NULL;
}

/* Returns the result that was released longest ago, or NULL if all are held. */
static struct kept *oldest(struct result_cache *cache)
{
    struct kept *found = NULL;
    for (size_t i = 0; i < cache->count; i++)
        if (!cache->kept[i].holds && (!found || cache->kept[i].released < found->released))
            found = &cache->kept[i];
    return found;
}

static void drop(struct result_cache *cache, struct kept *old)
{
    report_drop(cache->report, old->index);
    cache->bytes -= old->bytes;
    *old = cache->kept[--cache->count];
}

static void shrink(struct result_cache *cache)
{
    for (struct kept *old; cache->bytes > cache->most && (old = oldest(cache));)
        drop(cache, old);
}

bool result_cache_has(const struct result_cache *cache, size_t i)
{
    return find(cache, i) != NULL;
}

void result_cache_drop(struct result_cache *cache, size_t i)
{
    struct kept *kept = find(cache, i);
    if (kept && !kept->holds)
        drop(cache, kept);
}

void result_cache_clear(struct result_cache *cache)
{
    for (struct kept *old; (old = oldest(cache));)
        drop(cache, old);
}

/* Updates the size of a result, which grows when its instances are decoded. */
static void measure(struct result_cache *cache, struct kept *kept, const struct result *result)
{
    cache->bytes -= kept->bytes;
    kept->bytes = result_bytes(result);
    cache->bytes += kept->bytes;
}

struct result *result_cache_hold(struct result_cache *cache, size_t i, struct error *error)
{
    struct result *result = report_result(cache->report, i, error);
    if (!result)
        return NULL;
    struct kept *kept = find(cache, i);
    if (!kept) {
        mem_grow(&cache->kept, cache->count, &cache->capacity, sizeof *cache->kept);
        kept = &cache->kept[cache->count++];
        *kept = (struct kept){.index = i};
    }
    measure(cache, kept, result);
    kept->holds++;
    shrink(cache);
    return result;
}

void result_cache_release(struct result_cache *cache, size_t i)
{
    struct kept *kept = find(cache, i);
    assert(kept && kept->holds);
    measure(cache, kept, report_result(cache->report, i, NULL));
    kept->holds--;
    kept->released = ++cache->clock;
    shrink(cache);
}

size_t result_cache_bytes(const struct result_cache *cache)
{
    return cache->bytes;
}
