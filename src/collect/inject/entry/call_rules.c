#include "collect/inject/entry/call_rules.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/program/call_crosses.h"
#include "collect/inject/program/call_harmless.h"
#include "collect/inject/program/call_looks.h"
#include "collect/inject/program/captures.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/graph_calls.h"
#include "collect/inject/program/green_context.h"
#include "collect/inject/program/leaving.h"
#include "collect/inject/program/modules.h"
#include "collect/inject/program/pageable.h"
#include "collect/inject/program/running.h"
#include "collect/inject/ranges/ranges.h"
#include "collect/inject/saved/snapshot_copy.h"
#include "collect/inject/window/window.h"

/* ---- what calls leave behind: at their exit, when they succeeded ---- */

#define PARAMETERS(type) const type##_params *p = data->functionParams

static void add(struct inject *inject, const CUpti_CallbackData *data, enum region_kind kind,
                CUdeviceptr address, size_t size)
{
    struct memory_tracker *tracker = inject->program.memory;
    CUdevice device;
    if (memory_device_of(tracker, data->context) < 0 &&
        inject->driver.ctx_get_device(&device) == CUDA_SUCCESS)
        memory_know_context(tracker, data->context, device);
    memory_add(tracker, kind, data->context, address, size);
}

static void after_mem_alloc(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAlloc_v2);
    add(inject, data, REGION_DEVICE, *p->dptr, p->bytesize);
}

static void after_mem_alloc_pitch(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocPitch_v2);
    add(inject, data, REGION_DEVICE, *p->dptr, *p->pPitch * p->Height);
}

static void after_mem_alloc_managed(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocManaged);
    add(inject, data, REGION_MANAGED, *p->dptr, p->bytesize);
}

/* No other stream of the name 0 can be captured than the thread's own. */
static bool is_captured(const struct inject *inject, CUstream stream)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return inject->program.capturing &&
           inject->driver.stream_is_capturing(stream ? stream : CU_STREAM_PER_THREAD, &status) ==
               CUDA_SUCCESS &&
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/* A pool may be of another device than the stream, of the host, or of managed memory. Of a stream
 * that is captured nothing is asked: the call makes a node, whose memory each launch of the graph
 * brings (program/graph_calls.h). */
static void add_pooled(struct inject *inject, const CUpti_CallbackData *data, CUstream stream,
                       CUdeviceptr address, size_t size)
{
    const struct foil_driver *driver = &inject->driver;
    unsigned type = CU_MEMORYTYPE_DEVICE, managed = 0;
    int home = -1;
    if (!is_captured(inject, stream)) {
        driver->pointer_get_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
        driver->pointer_get_attribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, address);
        driver->pointer_get_attribute(&home, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address);
    }
    add(inject, data,
        managed                      ? REGION_MANAGED
        : type == CU_MEMORYTYPE_HOST ? REGION_HOST
                                     : REGION_DEVICE,
        address, size);
    if (home >= 0 && type == CU_MEMORYTYPE_DEVICE)
        memory_set_home(inject->program.memory, address, home);
}

static void after_mem_alloc_async(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocAsync);
    add_pooled(inject, data, p->hStream, *p->dptr, p->bytesize);
}

static void after_mem_alloc_pool(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocFromPoolAsync);
    add_pooled(inject, data, p->hStream, *p->dptr, p->bytesize);
}

static void after_host_alloc(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemHostAlloc);
    memory_add(inject->program.memory, REGION_HOST, data->context, (uintptr_t)*p->pp, p->bytesize);
}

static void after_alloc_host(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAllocHost_v2);
    memory_add(inject->program.memory, REGION_HOST, data->context, (uintptr_t)*p->pp, p->bytesize);
}

static void add_foreign(struct inject *inject, CUcontext context, CUdeviceptr address, size_t size)
{
    inject->program.memory->guarded = true;
    memory_add(inject->program.memory, REGION_FOREIGN, context, address, size);
}

