#include "callbacks.h"

#include <stdlib.h>
#include <time.h>

#include "contexts.h"
#include "functions.h"
#include "inject.h"
#include "window.h"

/* This thread is between entry and exit of a launch that is in the window; it holds the lock. */
static __thread bool launching;

/* Of this thread in inject->in_flight: calls may be nested. */
static __thread unsigned my_calls;

/* Seconds that a launch waits for the calls of other threads. */
enum { LONGEST_WAIT = 2 };

static void close_window(struct inject *inject)
{
    struct window *window = inject->window;
    inject->window = NULL;
    if (!window)
        return;
    window_close(window);
    free(window);
}

static bool succeeded(const CUpti_CallbackData *data)
{
    return *(const CUresult *)data->functionReturnValue == CUDA_SUCCESS;
}

/* ---- what calls leave behind: at their exit, when they succeeded ---- */

#define PARAMETERS(type) const type##_params *p = data->functionParams

static void after_mem_alloc(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAlloc_v2);
    memory_add(&inject->memory, REGION_DEVICE, data->context, *p->dptr, p->bytesize);
}

static void after_mem_alloc_pitch(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocPitch_v2);
    memory_add(&inject->memory, REGION_DEVICE, data->context, *p->dptr, *p->pPitch * p->Height);
}

static void after_mem_alloc_managed(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocManaged);
    memory_add(&inject->memory, REGION_MANAGED, data->context, *p->dptr, p->bytesize);
}

static void after_mem_alloc_async(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocAsync);
    memory_add(&inject->memory, REGION_DEVICE, data->context, *p->dptr, p->bytesize);
}

static void after_mem_alloc_pool(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocFromPoolAsync);
    memory_add(&inject->memory, REGION_DEVICE, data->context, *p->dptr, p->bytesize);
}

static void after_host_alloc(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemHostAlloc);
    memory_add(&inject->memory, REGION_HOST, data->context, (uintptr_t)*p->pp, p->bytesize);
}

static void after_alloc_host(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocHost_v2);
    memory_add(&inject->memory, REGION_HOST, data->context, (uintptr_t)*p->pp, p->bytesize);
}

static void after_host_register(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemHostRegister_v2);
    memory_add(&inject->memory, REGION_HOST, data->context, (uintptr_t)p->p, p->bytesize);
}

static void after_mem_map(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemMap);
    memory_add(&inject->memory, REGION_MAPPED, data->context, p->ptr, p->size);
}

static void after_set_access(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemSetAccess);
    for (size_t i = 0; i < p->count; i++)
        memory_grant(&inject->memory, p->ptr, p->size,
                     p->desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
}

/* Only arrays that surfaces may be bound to can be written by kernels. */
static void after_array_3d(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuArray3DCreate_v2);
    if (p->pAllocateArray->Flags & CUDA_ARRAY3D_SURFACE_LDST)
        memory_add_array(&inject->memory, data->context, *p->pHandle);
}

static void after_mipmapped(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMipmappedArrayCreate);
    if (!(p->pMipmappedArrayDesc->Flags & CUDA_ARRAY3D_SURFACE_LDST))
        return;
    for (unsigned level = 0; level < p->numMipmapLevels; level++) {
        CUarray array;
        if (inject->driver.mipmapped_array_get_level(&array, *p->pHandle, level) == CUDA_SUCCESS)
            memory_add_array(&inject->memory, data->context, array);
    }
}

static void after_module(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuModuleLoadData); /* all forms begin with the handle */
    modules_add_module(&inject->modules, *p->module);
}

static void after_library(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuLibraryLoadData);
    modules_add_library(&inject->modules, *p->library);
}

static void after_begin_capture(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    inject->capturing++;
}

static void after_green_context(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    inject->green_contexts = true;
}

static void after_cache_config(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuFuncSetCacheConfig);
    struct function *function = functions_get(inject->functions, p->hfunc);
    if (function) {
        function->has_cache_config = true;
        function->cache_config = p->config;
    }
}

static void after_kernel_cache_config(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuKernelSetCacheConfig);
    struct function *function = functions_get(inject->functions, (CUfunction)p->kernel);
    if (function) {
        function->has_cache_config = true;
        function->cache_config = p->config;
    }
}

/* ---- what calls take away: at their entry ---- */

static void before_mem_free(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemFree_v2);
    memory_remove(&inject->memory, p->dptr);
}

static void before_mem_free_async(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemFreeAsync);
    memory_remove(&inject->memory, p->dptr);
}

