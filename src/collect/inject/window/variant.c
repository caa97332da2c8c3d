/* Part of a variant belongs to the launch (block, grid, shared memory, cluster), part is a setting
 * of the function (carveout, cache preference). The first part goes into the copy of the launch;
 * the second is set before the variant runs and put back after it, because the program may launch
 * the function again. The limits of function and device are read once for each launch. */
#include "collect/inject/window/variant.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"

/* The size of clusters that every chip with clusters allows, and the largest with the function's
 * consent. */
enum { PORTABLE_CLUSTER = 8, MOST_CLUSTER = 16 };

size_t variant_product(const unsigned size[3])
{
    return (size_t)size[0] * size[1] * size[2];
}

static bool same_size(const unsigned a[3], const unsigned b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

bool variant_equal(const struct variant *a, const struct variant *b)
{
    return same_size(a->block, b->block) && same_size(a->grid, b->grid) &&
           same_size(a->cluster, b->cluster) && a->shared == b->shared &&
           a->carveout == b->carveout && a->cache == b->cache && a->flush == b->flush;
}

/* A setting of a library's kernel also holds for its function. */
static CUresult set_attribute(const struct variant_base *base, CUfunction_attribute attribute,
                              int value)
{
    const struct foil_driver *driver = &base->inject->driver;
    const struct function *f = base->function;
    return f->is_kernel
               ? driver->kernel_set_attribute(attribute, value, (CUkernel)f->handle, base->device)
               : driver->func_set_attribute(f->handle, attribute, value);
}

static CUresult set_cache(const struct variant_base *base, CUfunc_cache cache)
{
    const struct foil_driver *driver = &base->inject->driver;
    const struct function *f = base->function;
    return f->is_kernel ? driver->kernel_set_cache_config((CUkernel)f->handle, cache, base->device)
                        : driver->func_set_cache_config(f->handle, cache);
}

static int attribute_of(const struct variant_base *base, CUfunction_attribute attribute, int other)
{
    const struct foil_driver *driver = &base->inject->driver;
    const struct function *f = base->function;
    int value;
    CUresult result = f->is_kernel ? driver->kernel_get_attribute(&value, attribute,
                                                                  (CUkernel)f->handle, base->device)
                                   : driver->func_get_attribute(&value, attribute, f->function);
    return result == CUDA_SUCCESS ? value : other;
}

static int device_attribute(const struct variant_base *base, CUdevice_attribute attribute)
{
    int value = 0;
    return base->inject->driver.device_get_attribute(&value, attribute, base->device) ==
                   CUDA_SUCCESS
               ? value
               : 0;
}

static void read_launch(struct variant_base *base)
{
    const struct launch *launch = base->launch;
    const CUlaunchConfig *c = &launch->config;
    struct variant *own = &base->own;
    memcpy(own->grid, (const unsigned[]){c->gridDimX, c->gridDimY, c->gridDimZ}, sizeof own->grid);
    memcpy(own->block, (const unsigned[]){c->blockDimX, c->blockDimY, c->blockDimZ},
           sizeof own->block);
    own->shared = c->sharedMemBytes;
    base->cooperative =
        launch->entry == LAUNCH_COOPERATIVE || launch->entry == LAUNCH_COOPERATIVE_PTSZ;
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const CUlaunchAttributeValue *value = &launch->attributes[i].value;
        switch (launch->attributes[i].id) {
        case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
            memcpy(
                own->cluster,
                (const unsigned[]){value->clusterDim.x, value->clusterDim.y, value->clusterDim.z},
                sizeof own->cluster);
            break;
        case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
            base->cooperative = base->cooperative || value->cooperative;
            break;
        default:
            break;
        }
    }
}

