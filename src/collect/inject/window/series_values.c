#include "collect/inject/window/series_values.h"

#include <string.h>

#include "collect/inject/base/inject.h"

enum { LEAST_BLOCK = 32, MOST_CLUSTER = 8, MOST_STEPS = 8, SHARED_UNIT = 128, MOST_WAVES = 8 };

static bool is_flat(const unsigned size[3])
{
    return size[1] == 1 && size[2] == 1;
}

static size_t choose_blocks(const struct variant_base *base, int32_t *values, const char **reason)
{
    const size_t threads = (size_t)base->own.grid[0] * base->own.block[0];
    size_t held[MOST_SERIES_VALUES], best = 0, count = 0, kept = 0;
    *reason = "no smaller power of two from 32 on divides its threads: name sizes (block=...)";
    if (!is_flat(base->own.block) || !is_flat(base->own.grid)) {
        *reason = "its blocks or its grid have several dimensions: name shapes (block=32x4)";
        return 0;
    }
    for (size_t size = LEAST_BLOCK; size <= base->own.block[0]; size *= 2) {
        struct variant v = base->own;
        if (threads % size || count == MOST_SERIES_VALUES)
            continue;
        v.block[0] = (unsigned)size;
        values[count] = (int32_t)size;
        held[count] = size * (size_t)variant_resident(base, &v);
        best = held[count] > best ? held[count] : best;
        count++;
    }
    for (size_t i = 0; i < count; i++)
        if (2 * held[i] >= best && best)
            values[kept++] = values[i];
    return kept == 1 && values[0] == (int32_t)base->own.block[0] ? 0 : kept;
}

static size_t choose_grids(const struct variant_base *base, int32_t *values, const char **reason)
{
    const size_t wave = (size_t)variant_resident(base, &base->own) * (size_t)base->sms;
    size_t count = 0;
    *reason = is_flat(base->own.grid)
                  ? "its grid is not more than one wave, and larger ones may go out of bounds: "
                    "name them (grid=...)"
                  : "its grid has several dimensions: name shapes (grid=64x16)";
    for (size_t blocks = wave;
         is_flat(base->own.grid) && wave && blocks < base->own.grid[0] && count < MOST_WAVES;
         blocks *= 2)
        values[count++] = (int32_t)blocks;
    return count;
}

/* Shared memory that an SM has for each block if this number of blocks runs on it, less what the
 * driver and the kernel need. */
static int64_t shared_for(const struct variant_base *base, int blocks)
{
    const struct foil_driver *driver = &base->inject->driver;
    int all = 0, reserved = 0;
    if (driver->device_get_attribute(&all, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
                                     base->device) != CUDA_SUCCESS ||
        driver->device_get_attribute(&reserved,
                                     CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK,
                                     base->device) != CUDA_SUCCESS)
        return 0;
    const int64_t block = all / blocks / SHARED_UNIT * SHARED_UNIT - reserved;
    const int64_t most = block < base->max_shared ? block : base->max_shared;
    return most - base->static_shared;
}

static size_t choose_shared(const struct variant_base *base, int32_t *values, const char **reason)
{
    const int resident = variant_resident(base, &base->own);
    size_t count = 0;
    *reason = "an SM already holds only one of its blocks";
    for (int blocks = resident - 1; blocks > 0 && count < MOST_SERIES_VALUES; blocks--) {
        const int64_t bytes = shared_for(base, blocks);
        if (resident > MOST_STEPS && (blocks & (blocks - 1)))
            continue;
        if (bytes > base->own.shared)
            values[count++] = (int32_t)bytes;
    }
    return count;
}

static size_t choose_clusters(const struct variant_base *base, int32_t *values, const char **reason)
{
    size_t count = 0;
    *reason = "its grid has several dimensions: name shapes (cluster=2x2)";
    if (base->own.cluster[0]) {
        *reason = "it is written for the clusters that it has: name sizes (cluster=...)";
        return 0;
    }
    for (int32_t size = 1; is_flat(base->own.grid) && size <= MOST_CLUSTER; size *= 2)
        if (base->own.grid[0] % (unsigned)size == 0)
            values[count++] = size;
    return count;
}

static size_t copy(int32_t *values, const int32_t *from, size_t count)
{
    memcpy(values, from, count * sizeof *from);
    return count;
}

size_t series_values_choose(const struct variant_base *base, Wire__SeriesParameter parameter,
                            int32_t values[MOST_SERIES_VALUES], const char **reason)
{
    static const int32_t carveouts[] = {CU_SHAREDMEM_CARVEOUT_DEFAULT, 0, 25, 50, 75, 100};
    static const int32_t caches[] = {CU_FUNC_CACHE_PREFER_SHARED, CU_FUNC_CACHE_PREFER_L1,
                                     CU_FUNC_CACHE_PREFER_EQUAL};
    static const int32_t flushes[] = {1, 0};
    *reason = "there is nothing to choose from";
    switch (parameter) {
    case WIRE__SERIES_PARAMETER__BLOCK:
        return choose_blocks(base, values, reason);
    case WIRE__SERIES_PARAMETER__GRID:
        return choose_grids(base, values, reason);
    case WIRE__SERIES_PARAMETER__SMEM:
        return choose_shared(base, values, reason);
    case WIRE__SERIES_PARAMETER__CLUSTER:
        return choose_clusters(base, values, reason);
    case WIRE__SERIES_PARAMETER__CARVEOUT:
        return copy(values, carveouts, sizeof carveouts / sizeof *carveouts);
    case WIRE__SERIES_PARAMETER__CACHE:
        return copy(values, caches, sizeof caches / sizeof *caches);
    case WIRE__SERIES_PARAMETER__CACHE_CONTROL:
        return copy(values, flushes, sizeof flushes / sizeof *flushes);
    default:
        return 0;
    }
}