/* Registers of a device are no memory: to read or to write one does something, each time. */
static void after_host_register(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemHostRegister_v2);
    if (p->Flags & CU_MEMHOSTREGISTER_IOMEMORY) {
        add_foreign(inject, data->context, (uintptr_t)p->p, p->bytesize);
        return;
    }
    memory_add(inject->program.memory, REGION_HOST, data->context, (uintptr_t)p->p, p->bytesize);
    if (p->Flags & CU_MEMHOSTREGISTER_READ_ONLY)
        memory_grant(inject->program.memory, (uintptr_t)p->p, p->bytesize, false);
    else if (exposed_is_shared_mapping(p->p))
        inject->program.memory->guarded = true;
}

static void after_mem_map(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemMap);
    CUmemAllocationProp properties = {0};
    add(inject, data, REGION_MAPPED, p->ptr, p->size);
    if (inject->driver.mem_get_allocation_properties(&properties, p->handle) == CUDA_SUCCESS &&
        properties.location.type == CU_MEM_LOCATION_TYPE_DEVICE)
        memory_set_home(inject->program.memory, p->ptr, properties.location.id);
    exposed_map(inject->program.memory, p->ptr, p->handle);
}

static void after_set_access(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemSetAccess);
    CUdevice own = -1;
    inject->driver.ctx_get_device(&own);
    for (size_t i = 0; i < p->count; i++) {
        const bool writable = p->desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
        if (p->desc[i].location.type != CU_MEM_LOCATION_TYPE_DEVICE)
            continue; /* the processor's */
        memory_grant_device(inject->program.memory, p->ptr, p->size, p->desc[i].location.id,
                            writable);
        const struct region *region = memory_find(inject->program.memory, p->ptr);
        const bool mapped_here = region && region->context == data->context;
        if (writable && (p->desc[i].location.id != own || !mapped_here))
            memory_grant_everyone(inject->program.memory, p->ptr, p->size);
    }
}

static void after_peer_access(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuCtxEnablePeerAccess);
    memory_allow(inject->program.memory, data->context, p->peerContext);
}

static void before_no_peer_access(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuCtxDisablePeerAccess);
    memory_forbid(inject->program.memory, data->context, p->peerContext);
}

/* Pools may be used from other devices, and a green context works on the memory of the context that
 * it is part of: any context may mean any device memory from then on. */
static void after_memory_opens(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    inject->program.memory->open_to_all = true;
}

static void after_ipc_get(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuIpcGetMemHandle);
    exposed_export(inject->program.memory, p->dptr);
}

static void after_pointer_export(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemPoolExportPointer);
    exposed_export(inject->program.memory, p->ptr);
}

static void after_range_handle(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemGetHandleForAddressRange);
    exposed_export_range(inject->program.memory, p->dptr, p->size);
}

/* Network cards write it from then on (GPUDirect RDMA). */
static void after_set_pointer(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuPointerSetAttribute);
    const unsigned *on = p->value;
    if (p->attribute == CU_POINTER_ATTRIBUTE_SYNC_MEMOPS && on && *on)
        exposed_export(inject->program.memory, p->ptr);
}

static void after_create(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemCreate);
    exposed_handle_new(inject->program.memory, *p->handle);
}

static void after_export(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemExportToShareableHandle);
    exposed_handle_export(inject->program.memory, p->handle);
}

static void after_import(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemImportFromShareableHandle);
    exposed_handle_foreign(inject->program.memory, *p->handle);
}

static void after_retain(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemRetainAllocationHandle);
    exposed_handle_also(inject->program.memory, (uintptr_t)p->addr, *p->handle);
}

/* What is written to a multicast object goes to all memory that is bound to it. */
static void after_multicast(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMulticastCreate);
    exposed_handle_foreign(inject->program.memory, *p->mcHandle);
}

static void after_multicast_bind(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMulticastBindMem);
    exposed_handle_export(inject->program.memory, p->memHandle);
}

