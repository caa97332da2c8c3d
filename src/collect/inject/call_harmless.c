#include "call_harmless.h"

#include "functions.h"
#include "inject.h"
#include "ranges.h"
#include "window.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name
#define PARAMETERS(type) const type##_params *p = data->functionParams

/* Calls that neither see nor change device memory and order nothing: a window stays open over them.
 */
static const struct {
    const char *why;
    CUpti_CallbackId calls[64];
} harmless[] = {
    {"They ask about the driver, devices and contexts, or choose a context for the "
     "thread.",
     {CBID(cuInit),
      CBID(cuDriverGetVersion),
      CBID(cuGetProcAddress),
      CBID(cuGetProcAddress_v2),
      CBID(cuGetExportTable),
      CBID(cuGetErrorName),
      CBID(cuGetErrorString),
      CBID(cuDeviceGet),
      CBID(cuDeviceGetCount),
      CBID(cuDeviceGetName),
      CBID(cuDeviceGetAttribute),
      CBID(cuDeviceGetProperties),
      CBID(cuDeviceGetUuid),
      CBID(cuDeviceGetUuid_v2),
      CBID(cuDeviceGetLuid),
      CBID(cuDeviceTotalMem_v2),
      CBID(cuDeviceComputeCapability),
      CBID(cuDeviceGetPCIBusId),
      CBID(cuDeviceGetByPCIBusId),
      CBID(cuDeviceCanAccessPeer),
      CBID(cuDeviceGetP2PAttribute),
      CBID(cuDeviceGetP2PAtomicCapabilities),
      CBID(cuDeviceGetHostAtomicCapabilities),
      CBID(cuDeviceGetTexture1DLinearMaxWidth),
      CBID(cuDeviceGetExecAffinitySupport),
      CBID(cuDeviceGetDevResource),
      CBID(cuDevicePrimaryCtxGetState),
      CBID(cuDevicePrimaryCtxRetain),
      CBID(cuCtxGetCurrent),
      CBID(cuCtxSetCurrent),
      CBID(cuCtxPushCurrent_v2),
      CBID(cuCtxPopCurrent_v2),
      CBID(cuCtxGetDevice),
      CBID(cuCtxGetDevice_v2),
      CBID(cuCtxGetId),
      CBID(cuCtxGetLimit),
      CBID(cuCtxGetFlags),
      CBID(cuCtxGetApiVersion),
      CBID(cuCtxGetCacheConfig),
      CBID(cuCtxGetSharedMemConfig),
      CBID(cuCtxGetStreamPriorityRange),
      CBID(cuCtxGetExecAffinity),
      CBID(cuCtxGetDevResource),
      CBID(cuGreenCtxGetDevResource),
      CBID(cuGreenCtxGetId)}},
    {"They load code or ask about it; a module that comes is looked at by the next launch. Those "
     "that set something of a function: see call_disturbs().",
     {CBID(cuModuleGetFunction),
      CBID(cuModuleGetFunctionCount),
      CBID(cuModuleEnumerateFunctions),
      CBID(cuModuleGetGlobal_v2),
      CBID(cuModuleGetLoadingMode),
      CBID(cuModuleLoadData),
      CBID(cuModuleLoadDataEx),
      CBID(cuModuleLoadFatBinary),
      CBID(cuModuleLoad),
      CBID(cuLibraryLoadData),
      CBID(cuLibraryLoadFromFile),
      CBID(cuLibraryGetKernel),
      CBID(cuLibraryGetKernelCount),
      CBID(cuLibraryEnumerateKernels),
      CBID(cuLibraryGetModule),
      CBID(cuLibraryGetGlobal),
      CBID(cuLibraryGetManaged),
      CBID(cuLibraryGetUnifiedFunction),
      CBID(cuKernelGetFunction),
      CBID(cuKernelGetLibrary),
      CBID(cuKernelGetName),
      CBID(cuKernelGetParamInfo),
      CBID(cuKernelGetAttribute),
      CBID(cuKernelSetAttribute),
      CBID(cuKernelSetCacheConfig),
      CBID(cuFuncGetAttribute),
      CBID(cuFuncSetAttribute),
      CBID(cuFuncSetCacheConfig),
      CBID(cuFuncGetModule),
      CBID(cuFuncGetName),
      CBID(cuFuncGetParamInfo),
      CBID(cuFuncIsLoaded),
      CBID(cuFuncLoad),
      CBID(cuOccupancyMaxActiveBlocksPerMultiprocessor),
      CBID(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags),
      CBID(cuOccupancyMaxPotentialBlockSize),
      CBID(cuOccupancyMaxPotentialBlockSizeWithFlags),
      CBID(cuOccupancyAvailableDynamicSMemPerBlock),
      CBID(cuOccupancyMaxActiveClusters),
      CBID(cuOccupancyMaxPotentialClusterSize)}},
    {"They ask about memory and do not see what it holds, or describe it for "
     "kernels.",
     {CBID(cuPointerGetAttribute),
      CBID(cuPointerGetAttributes),
      CBID(cuMemGetAddressRange_v2),
      CBID(cuMemGetAccess),
      CBID(cuMemHostGetDevicePointer_v2),
      CBID(cuMemHostGetFlags),
      CBID(cuMemRangeGetAttribute),
      CBID(cuMemRangeGetAttributes),
      CBID(cuMemGetAllocationGranularity),
      CBID(cuMemGetAllocationPropertiesFromHandle),
      CBID(cuMemPoolGetAttribute),
      CBID(cuMemPoolGetAccess),
      CBID(cuDeviceGetDefaultMemPool),
      CBID(cuDeviceGetMemPool),
      CBID(cuMemGetDefaultMemPool),
      CBID(cuMemGetMemPool),
      CBID(cuArrayGetDescriptor_v2),
      CBID(cuArray3DGetDescriptor_v2),
      CBID(cuArrayGetMemoryRequirements),
      CBID(cuMipmappedArrayGetLevel),
      CBID(cuTensorMapEncodeTiled),
      CBID(cuTensorMapEncodeIm2col),
      CBID(cuTensorMapEncodeIm2colWide),
      CBID(cuTensorMapReplaceAddress),
      CBID(cuTexObjectCreate),
      CBID(cuTexObjectGetResourceDesc),
      CBID(cuTexObjectGetTextureDesc),
      CBID(cuTexObjectGetResourceViewDesc),
      CBID(cuSurfObjectCreate),
      CBID(cuSurfObjectGetResourceDesc)}},
    {"They make pinned memory: what launches of the window can reach of it they "
     "would have to be told first.",
     {CBID(cuMemHostAlloc), CBID(cuMemHostAlloc_v2), CBID(cuMemAllocHost_v2)}},
    {"Streams and events tell of the program's own run, which is over when a window "
     "is replayed; what runs again runs in the program's order.",
     {CBID(cuStreamIsCapturing),
      CBID(cuStreamIsCapturing_ptsz),
      CBID(cuStreamGetFlags),
      CBID(cuStreamGetFlags_ptsz),
      CBID(cuStreamGetPriority),
      CBID(cuStreamGetPriority_ptsz),
      CBID(cuStreamGetId),
      CBID(cuStreamGetId_ptsz),
      CBID(cuStreamGetDevice),
      CBID(cuStreamGetDevice_ptsz),
      CBID(cuStreamGetCtx),
      CBID(cuStreamGetCtx_ptsz),
      CBID(cuStreamGetCtx_v2),
      CBID(cuStreamGetCtx_v2_ptsz),
      CBID(cuStreamGetGreenCtx),
      CBID(cuStreamGetAttribute),
      CBID(cuStreamGetAttribute_ptsz),
      CBID(cuStreamGetCaptureInfo),
      CBID(cuStreamGetCaptureInfo_ptsz),
      CBID(cuStreamGetCaptureInfo_v2),
      CBID(cuStreamGetCaptureInfo_v2_ptsz),
      CBID(cuStreamGetCaptureInfo_v3),
      CBID(cuStreamGetCaptureInfo_v3_ptsz),
      CBID(cuThreadExchangeStreamCaptureMode),
      CBID(cuStreamCreate),
      CBID(cuStreamCreateWithPriority),
      CBID(cuStreamQuery),
      CBID(cuStreamQuery_ptsz),
      CBID(cuStreamWaitEvent),
      CBID(cuStreamWaitEvent_ptsz),
      CBID(cuEventCreate),
      CBID(cuEventRecord),
      CBID(cuEventRecord_ptsz),
      CBID(cuEventRecordWithFlags),
      CBID(cuEventRecordWithFlags_ptsz),
      CBID(cuEventQuery),
      CBID(cuEventElapsedTime),
      CBID(cuEventElapsedTime_v2),
      CBID(cuEventDestroy_v2)}},
    {"They build graphs, ask about them, or change executable ones, of whose nodes a window has "
     "copies; a graph that is measured as one has a window of its own.",
     {CBID(cuGraphCreate),
      CBID(cuGraphAddKernelNode),
      CBID(cuGraphAddKernelNode_v2),
      CBID(cuGraphAddMemcpyNode),
      CBID(cuGraphAddMemsetNode),
      CBID(cuGraphAddEmptyNode),
      CBID(cuGraphAddChildGraphNode),
      CBID(cuGraphAddDependencies),
      CBID(cuGraphAddDependencies_v2),
      CBID(cuGraphGetNodes),
      CBID(cuGraphGetRootNodes),
      CBID(cuGraphGetEdges),
      CBID(cuGraphGetEdges_v2),
      CBID(cuGraphNodeGetType),
      CBID(cuGraphNodeGetDependencies),
      CBID(cuGraphNodeGetDependencies_v2),
      CBID(cuGraphNodeGetDependentNodes),
      CBID(cuGraphNodeGetDependentNodes_v2),
      CBID(cuGraphNodeGetEnabled),
      CBID(cuGraphKernelNodeGetParams),
      CBID(cuGraphKernelNodeGetParams_v2),
      CBID(cuGraphKernelNodeSetParams),
      CBID(cuGraphKernelNodeSetParams_v2),
      CBID(cuGraphKernelNodeGetAttribute),
      CBID(cuGraphKernelNodeSetAttribute),
      CBID(cuGraphMemcpyNodeGetParams),
      CBID(cuGraphMemcpyNodeSetParams),
      CBID(cuGraphMemsetNodeGetParams),
      CBID(cuGraphMemsetNodeSetParams),
      CBID(cuGraphExecGetFlags),
      CBID(cuGraphExecKernelNodeSetParams),
      CBID(cuGraphExecKernelNodeSetParams_v2),
      CBID(cuGraphExecMemcpyNodeSetParams),
      CBID(cuGraphExecMemsetNodeSetParams),
      CBID(cuGraphNodeSetEnabled),
      CBID(cuGraphExecUpdate),
      CBID(cuGraphExecUpdate_v2)}},
};