static void before_free_host(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemFreeHost);
    memory_remove(&inject->memory, (uintptr_t)p->p);
}

static void before_unmap(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemUnmap);
    memory_remove_range(&inject->memory, p->ptr, p->size);
}

static void before_array_destroy(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuArrayDestroy);
    memory_remove_array(&inject->memory, p->hArray);
}

static void before_mipmapped_destroy(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMipmappedArrayDestroy);
    CUarray array;
    for (unsigned level = 0; level < 32 && inject->driver.mipmapped_array_get_level(
                                               &array, p->hMipmappedArray, level) == CUDA_SUCCESS;
         level++)
        memory_remove_array(&inject->memory, array);
}

static void before_module_unload(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuModuleUnload);
    modules_drop_module(&inject->modules, p->hmod);
    functions_clear(inject->functions);
}

static void before_library_unload(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuLibraryUnload);
    CUmodule module;
    if (inject->driver.library_get_module(&module, p->library) == CUDA_SUCCESS)
        modules_drop_module(&inject->modules, module);
    modules_drop_library(&inject->modules, p->library);
    functions_clear(inject->functions);
}

/* A capture ends with this call whether it succeeds or not. */
static void before_end_capture(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    if (inject->capturing)
        inject->capturing--;
}

/* The program asks for memory, or how much there is: ours must not be in its way. */
static void before_memory(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    contexts_release_buffers(inject);
}

typedef void handler(struct inject *, const CUpti_CallbackData *);

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

static const struct rule {
    CUpti_CallbackId id;
    handler *before, *after;
} rules[] = {
    {CBID(cuMemAlloc_v2), before_memory, after_mem_alloc},
    {CBID(cuMemAllocPitch_v2), before_memory, after_mem_alloc_pitch},
    {CBID(cuMemAllocManaged), before_memory, after_mem_alloc_managed},
    {CBID(cuMemAllocAsync), before_memory, after_mem_alloc_async},
    {CBID(cuMemAllocAsync_ptsz), before_memory, after_mem_alloc_async},
    {CBID(cuMemAllocFromPoolAsync), before_memory, after_mem_alloc_pool},
    {CBID(cuMemAllocFromPoolAsync_ptsz), before_memory, after_mem_alloc_pool},
    {CBID(cuMemCreate), before_memory, NULL},
    {CBID(cuMemGetInfo_v2), before_memory, NULL},
    {CBID(cuMemHostAlloc), NULL, after_host_alloc},
    {CBID(cuMemHostAlloc_v2), NULL, after_host_alloc},
    {CBID(cuMemAllocHost_v2), NULL, after_alloc_host},
    {CBID(cuMemHostRegister_v2), NULL, after_host_register},
    {CBID(cuMemMap), NULL, after_mem_map},
    {CBID(cuMemSetAccess), NULL, after_set_access},
    {CBID(cuArray3DCreate_v2), before_memory, after_array_3d},
    {CBID(cuMipmappedArrayCreate), before_memory, after_mipmapped},
    {CBID(cuModuleLoad), NULL, after_module},
    {CBID(cuModuleLoadData), NULL, after_module},
    {CBID(cuModuleLoadDataEx), NULL, after_module},
    {CBID(cuModuleLoadFatBinary), NULL, after_module},
    {CBID(cuLibraryLoadData), NULL, after_library},
    {CBID(cuLibraryLoadFromFile), NULL, after_library},
    {CBID(cuStreamBeginCapture), NULL, after_begin_capture},
    {CBID(cuStreamBeginCapture_ptsz), NULL, after_begin_capture},
    {CBID(cuStreamBeginCapture_v2), NULL, after_begin_capture},
    {CBID(cuStreamBeginCapture_v2_ptsz), NULL, after_begin_capture},
    {CBID(cuStreamBeginCaptureToGraph), NULL, after_begin_capture},
    {CBID(cuStreamBeginCaptureToGraph_ptsz), NULL, after_begin_capture},
    {CBID(cuGreenCtxCreate), NULL, after_green_context},
    {CBID(cuFuncSetCacheConfig), NULL, after_cache_config},
    {CBID(cuKernelSetCacheConfig), NULL, after_kernel_cache_config},
    {CBID(cuMemFree_v2), before_mem_free, NULL},
    {CBID(cuMemFreeAsync), before_mem_free_async, NULL},
    {CBID(cuMemFreeAsync_ptsz), before_mem_free_async, NULL},
    {CBID(cuMemFreeHost), before_free_host, NULL},
    {CBID(cuMemHostUnregister), before_free_host, NULL},
    {CBID(cuMemUnmap), before_unmap, NULL},
    {CBID(cuArrayDestroy), before_array_destroy, NULL},
    {CBID(cuMipmappedArrayDestroy), before_mipmapped_destroy, NULL},
    {CBID(cuModuleUnload), before_module_unload, NULL},
    {CBID(cuLibraryUnload), before_library_unload, NULL},
    {CBID(cuStreamEndCapture), before_end_capture, NULL},
    {CBID(cuStreamEndCapture_ptsz), before_end_capture, NULL},
};