static void read_cluster(struct variant_base *base)
{
    const int sizes[] = {attribute_of(base, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 0),
                         attribute_of(base, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, 0),
                         attribute_of(base, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, 0)};
    base->clusters = device_attribute(base, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0;
    base->max_cluster = attribute_of(base, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 0)
                            ? MOST_CLUSTER
                            : PORTABLE_CLUSTER;
    base->own_clusters = sizes[0] > 0;
    for (int i = 0; i < 3 && base->own_clusters; i++)
        base->own.cluster[i] = sizes[i] > 0 ? (unsigned)sizes[i] : 1;
}

bool variant_base_open(struct variant_base *base, struct inject *inject,
                       const struct launch *launch, const struct function *function,
                       CUdevice device)
{
    *base = (struct variant_base){
        .inject = inject, .launch = launch, .function = function, .device = device};
    if (!function->function)
        return false;
    read_launch(base);
    read_cluster(base);
    base->own.flush = inject->settings.flush_caches;
    base->own.carveout = attribute_of(base, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, -1);
    base->own.cache =
        function->has_cache_config ? function->cache_config : CU_FUNC_CACHE_PREFER_NONE;
    base->max_dynamic = attribute_of(base, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1);
    base->max_threads = attribute_of(base, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, -1);
    base->static_shared = attribute_of(base, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, -1);
    base->max_shared =
        device_attribute(base, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    base->sms = device_attribute(base, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    return base->max_dynamic >= 0 && base->max_threads > 0 && base->static_shared >= 0 &&
           base->max_shared > 0 && base->sms > 0;
}

static bool asks_for_more(const struct variant_base *base, const struct variant *v)
{
    return v->shared > (unsigned)base->max_dynamic;
}

int variant_resident(const struct variant_base *base, const struct variant *v)
{
    int blocks = 0;
    const bool more = asks_for_more(base, v);
    if (more && set_attribute(base, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                              (int)v->shared) != CUDA_SUCCESS)
        return 0;
    CUresult result = base->inject->driver.occupancy_max_active_blocks(
        &blocks, base->function->function, (int)variant_product(v->block), v->shared);
    if (more)
        set_attribute(base, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, base->max_dynamic);
    return result == CUDA_SUCCESS ? blocks : 0;
}

static bool refuse(char reason[VARIANT_REASON], const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool refuse(char reason[VARIANT_REASON], const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, VARIANT_REASON, format, arguments);
    va_end(arguments);
    return true;
}

static bool size_refused(const struct variant_base *base, const struct variant *v,
                         char reason[VARIANT_REASON])
{
    static const CUdevice_attribute blocks[] = {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
                                                CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
                                                CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z},
                                    grids[] = {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
                                               CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
                                               CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z};
    if (variant_product(v->block) > (size_t)base->max_threads)
        return refuse(reason, "a block of this kernel has at most %d threads", base->max_threads);
    for (int i = 0; i < 3; i++) {
        const unsigned block = (unsigned)device_attribute(base, blocks[i]);
        const unsigned grid = (unsigned)device_attribute(base, grids[i]);
        if (v->block[i] > block)
            return refuse(reason, "a block has at most %u threads in direction %c", block,
                          "xyz"[i]);
        if (v->grid[i] > grid)
            return refuse(reason, "a grid has at most %u blocks in direction %c", grid, "xyz"[i]);
    }
    return false;
}

static bool shared_refused(const struct variant_base *base, const struct variant *v,
                           char reason[VARIANT_REASON])
{
    if (v->shared < base->own.shared)
        return refuse(reason,
                      "the launch asks for %u bytes of dynamic shared memory: with less, its "
                      "kernel would go wrong",
                      base->own.shared);
    if ((size_t)v->shared + (size_t)base->static_shared > (size_t)base->max_shared)
        return refuse(reason, "a block has at most %d bytes of dynamic shared memory here",
                      base->max_shared - base->static_shared);
    return false;
}

static bool cluster_refused(const struct variant_base *base, const struct variant *v,
                            char reason[VARIANT_REASON])
{
    const bool other = !same_size(v->cluster, base->own.cluster);
    if (other && !base->clusters)
        return refuse(reason, "this GPU has no clusters");
    if (other && base->own_clusters)
        return refuse(reason, "the kernel is compiled for clusters of %zu blocks",
                      variant_product(base->own.cluster));
    if (!variant_product(v->cluster))
        return false;
    if (variant_product(v->cluster) > base->max_cluster)
        return refuse(reason, "clusters of this kernel have at most %u blocks", base->max_cluster);
    for (int i = 0; i < 3; i++)
        if (v->grid[i] % v->cluster[i])
            return refuse(reason, "its grid is not made of whole clusters");
    return false;
}

bool variant_refused(const struct variant_base *base, const struct variant *v,
                     char reason[VARIANT_REASON])
{
    if (size_refused(base, v, reason) || shared_refused(base, v, reason) ||
        cluster_refused(base, v, reason))
        return true;
    const int resident = variant_resident(base, v);
    if (!resident)
        return refuse(reason, "no block fits an SM");
    const size_t most = (size_t)resident * (size_t)base->sms;
    return base->cooperative && variant_product(v->grid) > most &&
           refuse(reason, "it is a cooperative launch, of which %zu blocks can run at a time",
                  most);
}

/* Replaces the attribute of this kind, or adds it. */
static void set_launch_attribute(struct launch *launch, const CUlaunchAttribute *attribute)
{
    unsigned at = 0, room = sizeof launch->attributes / sizeof *launch->attributes;
    while (at < launch->config.numAttrs && launch->attributes[at].id != attribute->id)
        at++;
    if (at == room)
        return;
    launch->attributes[at] = *attribute;
    launch->config.numAttrs += at == launch->config.numAttrs;
}

/* Only launches by this entry point have attributes. */
static void make_extended(struct launch *launch)
{
    const bool cooperative =
        launch->entry == LAUNCH_COOPERATIVE || launch->entry == LAUNCH_COOPERATIVE_PTSZ;
    const bool own_stream = launch->entry == LAUNCH_KERNEL_PTSZ ||
                            launch->entry == LAUNCH_COOPERATIVE_PTSZ ||
                            launch->entry == LAUNCH_EX_PTSZ;
    launch->entry = own_stream ? LAUNCH_EX_PTSZ : LAUNCH_EX;
    if (cooperative)
        set_launch_attribute(launch, &(CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE,
                                                          .value.cooperative = 1});
}

void variant_launch(struct launch *launch, const struct variant_base *base, const struct variant *v)
{
    CUlaunchConfig *c = &launch->config;
    *launch = *base->launch;
    c->gridDimX = v->grid[0], c->gridDimY = v->grid[1], c->gridDimZ = v->grid[2];
    c->blockDimX = v->block[0], c->blockDimY = v->block[1], c->blockDimZ = v->block[2];
    c->sharedMemBytes = v->shared;
    if (same_size(v->cluster, base->own.cluster))
        return;
    make_extended(launch);
    set_launch_attribute(
        launch,
        &(CUlaunchAttribute){.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
                             .value.clusterDim = {v->cluster[0], v->cluster[1], v->cluster[2]}});
}

static CUresult set(const struct variant_base *base, const struct variant *from,
                    const struct variant *to)
{
    const bool more = asks_for_more(base, from) || asks_for_more(base, to);
    const int dynamic = asks_for_more(base, to) ? (int)to->shared : base->max_dynamic;
    CUresult results[3] = {CUDA_SUCCESS, CUDA_SUCCESS, CUDA_SUCCESS};
    if (more)
        results[0] = set_attribute(base, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, dynamic);
    if (from->carveout != to->carveout)
        results[1] =
            set_attribute(base, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, to->carveout);
    if (from->cache != to->cache)
        results[2] = set_cache(base, to->cache);
    base->inject->settings.flush_caches = to->flush;
    for (int i = 0; i < 3; i++)
        if (results[i] != CUDA_SUCCESS)
            return results[i];
    return CUDA_SUCCESS;
}

CUresult variant_begin(const struct variant_base *base, const struct variant *variant)
{
    return set(base, &base->own, variant);
}

CUresult variant_end(const struct variant_base *base, const struct variant *variant)
{
    return set(base, variant, &base->own);
}
