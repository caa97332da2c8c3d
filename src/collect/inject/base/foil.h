/* foil: every driver and CUPTI function that the injection library calls, in one table of function
 * pointers for each.
 *
 * The tables are filled once, from the driver that the program has loaded and from the CUPTI
 * library that the host named. Nothing is linked. Tests put doubles in place of the two libraries.
 *
 * foil_load_* return false if a symbol is missing, and store its name in *missing. The caller
 * reports it and leaves the program alone. After that the tables are read-only and live as long as
 * the process. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_FOIL_H
#define ROOFTOP_COLLECT_INJECT_BASE_FOIL_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda.h>
#include <cupti.h>
#include <cupti_pcsampling.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_sass_metrics.h>
#include <cupti_target.h>

/* X(member, exported symbol, parameters): a driver function that returns CUresult. */
#define FOIL_DRIVER(X)                                                                             \
    X(get_error_name, "cuGetErrorName", (CUresult, const char **))                                 \
    X(driver_get_version, "cuDriverGetVersion", (int *))                                           \
    X(ctx_get_current, "cuCtxGetCurrent", (CUcontext *))                                           \
    X(ctx_push_current, "cuCtxPushCurrent_v2", (CUcontext))                                        \
    X(ctx_pop_current, "cuCtxPopCurrent_v2", (CUcontext *))                                        \
    X(ctx_get_device, "cuCtxGetDevice", (CUdevice *))                                              \
    X(ctx_synchronize, "cuCtxSynchronize", (void))                                                 \
    X(ctx_get_limit, "cuCtxGetLimit", (size_t *, CUlimit))                                         \
    X(ctx_get_cache_config, "cuCtxGetCacheConfig", (CUfunc_cache *))                               \
    X(device_get_count, "cuDeviceGetCount", (int *))                                               \
    X(device_get_attribute, "cuDeviceGetAttribute", (int *, CUdevice_attribute, CUdevice))         \
    X(device_get_name, "cuDeviceGetName", (char *, int, CUdevice))                                 \
    X(device_get_uuid, "cuDeviceGetUuid_v2", (CUuuid *, CUdevice))                                 \
    X(device_primary_ctx_retain, "cuDevicePrimaryCtxRetain", (CUcontext *, CUdevice))              \
    X(device_primary_ctx_release, "cuDevicePrimaryCtxRelease_v2", (CUdevice))                      \
    X(device_total_mem, "cuDeviceTotalMem_v2", (size_t *, CUdevice))                               \
    X(mem_alloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                                         \
    X(mem_free, "cuMemFree_v2", (CUdeviceptr))                                                     \
    X(mem_alloc_async, "cuMemAllocAsync", (CUdeviceptr *, size_t, CUstream))                       \
    X(mem_get_info, "cuMemGetInfo_v2", (size_t *, size_t *))                                       \
    X(mem_get_address_range, "cuMemGetAddressRange_v2", (CUdeviceptr *, size_t *, CUdeviceptr))    \
    X(mem_get_allocation_properties, "cuMemGetAllocationPropertiesFromHandle",                     \
      (CUmemAllocationProp *, CUmemGenericAllocationHandle))                                       \
    X(memset_d8, "cuMemsetD8_v2", (CUdeviceptr, unsigned char, size_t))                            \
    X(pointer_get_attribute, "cuPointerGetAttribute", (void *, CUpointer_attribute, CUdeviceptr))  \
    X(memset_d8_async, "cuMemsetD8Async", (CUdeviceptr, unsigned char, size_t, CUstream))          \
    X(memset_d16_async, "cuMemsetD16Async", (CUdeviceptr, unsigned short, size_t, CUstream))       \
    X(memset_d32_async, "cuMemsetD32Async", (CUdeviceptr, unsigned int, size_t, CUstream))         \
    X(memcpy_dtod_async, "cuMemcpyDtoDAsync_v2", (CUdeviceptr, CUdeviceptr, size_t, CUstream))     \
    X(memcpy_dtoh_async, "cuMemcpyDtoHAsync_v2", (void *, CUdeviceptr, size_t, CUstream))          \
    X(memcpy_htod_async, "cuMemcpyHtoDAsync_v2", (CUdeviceptr, const void *, size_t, CUstream))    \
    X(memcpy_3d_async, "cuMemcpy3DAsync_v2", (const CUDA_MEMCPY3D *, CUstream))                    \
    X(array_3d_get_descriptor, "cuArray3DGetDescriptor_v2", (CUDA_ARRAY3D_DESCRIPTOR *, CUarray))  \
    X(mipmapped_array_get_level, "cuMipmappedArrayGetLevel",                                       \
      (CUarray *, CUmipmappedArray, unsigned int))                                                 \
    X(stream_create, "cuStreamCreate", (CUstream *, unsigned int))                                 \
    X(stream_destroy, "cuStreamDestroy_v2", (CUstream))                                            \
    X(stream_synchronize, "cuStreamSynchronize", (CUstream))                                       \
    X(stream_get_ctx, "cuStreamGetCtx", (CUstream, CUcontext *))                                   \
    X(stream_query, "cuStreamQuery", (CUstream))                                                   \
    X(stream_wait_event, "cuStreamWaitEvent", (CUstream, CUevent, unsigned int))                   \
    X(event_create, "cuEventCreate", (CUevent *, unsigned int))                                    \
    X(event_destroy, "cuEventDestroy_v2", (CUevent))                                               \
    X(event_record, "cuEventRecord", (CUevent, CUstream))                                          \
    X(event_synchronize, "cuEventSynchronize", (CUevent))                                          \
    X(event_query, "cuEventQuery", (CUevent))                                                      \
    X(mem_alloc_host, "cuMemAllocHost_v2", (void **, size_t))                                      \
    X(mem_free_host, "cuMemFreeHost", (void *))                                                    \
    X(thread_exchange_capture_mode, "cuThreadExchangeStreamCaptureMode", (CUstreamCaptureMode *))  \
    X(module_load_data, "cuModuleLoadData", (CUmodule *, const void *))                            \
    X(module_unload, "cuModuleUnload", (CUmodule))                                                 \
    X(module_get_function, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *))          \
    X(module_get_global, "cuModuleGetGlobal_v2",                                                   \
      (CUdeviceptr *, size_t *, CUmodule, const char *))                                           \
    X(library_get_module, "cuLibraryGetModule", (CUmodule *, CUlibrary))                           \
    X(library_get_managed, "cuLibraryGetManaged",                                                  \
      (CUdeviceptr *, size_t *, CUlibrary, const char *))                                          \
    X(kernel_get_function, "cuKernelGetFunction", (CUfunction *, CUkernel))                        \
    X(kernel_get_attribute, "cuKernelGetAttribute",                                                \
      (int *, CUfunction_attribute, CUkernel, CUdevice))                                           \
    X(kernel_get_library, "cuKernelGetLibrary", (CUlibrary *, CUkernel))                           \
    X(kernel_get_param_info, "cuKernelGetParamInfo", (CUkernel, size_t, size_t *, size_t *))       \
    X(func_get_param_info, "cuFuncGetParamInfo", (CUfunction, size_t, size_t *, size_t *))         \
    X(func_get_module, "cuFuncGetModule", (CUmodule *, CUfunction))                                \
    X(func_get_attribute, "cuFuncGetAttribute", (int *, CUfunction_attribute, CUfunction))         \
    X(func_set_attribute, "cuFuncSetAttribute", (CUfunction, CUfunction_attribute, int))           \
    X(func_set_cache_config, "cuFuncSetCacheConfig", (CUfunction, CUfunc_cache))                   \
    X(kernel_set_attribute, "cuKernelSetAttribute",                                                \
      (CUfunction_attribute, int, CUkernel, CUdevice))                                             \
    X(kernel_set_cache_config, "cuKernelSetCacheConfig", (CUkernel, CUfunc_cache, CUdevice))       \
    X(occupancy_max_active_blocks, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                  \
      (int *, CUfunction, int, size_t))                                                            \
    X(occupancy_max_active_clusters, "cuOccupancyMaxActiveClusters",                               \
      (int *, CUfunction, const CUlaunchConfig *))                                                 \
    X(occupancy_max_potential_cluster_size, "cuOccupancyMaxPotentialClusterSize",                  \
      (int *, CUfunction, const CUlaunchConfig *))                                                 \
    X(func_get_name, "cuFuncGetName", (const char **, CUfunction))                                 \
    X(kernel_get_name, "cuKernelGetName", (const char **, CUkernel))                               \
    X(stream_is_capturing, "cuStreamIsCapturing", (CUstream, CUstreamCaptureStatus *))             \
    X(graph_get_nodes, "cuGraphGetNodes", (CUgraph, CUgraphNode *, size_t *))                      \
    X(graph_get_edges, "cuGraphGetEdges_v2",                                                       \
      (CUgraph, CUgraphNode *, CUgraphNode *, CUgraphEdgeData *, size_t *))                        \
    X(graph_node_get_type, "cuGraphNodeGetType", (CUgraphNode, CUgraphNodeType *))                 \
    X(graph_kernel_node_get_params, "cuGraphKernelNodeGetParams_v2",                               \
      (CUgraphNode, CUDA_KERNEL_NODE_PARAMS *))                                                    \
    X(graph_kernel_node_get_attribute, "cuGraphKernelNodeGetAttribute",                            \
      (CUgraphNode, CUkernelNodeAttrID, CUkernelNodeAttrValue *))                                  \
    X(graph_memcpy_node_get_params, "cuGraphMemcpyNodeGetParams", (CUgraphNode, CUDA_MEMCPY3D *))  \
    X(graph_memset_node_get_params, "cuGraphMemsetNodeGetParams",                                  \
      (CUgraphNode, CUDA_MEMSET_NODE_PARAMS *))                                                    \
    X(graph_mem_alloc_node_get_params, "cuGraphMemAllocNodeGetParams",                             \
      (CUgraphNode, CUDA_MEM_ALLOC_NODE_PARAMS *))                                                 \
    X(graph_mem_free_node_get_params, "cuGraphMemFreeNodeGetParams", (CUgraphNode, CUdeviceptr *)) \
    X(graph_child_graph_node_get_graph, "cuGraphChildGraphNodeGetGraph", (CUgraphNode, CUgraph *)) \
    X(graph_launch, "cuGraphLaunch", (CUgraphExec, CUstream))                                      \
    X(graph_launch_ptsz, "cuGraphLaunch_ptsz", (CUgraphExec, CUstream))                            \
    X(launch_kernel, "cuLaunchKernel",                                                             \
      (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,           \
       unsigned int, unsigned int, CUstream, void **, void **))                                    \
    X(launch_kernel_ptsz, "cuLaunchKernel_ptsz",                                                   \
      (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,           \
       unsigned int, unsigned int, CUstream, void **, void **))                                    \
    X(launch_kernel_ex, "cuLaunchKernelEx",                                                        \
      (const CUlaunchConfig *, CUfunction, void **, void **))                                      \
    X(launch_kernel_ex_ptsz, "cuLaunchKernelEx_ptsz",                                              \
      (const CUlaunchConfig *, CUfunction, void **, void **))                                      \
    X(launch_cooperative, "cuLaunchCooperativeKernel",                                             \
      (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,           \
       unsigned int, unsigned int, CUstream, void **))                                             \
    X(launch_cooperative_ptsz, "cuLaunchCooperativeKernel_ptsz",                                   \
      (CUfunction, unsigned int, unsigned int, unsigned int, unsigned int, unsigned int,           \
       unsigned int, unsigned int, CUstream, void **))