/* Calls that neither see nor change device memory and order nothing: a window stays open over them.
 */
static const CUpti_CallbackId harmless[] = {
    CBID(cuDriverGetVersion),
    CBID(cuGetProcAddress),
    CBID(cuGetProcAddress_v2),
    CBID(cuGetErrorName),
    CBID(cuGetErrorString),
    CBID(cuDeviceGet),
    CBID(cuDeviceGetCount),
    CBID(cuDeviceGetName),
    CBID(cuDeviceGetAttribute),
    CBID(cuDevicePrimaryCtxGetState),
    CBID(cuCtxGetCurrent),
    CBID(cuCtxSetCurrent),
    CBID(cuCtxPushCurrent_v2),
    CBID(cuCtxPopCurrent_v2),
    CBID(cuCtxGetDevice),
    CBID(cuCtxGetLimit),
    CBID(cuCtxGetFlags),
    CBID(cuCtxGetApiVersion),
    CBID(cuCtxGetStreamPriorityRange),
    CBID(cuModuleGetFunction),
    CBID(cuModuleLoadData),
    CBID(cuLibraryLoadData),
    CBID(cuLibraryGetKernel),
    CBID(cuLibraryGetModule),
    CBID(cuKernelGetFunction),
    CBID(cuKernelGetAttribute),
    CBID(cuKernelSetAttribute),
    CBID(cuKernelSetCacheConfig),
    CBID(cuKernelGetName),
    CBID(cuKernelGetParamInfo),
    CBID(cuFuncGetAttribute),
    CBID(cuFuncSetAttribute),
    CBID(cuFuncSetCacheConfig),
    CBID(cuFuncGetModule),
    CBID(cuFuncGetName),
    CBID(cuFuncGetParamInfo),
    CBID(cuOccupancyMaxActiveBlocksPerMultiprocessor),
    CBID(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags),
    CBID(cuOccupancyMaxPotentialBlockSize),
    CBID(cuOccupancyMaxActiveClusters),
    CBID(cuOccupancyMaxPotentialClusterSize),
    CBID(cuPointerGetAttribute),
    CBID(cuPointerGetAttributes),
    CBID(cuStreamIsCapturing),
    CBID(cuStreamIsCapturing_ptsz),
    CBID(cuStreamGetFlags),
    CBID(cuStreamGetPriority),
    CBID(cuStreamGetCtx),
    CBID(cuEventCreate),
    CBID(cuEventRecord),
    CBID(cuEventRecord_ptsz),
    CBID(cuTensorMapEncodeTiled),
    CBID(cuTensorMapEncodeIm2col),
};

/* By call; filled once, before the first callback. */
static const struct rule *rule_of[CUPTI_DRIVER_TRACE_CBID_SIZE];
static bool is_harmless[CUPTI_DRIVER_TRACE_CBID_SIZE];

/* ---- launches ---- */

static Wire__Action ask_host(struct inject *inject, const struct launch *launch,
                             uint32_t context_id)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Seen m = WIRE__SEEN__INIT;
    Wire__Dimensions grid = WIRE__DIMENSIONS__INIT, block = WIRE__DIMENSIONS__INIT;
    grid.has_x = grid.has_y = grid.has_z = block.has_x = block.has_y = block.has_z = true;
    grid.x = launch->config.gridDimX;
    grid.y = launch->config.gridDimY;
    grid.z = launch->config.gridDimZ;
    block.x = launch->config.blockDimX;
    block.y = launch->config.blockDimY;
    block.z = launch->config.blockDimZ;
    m.has_launch = m.has_function = m.has_unasked = true;
    m.launch = launch->id;
    m.function = (uint64_t)(uintptr_t)launch->f;
    m.mangled = (char *)(uintptr_t)launch->mangled;
    m.grid = &grid;
    m.block = &block;
    m.unasked = inject->unasked;
    m.has_context = true;
    m.context = context_id;
    m.has_stream = facts_stream(inject, launch, &m.stream);
    inject->unasked = 0;
    message.seen = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    Wire__Action action = WIRE__ACTION__FINISH;
    if (answer && answer->verdict)
        action = answer->verdict->action;
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return action;
}