static void after_multicast_address(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMulticastBindAddr);
    exposed_export_range(inject->program.memory, p->memptr, p->size);
}

static void add_foreign_range(struct inject *inject, CUcontext context, CUdeviceptr address)
{
    CUdeviceptr base;
    size_t size;
    if (inject->driver.mem_get_address_range(&base, &size, address) == CUDA_SUCCESS)
        add_foreign(inject, context, base, size);
    else
        inject->program.memory->incomplete = true;
}

static void after_ipc_open(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuIpcOpenMemHandle_v2);
    add_foreign_range(inject, data->context, *p->pdptr);
}

static void after_pointer_import(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemPoolImportPointer);
    add_foreign_range(inject, data->context, *p->ptr_out);
}

static void after_external_buffer(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuExternalMemoryGetMappedBuffer);
    add_foreign(inject, data->context, *p->devPtr, p->bufferDesc->size);
}

static void after_graphics_pointer(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphicsResourceGetMappedPointer_v2);
    add_foreign(inject, data->context, *p->pDevPtr, *p->pSize);
}

static void after_foreign_array(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    exposed_arrays(inject->program.memory);
}

static void after_surface(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuSurfObjectCreate);
    if (p->pResDesc->resType == CU_RESOURCE_TYPE_ARRAY)
        exposed_surface(inject->program.memory, *p->pSurfObject, p->pResDesc->res.array.hArray);
}

static void before_no_surface(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuSurfObjectDestroy);
    exposed_no_surface(inject->program.memory, p->surfObject);
}

static void before_ipc_close(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuIpcCloseMemHandle);
    leaving_take(inject->program.memory, p->dptr);
}

/* Kernels can write only arrays that surfaces may be bound to. */
static void after_array_3d(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuArray3DCreate_v2);
    if (p->pAllocateArray->Flags & CUDA_ARRAY3D_SURFACE_LDST)
        memory_add_array(inject->program.memory, data->context, *p->pHandle);
}

static void after_mipmapped(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMipmappedArrayCreate);
    if (!(p->pMipmappedArrayDesc->Flags & CUDA_ARRAY3D_SURFACE_LDST))
        return;
    for (unsigned level = 0; level < p->numMipmapLevels; level++) {
        CUarray array;
        if (inject->driver.mipmapped_array_get_level(&array, *p->pHandle, level) == CUDA_SUCCESS)
            memory_add_array(inject->program.memory, data->context, array);
    }
}

/* Advice and prefetches are for managed memory, and for such memory. */
static void after_advice(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemAdvise); /* all forms begin with the address */
    pageable_note(inject, data->context, p->devPtr);
}

static void after_module(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuModuleLoadData); /* all forms begin with the handle */
    modules_add_module(inject->program.modules, *p->module, data->context);
}

static void after_library(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuLibraryLoadData);
    modules_add_library(inject->program.modules, *p->library);
}

/* The program may hand a variable to a kernel of another module, by its address. */
static void after_module_global(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuModuleGetGlobal_v2);
    modules_add_module(inject->program.modules, p->hmod, data->context);
}

static void after_library_global(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuLibraryGetGlobal);
    CUmodule module;
    if (inject->driver.library_get_module(&module, p->library) == CUDA_SUCCESS)
        modules_add_module(inject->program.modules, module, data->context);
}

static bool succeeded(const CUpti_CallbackData *data)
{
    return *(const CUresult *)data->functionReturnValue == CUDA_SUCCESS;
}

/* The program asks for memory, or how much is free. Our buffers must not be in its way. An open
 * window still needs them, and has made sure that there is room for both. To free them would break
 * a capture, so that is done before the first one begins. */
static void before_memory(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    if (!inject->modes.window && !ranges_record(inject) && !inject->program.capturing)
        contexts_release_buffers(inject);
}

/* Some graphs allocate when they are launched. Our buffers stay if there is room for both. */
static void before_graph_launch(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGraphLaunch); /* cuGraphUpload begins alike */
    const size_t size = graph_allocates(graph_find(inject, p->hGraph));
    if (size && !inject->program.capturing && size > snapshot_room(inject))
        before_memory(inject, data);
}