static bool is_harmless[CUPTI_DRIVER_TRACE_CBID_SIZE];

void call_harmless_fill(void)
{
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        for (const CUpti_CallbackId *call = harmless[i].calls; *call; call++)
            is_harmless[*call] = true;
}

bool call_is_harmless(CUpti_CallbackId id)
{
    return id < CUPTI_DRIVER_TRACE_CBID_SIZE && is_harmless[id];
}

/* Whether the window will launch this function again. */
static bool is_in_window(const struct inject *inject, CUfunction handle)
{
    const struct window *w = inject->window;
    if (!w)
        return ranges_launched(inject, handle);
    struct function *function = functions_get(inject->functions, handle);
    for (size_t i = 0; i < w->count; i++) {
        const struct window_item *item = w->items[i];
        if (item->kind != ITEM_WORK &&
            (item->launch.f == handle ||
             (function && function->function && item->launch.f == function->function)))
            return true;
    }
    return false;
}

bool call_disturbs(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    int now = 0;
    if (!inject->window && !ranges_record(inject))
        return false;
    if (id == CBID(cuFuncSetAttribute)) {
        PARAMETERS(cuFuncSetAttribute);
        return is_in_window(inject, p->hfunc) &&
               (inject->driver.func_get_attribute(&now, p->attrib, p->hfunc) != CUDA_SUCCESS ||
                now != p->value);
    }
    if (id == CBID(cuKernelSetAttribute)) {
        PARAMETERS(cuKernelSetAttribute);
        return is_in_window(inject, (CUfunction)p->kernel) &&
               (inject->driver.kernel_get_attribute(&now, p->attrib, p->kernel, p->dev) !=
                    CUDA_SUCCESS ||
                now != p->val);
    }
    if (id == CBID(cuFuncSetCacheConfig)) {
        PARAMETERS(cuFuncSetCacheConfig);
        return is_in_window(inject, p->hfunc);
    }
    if (id == CBID(cuKernelSetCacheConfig)) {
        PARAMETERS(cuKernelSetCacheConfig);
        return is_in_window(inject, (CUfunction)p->kernel);
    }
    return false;
}