/* A launch that cannot be measured is reported with the reason. */
static void report_failure(struct inject *inject, const struct launch *launch, const char *error)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Window m = WIRE__WINDOW__INIT;
    Wire__Result result = WIRE__RESULT__INIT, *results[] = {&result};
    result.has_launch = true;
    result.launch = launch->id;
    result.error = (char *)(uintptr_t)error;
    m.n_results = 1;
    m.results = results;
    message.window = &m;
    channel_send(&inject->channel, &message);
}

/* The open window if the launch can join it, else a new one. NULL: *error says why there is none.
 */
static struct window *window_for(struct inject *inject, struct context_state *context,
                                 enum treatment treatment, const char **error)
{
    if (inject->window && window_takes(inject->window, context, treatment))
        return inject->window;
    close_window(inject);
    /* What another thread's copy writes during the replay would be undone. */
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LONGEST_WAIT;
    *error = "a call of another thread may change memory during the replay";
    while (inject->in_flight > my_calls)
        if (pthread_cond_timedwait(&inject->landed, &inject->lock, &until) != 0)
            return NULL;
    /* The lock was free meanwhile. */
    if (inject->window && window_takes(inject->window, context, treatment))
        return inject->window;
    close_window(inject);
    struct window *window = calloc(1, sizeof *window);
    *error = "out of memory";
    if (window && window_open(window, inject, context, treatment, error)) {
        inject->window = window;
        return window;
    }
    free(window);
    return NULL;
}

static bool take_launch(struct inject *inject, struct launch *launch, struct function *function,
                        const CUpti_CallbackData *data)
{
    const char *error = "this context cannot be profiled";
    struct context_state *context = contexts_get(inject, launch->context, data->contextUid);
    enum treatment treatment = TREAT_TOGETHER;
    if (context) {
        functions_resolve(function, inject);
        treatment = treatment_choose(inject, function, launch->mangled);
    }
    struct window *window = context ? window_for(inject, context, treatment, &error) : NULL;
    if (window && launch_copy_arguments(launch, inject, function->is_kernel, data)) {
        if (window->uncounted)
            treatment_tell_uncounted(inject, function, launch->mangled, window->uncounted);
        window_add(window, launch, function, data->correlationId);
        return true;
    }
    report_failure(inject, launch, window ? "the launch's arguments could not be copied" : error);
    launch_free(launch);
    return false;
}

static void tell_of_capture(struct inject *inject)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Notice m = WIRE__NOTICE__INIT;
    if (inject->told_of_capture)
        return;
    inject->told_of_capture = true;
    m.text = "launches captured into graphs are not profiled";
    m.has_captured = m.captured = true;
    message.notice = &m;
    channel_send(&inject->channel, &message);
}

/* Called with the lock held; returns whether it stays held until the launch's exit. */
static bool enter_launch(struct inject *inject, struct launch *launch,
                         const CUpti_CallbackData *data)
{
    launch->id = inject->launches++;
    struct function *function = functions_get(inject->functions, launch->f);
    if (!function) {
        close_window(inject);
        return false;
    }
    /* A launch that is captured does not run now, and any synchronisation would break the capture.
     */
    if (inject->capturing) {
        treatment_note(inject, function, launch->mangled);
        tell_of_capture(inject);
        close_window(inject);
        return false;
    }
    if (function->never) {
        treatment_note(inject, function, launch->mangled);
        inject->unasked++;
        close_window(inject);
        return false;
    }
    switch (ask_host(inject, launch, data->contextUid)) {
    case WIRE__ACTION__TAKE:
        return take_launch(inject, launch, function, data);
    case WIRE__ACTION__NEVER:
        function->never = true;
        break;
    case WIRE__ACTION__FINISH:
        inject->active = false;
        break;
    default:
        break;
    }
    /* It changes memory and is not in the window. */
    treatment_note(inject, function, launch->mangled);
    close_window(inject);
    return false;
}