/* The stream is the first parameter of all that begin a capture. */
static void before_begin_capture(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuStreamBeginCapture);
    before_memory(inject, data);
    captures_begin(inject, data->context, p->hStream);
}

static void failed_begin_capture(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuStreamBeginCapture);
    captures_end(inject, p->hStream);
}

/* This call ends a capture whether it succeeds or not. */
static void after_end_capture(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuStreamEndCapture);
    captures_end(inject, p->hStream);
}

static void after_green_context(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGreenCtxCreate);
    green_context_add(inject, *p->phCtx, p->dev);
}

static void before_no_green_context(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuGreenCtxDestroy);
    green_context_drop(inject, p->hCtx);
}

static void after_cache_config(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuFuncSetCacheConfig);
    struct function *function = functions_get(inject->program.functions, p->hfunc);
    if (function) {
        function->has_cache_config = true;
        function->cache_config = p->config;
    }
}

static void after_kernel_cache_config(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuKernelSetCacheConfig);
    struct function *function = functions_get(inject->program.functions, (CUfunction)p->kernel);
    if (function) {
        function->has_cache_config = true;
        function->cache_config = p->config;
    }
}

/* ---- what calls take away: at their entry; at their exit, whether they did ---- */

static void after_leaving(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    leaving_done(inject->program.memory);
}

/* Whether the call was refused: with other errors, as those of kernels, what it frees may be gone.
 */
static bool is_refused(const CUpti_CallbackData *data)
{
    static const CUresult refusals[] = {CUDA_ERROR_INVALID_VALUE,
                                        CUDA_ERROR_INVALID_CONTEXT,
                                        CUDA_ERROR_INVALID_HANDLE,
                                        CUDA_ERROR_ARRAY_IS_MAPPED,
                                        CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
                                        CUDA_ERROR_NOT_PERMITTED,
                                        CUDA_ERROR_NOT_SUPPORTED,
                                        CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                                        CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
                                        CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
                                        CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD};
    const CUresult result = *(const CUresult *)data->functionReturnValue;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (refusals[i] == result)
            return true;
    return false;
}

static void failed_leaving(struct inject *inject, const CUpti_CallbackData *data)
{
    if (is_refused(data))
        leaving_undo(inject->program.memory);
    else
        leaving_done(inject->program.memory);
}

static void before_mem_free(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemFree_v2);
    leaving_take(inject->program.memory, p->dptr);
}

static void before_mem_free_async(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemFreeAsync);
    leaving_take(inject->program.memory, p->dptr);
}

static void before_free_host(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemFreeHost);
    leaving_take(inject->program.memory, (uintptr_t)p->p);
}

static void before_unmap(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMemUnmap);
    leaving_take_range(inject->program.memory, p->ptr, p->size);
}

static void before_array_destroy(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuArrayDestroy);
    leaving_done(inject->program.memory);
    leaving_take_array(inject->program.memory, p->hArray);
}

static void before_mipmapped_destroy(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuMipmappedArrayDestroy);
    CUarray array;
    leaving_done(inject->program.memory);
    for (unsigned level = 0; level < 32 && inject->driver.mipmapped_array_get_level(
                                               &array, p->hMipmappedArray, level) == CUDA_SUCCESS;
         level++)
        leaving_take_array(inject->program.memory, array);
}

static __thread CUmodule unloading; /* NULL: one that the list did not have */

static void before_module_unload(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuModuleUnload);
    unloading = modules_have(inject->program.modules, p->hmod) ? p->hmod : NULL;
    modules_drop_module(inject->program.modules, p->hmod);
    functions_drop_module(inject->program.functions, p->hmod);
}

static void failed_module_unload(struct inject *inject, const CUpti_CallbackData *data)
{
    if (unloading && is_refused(data))
        modules_add_module(inject->program.modules, unloading, data->context);
}