/* Driver functions that older drivers lack; they are NULL then. */
#define FOIL_DRIVER_MAYBE(X)                                                                       \
    X(mem_pool_get_access, "cuMemPoolGetAccess",                                                   \
      (CUmemAccess_flags *, CUmemoryPool, CUmemLocation *))                                        \
    X(stream_get_green_ctx, "cuStreamGetGreenCtx", (CUstream, CUgreenCtx *))                       \
    X(green_ctx_get_id, "cuGreenCtxGetId", (CUgreenCtx, unsigned long long *))                     \
    X(green_ctx_get_resource, "cuGreenCtxGetDevResource",                                          \
      (CUgreenCtx, CUdevResource *, CUdevResourceType))

/* X(member, exported symbol, parameters): a CUPTI function that returns CUptiResult. */
#define FOIL_CUPTI(X)                                                                              \
    X(get_result_string, "cuptiGetResultString", (CUptiResult, const char **))                     \
    X(get_version, "cuptiGetVersion", (uint32_t *))                                                \
    X(subscribe, "cuptiSubscribe", (CUpti_SubscriberHandle *, CUpti_CallbackFunc, void *))         \
    X(unsubscribe, "cuptiUnsubscribe", (CUpti_SubscriberHandle))                                   \
    X(enable_callback, "cuptiEnableCallback",                                                      \
      (uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain, CUpti_CallbackId))                  \
    X(get_context_id, "cuptiGetContextId", (CUcontext, uint32_t *))                                \
    X(get_stream_id, "cuptiGetStreamIdEx", (CUcontext, CUstream, uint8_t, uint32_t *))             \
    X(activity_register, "cuptiActivityRegisterCallbacks",                                         \
      (CUpti_BuffersCallbackRequestFunc, CUpti_BuffersCallbackCompleteFunc))                       \
    X(activity_enable, "cuptiActivityEnable", (CUpti_ActivityKind))                                \
    X(activity_disable, "cuptiActivityDisable", (CUpti_ActivityKind))                              \
    X(activity_flush, "cuptiActivityFlushAll", (uint32_t))                                         \
    X(activity_next, "cuptiActivityGetNextRecord", (uint8_t *, size_t, CUpti_Activity **))         \
    X(profiler_initialize, "cuptiProfilerInitialize", (CUpti_Profiler_Initialize_Params *))        \
    X(counter_availability, "cuptiProfilerGetCounterAvailability",                                 \
      (CUpti_Profiler_GetCounterAvailability_Params *))                                            \
    X(chip_name, "cuptiDeviceGetChipName", (CUpti_Device_GetChipName_Params *))                    \
    X(range_enable, "cuptiRangeProfilerEnable", (CUpti_RangeProfiler_Enable_Params *))             \
    X(range_disable, "cuptiRangeProfilerDisable", (CUpti_RangeProfiler_Disable_Params *))          \
    X(range_set_config, "cuptiRangeProfilerSetConfig", (CUpti_RangeProfiler_SetConfig_Params *))   \
    X(range_start, "cuptiRangeProfilerStart", (CUpti_RangeProfiler_Start_Params *))                \
    X(range_stop, "cuptiRangeProfilerStop", (CUpti_RangeProfiler_Stop_Params *))                   \
    X(range_push, "cuptiRangeProfilerPushRange", (CUpti_RangeProfiler_PushRange_Params *))         \
    X(range_pop, "cuptiRangeProfilerPopRange", (CUpti_RangeProfiler_PopRange_Params *))            \
    X(range_decode, "cuptiRangeProfilerDecodeData", (CUpti_RangeProfiler_DecodeData_Params *))     \
    X(counter_data_size, "cuptiRangeProfilerGetCounterDataSize",                                   \
      (CUpti_RangeProfiler_GetCounterDataSize_Params *))                                           \
    X(counter_data_initialize, "cuptiRangeProfilerCounterDataImageInitialize",                     \
      (CUpti_RangeProfiler_CounterDataImage_Initialize_Params *))                                  \
    X(counter_data_info, "cuptiRangeProfilerGetCounterDataInfo",                                   \
      (CUpti_RangeProfiler_GetCounterDataInfo_Params *))                                           \
    X(sass_properties, "cuptiSassMetricsGetProperties",                                            \
      (CUpti_SassMetrics_GetProperties_Params *))                                                  \
    X(sass_set_config, "cuptiSassMetricsSetConfig", (CUpti_SassMetricsSetConfig_Params *))         \
    X(sass_unset_config, "cuptiSassMetricsUnsetConfig", (CUpti_SassMetricsUnsetConfig_Params *))   \
    X(sass_enable, "cuptiSassMetricsEnable", (CUpti_SassMetricsEnable_Params *))                   \
    X(sass_disable, "cuptiSassMetricsDisable", (CUpti_SassMetricsDisable_Params *))                \
    X(sass_data_properties, "cuptiSassMetricsGetDataProperties",                                   \
      (CUpti_SassMetricsGetDataProperties_Params *))                                               \
    X(sass_flush, "cuptiSassMetricsFlushData", (CUpti_SassMetricsFlushData_Params *))              \
    X(pc_enable, "cuptiPCSamplingEnable", (CUpti_PCSamplingEnableParams *))                        \
    X(pc_disable, "cuptiPCSamplingDisable", (CUpti_PCSamplingDisableParams *))                     \
    X(pc_set, "cuptiPCSamplingSetConfigurationAttribute",                                          \
      (CUpti_PCSamplingConfigurationInfoParams *))                                                 \
    X(pc_get, "cuptiPCSamplingGetConfigurationAttribute",                                          \
      (CUpti_PCSamplingConfigurationInfoParams *))                                                 \
    X(pc_data, "cuptiPCSamplingGetData", (CUpti_PCSamplingGetDataParams *))                        \
    X(pc_reason_count, "cuptiPCSamplingGetNumStallReasons",                                        \
      (CUpti_PCSamplingGetNumStallReasonsParams *))                                                \
    X(pc_reasons, "cuptiPCSamplingGetStallReasons", (CUpti_PCSamplingGetStallReasonsParams *))