/* The lock is this thread's since the entry. */
static void exit_launch(struct inject *inject, const CUpti_CallbackData *data)
{
    struct window *window = inject->window;
    launching = false;
    if (!succeeded(data))
        window_drop_last(window,
                         inject_driver_error(inject, *(const CUresult *)data->functionReturnValue));
    if (window->count >= window->most)
        close_window(inject);
    pthread_mutex_unlock(&inject->lock);
}

/* A call whose entry was not seen has an exit alone. */
static void note_in_flight(struct inject *inject, bool enter)
{
    if (enter) {
        my_calls++;
        inject->in_flight++;
    } else if (my_calls) {
        my_calls--;
        inject->in_flight--;
        pthread_cond_broadcast(&inject->landed);
    }
}

static void on_driver(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    struct launch launch;
    bool known = id < CUPTI_DRIVER_TRACE_CBID_SIZE;
    const struct rule *rule = known ? rule_of[id] : NULL;
    bool enter = data->callbackSite == CUPTI_API_ENTER;
    if (launching) {
        /* Only the exit of the launch itself: what it calls inside is not seen. */
        if (!enter && launch_from_callback(&launch, id, data))
            exit_launch(inject, data);
        return;
    }
    pthread_mutex_lock(&inject->lock);
    bool is_launch = enter && launch_from_callback(&launch, id, data);
    if (is_launch && inject->active)
        launching = enter_launch(inject, &launch, data);
    else if (enter && (is_launch || !known || !is_harmless[id]))
        close_window(inject);
    if (!launching && (!known || !is_harmless[id]))
        note_in_flight(inject, enter);
    if (rule && enter && rule->before)
        rule->before(inject, data);
    else if (rule && !enter && rule->after && succeeded(data))
        rule->after(inject, data);
    if (!launching)
        pthread_mutex_unlock(&inject->lock);
}

/* The driver loads modules lazily, also inside calls of ours and inside a launch that is under way:
 * the lock is then this thread's already. */
static void on_resource(struct inject *inject, CUpti_CallbackId id, const CUpti_ResourceData *data,
                        bool locked)
{
    const CUpti_ModuleResourceData *module = data->resourceDescriptor;
    bool was_inside = inject_inside;
    inject_inside = true;
    if (!locked)
        pthread_mutex_lock(&inject->lock);
    /* Ours hold nothing that belongs in the report or the snapshot. */
    if (inject->replaying && id != CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
        (void)module;
    } else if (id == CUPTI_CBID_RESOURCE_MODULE_LOADED) {
        modules_add_cubin(&inject->modules, module->moduleId, module->pCubin, module->cubinSize);
    } else if (id == CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING) {
        modules_drop_cubin(&inject->modules, module->moduleId);
    } else if (id == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING) {
        contexts_drop(inject, data->context);
        memory_drop_context(&inject->memory, data->context);
    }
    if (!locked)
        pthread_mutex_unlock(&inject->lock);
    inject_inside = was_inside;
}

static void CUPTIAPI on_callback(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                 const void *data)
{
    struct inject *inject = user;
    if (inject->channel.socket < 0)
        return;
    if (domain == CUPTI_CB_DOMAIN_RESOURCE)
        on_resource(inject, id, data, inject_inside || launching);
    if (domain != CUPTI_CB_DOMAIN_DRIVER_API || inject_inside)
        return;
    inject_inside = true;
    on_driver(inject, id, data);
    inject_inside = false;
}

void callbacks_finish(struct inject *inject)
{
    inject_inside = true;
    pthread_mutex_lock(&inject->lock);
    inject->active = false;
    close_window(inject);
    pthread_mutex_unlock(&inject->lock);
    inject_inside = false;
}

CUptiResult callbacks_install(struct inject *inject)
{
    static const CUpti_CallbackId resources[] = {CUPTI_CBID_RESOURCE_MODULE_LOADED,
                                                 CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING,
                                                 CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        rule_of[rules[i].id] = &rules[i];
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        is_harmless[harmless[i]] = true;
    CUptiResult result = inject->cupti.subscribe(&inject->subscriber, on_callback, inject);
    if (result != CUPTI_SUCCESS)
        return result;
    for (size_t i = 0; i < sizeof resources / sizeof *resources; i++)
        inject->cupti.enable_callback(1, inject->subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                      resources[i]);
    /* Every driver call, so that none of another thread gets between two passes. */
    for (CUpti_CallbackId id = 1; id < CUPTI_DRIVER_TRACE_CBID_SIZE; id++)
        inject->cupti.enable_callback(1, inject->subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
    return CUPTI_SUCCESS;
}