/* A library has a module in each context that used it, and all of them go. */
static void drop_library_modules(struct inject *inject, CUlibrary library)
{
    struct module_list *list = inject->program.modules;
    CUcontext asked = NULL, previous;
    for (size_t i = list->module_count; i-- > 0;) {
        const CUcontext context = list->modules[i].context;
        if (context == asked || inject->driver.ctx_push_current(context) != CUDA_SUCCESS)
            continue;
        asked = context;
        CUmodule module;
        if (inject->driver.library_get_module(&module, library) == CUDA_SUCCESS)
            modules_drop_module(list, module);
        inject->driver.ctx_pop_current(&previous);
    }
}

static void before_library_unload(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuLibraryUnload);
    drop_library_modules(inject, p->library);
    modules_drop_library(inject->program.modules, p->library);
    functions_drop_library(inject->program.functions, p->library);
}

static void before_stream_destroy(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuStreamDestroy_v2);
    running_forget(inject, p->hStream);
}

static void after_stream_destroy(struct inject *inject, const CUpti_CallbackData *data)
{
    PARAMETERS(cuStreamDestroy_v2);
    captures_forget(inject, p->hStream);
}

static void after_stream_attribute(struct inject *inject, const CUpti_CallbackData *data)
{
    (void)data;
    inject->program.stream_attributes = true;
}

static void after_mem_get_info(struct inject *inject, const CUpti_CallbackData *data)
{
    struct window *window = inject->modes.window;
    if (window && window_turn_to(window, data->context))
        call_adds_room(data, window_room_taken(window));
}

typedef void handler(struct inject *, const CUpti_CallbackData *);

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