/* CUPTI functions for traces and for counters over time. Those that an older CUPTI lacks are
 * NULL. */
#define FOIL_CUPTI_MAYBE(X)                                                                        \
    X(activity_dropped, "cuptiActivityGetNumDroppedRecords", (CUcontext, uint32_t, size_t *))      \
    X(activity_attribute, "cuptiActivitySetAttribute",                                             \
      (CUpti_ActivityAttribute, size_t *, void *))                                                 \
    X(activity_latency, "cuptiActivityEnableLatencyTimestamps", (uint8_t))                         \
    X(activity_device_graph, "cuptiActivityEnableDeviceGraph", (uint8_t))                          \
    X(activity_um, "cuptiActivityConfigureUnifiedMemoryCounter",                                   \
      (CUpti_ActivityUnifiedMemoryCounterConfig *, uint32_t))                                      \
    X(activity_runtime_api, "cuptiActivityEnableRuntimeApi", (CUpti_CallbackId, uint8_t))          \
    X(activity_driver_api, "cuptiActivityEnableDriverApi", (CUpti_CallbackId, uint8_t))            \
    X(thread_id_type, "cuptiSetThreadIdType", (CUpti_ActivityThreadIdType))                        \
    X(pm_availability, "cuptiPmSamplingGetCounterAvailability",                                    \
      (CUpti_PmSampling_GetCounterAvailability_Params *))                                          \
    X(pm_enable, "cuptiPmSamplingEnable", (CUpti_PmSampling_Enable_Params *))                      \
    X(pm_disable, "cuptiPmSamplingDisable", (CUpti_PmSampling_Disable_Params *))                   \
    X(pm_set_config, "cuptiPmSamplingSetConfig", (CUpti_PmSampling_SetConfig_Params *))            \
    X(pm_start, "cuptiPmSamplingStart", (CUpti_PmSampling_Start_Params *))                         \
    X(pm_stop, "cuptiPmSamplingStop", (CUpti_PmSampling_Stop_Params *))                            \
    X(pm_decode, "cuptiPmSamplingDecodeData", (CUpti_PmSampling_DecodeData_Params *))              \
    X(pm_data_size, "cuptiPmSamplingGetCounterDataSize",                                           \
      (CUpti_PmSampling_GetCounterDataSize_Params *))                                              \
    X(pm_data_initialize, "cuptiPmSamplingCounterDataImageInitialize",                             \
      (CUpti_PmSampling_CounterDataImage_Initialize_Params *))                                     \
    X(pm_data_info, "cuptiPmSamplingGetCounterDataInfo",                                           \
      (CUpti_PmSampling_GetCounterDataInfo_Params *))                                              \
    X(pm_sample_info, "cuptiPmSamplingCounterDataGetSampleInfo",                                   \
      (CUpti_PmSampling_CounterData_GetSampleInfo_Params *))                                       \
    X(host_initialize, "cuptiProfilerHostInitialize", (CUpti_Profiler_Host_Initialize_Params *))   \
    X(host_deinitialize, "cuptiProfilerHostDeinitialize",                                          \
      (CUpti_Profiler_Host_Deinitialize_Params *))                                                 \
    X(host_evaluate, "cuptiProfilerHostEvaluateToGpuValues",                                       \
      (CUpti_Profiler_Host_EvaluateToGpuValues_Params *))                                          \
    X(timestamp, "cuptiGetTimestamp", (uint64_t *))                                                \
    X(callback_name, "cuptiGetCallbackName", (CUpti_CallbackDomain, uint32_t, const char **))

struct foil_driver {
#define FOIL_MEMBER(member, symbol, params) CUresult(*member) params;
    FOIL_DRIVER(FOIL_MEMBER)
    FOIL_DRIVER_MAYBE(FOIL_MEMBER)
#undef FOIL_MEMBER
};

struct foil_cupti {
#define FOIL_MEMBER(member, symbol, params) CUptiResult(*member) params;
    FOIL_CUPTI(FOIL_MEMBER)
    FOIL_CUPTI_MAYBE(FOIL_MEMBER)
#undef FOIL_MEMBER
};

/* Fills the table from the driver that is already loaded (libcuda.so.1). Never loads one. */
bool foil_load_driver(struct foil_driver *driver, const char **missing);

/* Opens the CUPTI library and fills the table. path: a file, or a name that the loader finds. */
bool foil_load_cupti(struct foil_cupti *cupti, const char *path, const char **missing);

#endif