static const struct rule {
    CUpti_CallbackId id;
    handler *before, *after, *failed;
} rules[] = {
    {CBID(cuMemAlloc_v2), before_memory, after_mem_alloc},
    {CBID(cuMemAllocPitch_v2), before_memory, after_mem_alloc_pitch},
    {CBID(cuMemAllocManaged), before_memory, after_mem_alloc_managed},
    {CBID(cuMemAllocAsync), before_memory, after_mem_alloc_async},
    {CBID(cuMemAllocAsync_ptsz), before_memory, after_mem_alloc_async},
    {CBID(cuMemAllocFromPoolAsync), before_memory, after_mem_alloc_pool},
    {CBID(cuMemAllocFromPoolAsync_ptsz), before_memory, after_mem_alloc_pool},
    {CBID(cuMemCreate), before_memory, after_create},
    {CBID(cuMemGetInfo_v2), before_memory, after_mem_get_info},
    {CBID(cuCtxSetLimit), before_memory, NULL},
    {CBID(cuCtxCreate_v2), before_memory, NULL},
    {CBID(cuCtxCreate_v3), before_memory, NULL},
    {CBID(cuCtxCreate_v4), before_memory, NULL},
    {CBID(cuMemHostAlloc), NULL, after_host_alloc},
    {CBID(cuMemHostAlloc_v2), NULL, after_host_alloc},
    {CBID(cuMemAllocHost_v2), NULL, after_alloc_host},
    {CBID(cuMemHostRegister_v2), NULL, after_host_register},
    {CBID(cuMemMap), NULL, after_mem_map},
    {CBID(cuMemSetAccess), NULL, after_set_access},
    {CBID(cuCtxEnablePeerAccess), NULL, after_peer_access},
    {CBID(cuCtxDisablePeerAccess), before_no_peer_access, NULL},
    {CBID(cuMemPoolSetAccess), NULL, after_memory_opens},
    {CBID(cuCtxFromGreenCtx), NULL, after_memory_opens},
    {CBID(cuIpcGetMemHandle), NULL, after_ipc_get},
    {CBID(cuMemPoolExportPointer), NULL, after_pointer_export},
    {CBID(cuMemGetHandleForAddressRange), NULL, after_range_handle},
    {CBID(cuPointerSetAttribute), NULL, after_set_pointer},
    {CBID(cuMemExportToShareableHandle), NULL, after_export},
    {CBID(cuMemImportFromShareableHandle), NULL, after_import},
    {CBID(cuMemRetainAllocationHandle), NULL, after_retain},
    {CBID(cuMulticastCreate), NULL, after_multicast},
    {CBID(cuMulticastBindMem), NULL, after_multicast_bind},
    {CBID(cuMulticastBindAddr), NULL, after_multicast_address},
    {CBID(cuMemPoolImportPointer), NULL, after_pointer_import},
    {CBID(cuExternalMemoryGetMappedBuffer), NULL, after_external_buffer},
    {CBID(cuGraphicsResourceGetMappedPointer_v2), NULL, after_graphics_pointer},
    {CBID(cuExternalMemoryGetMappedMipmappedArray), NULL, after_foreign_array},
    {CBID(cuGraphicsResourceGetMappedMipmappedArray), NULL, after_foreign_array},
    {CBID(cuGraphicsSubResourceGetMappedArray), NULL, after_foreign_array},
    {CBID(cuSurfObjectCreate), NULL, after_surface},
    {CBID(cuSurfObjectDestroy), before_no_surface, NULL},
    {CBID(cuIpcOpenMemHandle_v2), NULL, after_ipc_open},
    {CBID(cuIpcCloseMemHandle), before_ipc_close, after_leaving, failed_leaving},
    {CBID(cuMemAdvise), NULL, after_advice},
    {CBID(cuMemAdvise_v2), NULL, after_advice},
    {CBID(cuMemPrefetchAsync), NULL, after_advice},
    {CBID(cuMemPrefetchAsync_ptsz), NULL, after_advice},
    {CBID(cuMemPrefetchAsync_v2), NULL, after_advice},
    {CBID(cuMemPrefetchAsync_v2_ptsz), NULL, after_advice},
    {CBID(cuArrayCreate_v2), before_memory, NULL},
    {CBID(cuArray3DCreate_v2), before_memory, after_array_3d},
    {CBID(cuMipmappedArrayCreate), before_memory, after_mipmapped},
    {CBID(cuModuleLoad), NULL, after_module},
    {CBID(cuModuleLoadData), NULL, after_module},
    {CBID(cuModuleLoadDataEx), NULL, after_module},
    {CBID(cuModuleLoadFatBinary), NULL, after_module},
    {CBID(cuLibraryLoadData), NULL, after_library},
    {CBID(cuLibraryLoadFromFile), NULL, after_library},
    {CBID(cuModuleGetGlobal_v2), NULL, after_module_global},
    {CBID(cuLibraryGetGlobal), NULL, after_library_global},
    {CBID(cuStreamBeginCapture), before_begin_capture, NULL, failed_begin_capture},
    {CBID(cuStreamBeginCapture_ptsz), before_begin_capture, NULL, failed_begin_capture},
    {CBID(cuStreamBeginCapture_v2), before_begin_capture, NULL, failed_begin_capture},
    {CBID(cuStreamBeginCapture_v2_ptsz), before_begin_capture, NULL, failed_begin_capture},
    {CBID(cuStreamBeginCaptureToGraph), before_begin_capture, NULL, failed_begin_capture},
    {CBID(cuStreamBeginCaptureToGraph_ptsz), before_begin_capture, NULL, failed_begin_capture},
    {CBID(cuGreenCtxCreate), NULL, after_green_context},
    {CBID(cuGreenCtxDestroy), before_no_green_context, NULL},
    {CBID(cuGraphInstantiate), NULL, graph_after_instantiate},
    {CBID(cuGraphInstantiate_v2), NULL, graph_after_instantiate},
    {CBID(cuGraphInstantiateWithFlags), NULL, graph_after_instantiate_with_flags},
    {CBID(cuGraphInstantiateWithParams), NULL, graph_after_instantiate_with_params},
    {CBID(cuGraphInstantiateWithParams_ptsz), NULL, graph_after_instantiate_with_params},
    {CBID(cuGraphExecKernelNodeSetParams), NULL, graph_after_set_kernel},
    {CBID(cuGraphExecKernelNodeSetParams_v2), NULL, graph_after_set_kernel},
    {CBID(cuGraphExecMemcpyNodeSetParams), NULL, graph_after_set_copy},
    {CBID(cuGraphExecMemsetNodeSetParams), NULL, graph_after_set_fill},
    {CBID(cuGraphExecNodeSetParams), NULL, graph_after_set_node},
    {CBID(cuGraphExecChildGraphNodeSetParams), NULL, graph_after_set_child},
    {CBID(cuGraphNodeSetEnabled), NULL, graph_after_set_enabled},
    {CBID(cuGraphExecUpdate), NULL, graph_after_update},
    {CBID(cuGraphExecUpdate_v2), NULL, graph_after_update},
    {CBID(cuGraphUpload), before_graph_launch, NULL},
    {CBID(cuGraphUpload_ptsz), before_graph_launch, NULL},
    {CBID(cuGraphLaunch), before_graph_launch, graph_after_launch},
    {CBID(cuGraphLaunch_ptsz), before_graph_launch, graph_after_launch},
    {CBID(cuGraphExecDestroy), graph_before_destroy, NULL},
    {CBID(cuFuncSetCacheConfig), NULL, after_cache_config},
    {CBID(cuKernelSetCacheConfig), NULL, after_kernel_cache_config},
    {CBID(cuMemFree_v2), before_mem_free, after_leaving, failed_leaving},
    {CBID(cuMemFreeAsync), before_mem_free_async, after_leaving, failed_leaving},
    {CBID(cuMemFreeAsync_ptsz), before_mem_free_async, after_leaving, failed_leaving},
    {CBID(cuMemFreeHost), before_free_host, after_leaving, failed_leaving},
    {CBID(cuMemHostUnregister), before_free_host, after_leaving, failed_leaving},
    {CBID(cuMemUnmap), before_unmap, after_leaving, failed_leaving},
    {CBID(cuArrayDestroy), before_array_destroy, after_leaving, failed_leaving},
    {CBID(cuMipmappedArrayDestroy), before_mipmapped_destroy, after_leaving, failed_leaving},
    {CBID(cuModuleUnload), before_module_unload, NULL, failed_module_unload},
    {CBID(cuLibraryUnload), before_library_unload, NULL},
    {CBID(cuStreamDestroy), before_stream_destroy, after_stream_destroy},
    {CBID(cuStreamDestroy_v2), before_stream_destroy, after_stream_destroy},
    {CBID(cuStreamSetAttribute), NULL, after_stream_attribute},
    {CBID(cuStreamSetAttribute_ptsz), NULL, after_stream_attribute},
    {CBID(cuStreamCopyAttributes), NULL, after_stream_attribute},
    {CBID(cuStreamCopyAttributes_ptsz), NULL, after_stream_attribute},
    {CBID(cuStreamEndCapture), NULL, after_end_capture, after_end_capture},
    {CBID(cuStreamEndCapture_ptsz), NULL, after_end_capture, after_end_capture},
};

/* Rules by callback id. */
static const struct rule *rule_of[CUPTI_DRIVER_TRACE_CBID_SIZE];

void call_rules_fill(void)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        rule_of[rules[i].id] = &rules[i];
    call_harmless_fill();
    call_crosses_fill();
}

static const struct rule *find_rule(CUpti_CallbackId id)
{
    return id < CUPTI_DRIVER_TRACE_CBID_SIZE ? rule_of[id] : NULL;
}

void call_begins(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const struct rule *rule = find_rule(id);
    call_crosses_note(inject->program.memory, id, data);
    if (rule && rule->before)
        rule->before(inject, data);
}

void call_ends(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    const struct rule *rule = find_rule(id);
    handler *handle = !rule ? NULL : succeeded(data) ? rule->after : rule->failed;
    if (handle)
        handle(inject, data);
}
