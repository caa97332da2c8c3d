/* Subscription and callbacks, and the small queries of CUPTI. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cupti_inside.h"

enum { CBIDS_MAX = 1024 };

struct CUpti_Subscriber_st {
    CUpti_CallbackFunc callback;
    void *data;
    bool enabled[CUPTI_CB_DOMAIN_SIZE][CBIDS_MAX];
};

static struct CUpti_Subscriber_st only; /* as with the real one, there is room for one */
static bool subscribed;
static const struct fakegpu_driver *driver;

CUptiResult refuse(const char *function, CUptiResult code, const char *why)
{
    fault_log(function, "%s (returns %d)", why, (int)code);
    return code;
}

const struct fakegpu_driver *driver_find(void)
{
    if (!driver) {
        void *library = dlopen("libcuda.so.1", RTLD_NOW);
        driver = library ? dlsym(library, "fakegpu_driver") : NULL;
    }
    return driver;
}

static bool wants(CUpti_CallbackDomain domain, uint32_t cbid)
{
    return __atomic_load_n(&subscribed, __ATOMIC_ACQUIRE) && cbid < CBIDS_MAX &&
           only.enabled[domain][cbid];
}

/* Callbacks that this thread is in: driver calls made there are the subscriber's own. */
static __thread unsigned depth;

static void tell_call(const struct fakegpu_api *call)
{
    CUpti_CallbackData data = {
        .callbackSite = call->result ? CUPTI_API_EXIT : CUPTI_API_ENTER,
        .functionName = call->name,
        .functionParams = call->params,
        .functionReturnValue = call->result,
        .symbolName = call->symbol,
        .context = call->context,
        .contextUid = call->context_uid,
        .correlationData = call->correlation_data,
        .correlationId = call->correlation_id,
    };
    depth++;
    only.callback(only.data, CUPTI_CB_DOMAIN_DRIVER_API, call->cbid, &data);
    depth--;
}

static void on_api(const struct fakegpu_api *call)
{
    range_api(call, depth > 0);
    activity_note_call(call->correlation_id);
    if (call->result)
        activity_api(call);
    if (wants(CUPTI_CB_DOMAIN_DRIVER_API, call->cbid))
        tell_call(call);
    if (call->result)
        return;
    /* After the callback: calls made inside it have numbers and times of their own. */
    activity_note_call(call->correlation_id);
    activity_api(call);
}

/* The real one would crash, now or at the end of the program. */
static void check_gone(CUcontext context)
{
    if (range_exists(context) || sampling_on(context))
        fault_log("cuCtxDestroy", "%s", "a range profiler or warp sampling is left in the context");
}

static void on_resource(const struct fakegpu_resource *event)
{
    if (event->module_id)
        pm_code_loaded();
    CUpti_ModuleResourceData module = {event->module_id, event->cubin_size, event->cubin};
    CUpti_ResourceData data = {.context = event->context};
    data.resourceHandle.stream = event->stream;
    data.resourceDescriptor = event->module_id ? &module : NULL;
    if (wants(CUPTI_CB_DOMAIN_RESOURCE, event->cbid))
        only.callback(only.data, CUPTI_CB_DOMAIN_RESOURCE, event->cbid, &data);
    if (event->cbid == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING)
        check_gone(event->context);
}

static void on_work(const struct fakegpu_work *work)
{
    if (work->kind != WORK_NODE)
        range_work(work);
    sass_work(work);
    sampling_work(work);
    pm_work(work);
    if (work->kind != WORK_GRAPH)
        activity_work(work);
}

static const struct fakegpu_hook hook = {on_api, on_resource, on_work};

CUptiResult hook_install(void)
{
    if (!driver_find())
        return CUPTI_ERROR_NOT_INITIALIZED;
    driver->set_hook(&hook);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc callback,
                                    void *userdata)
{
    CUPTI_FAULT();
    if (!subscriber || !callback)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no subscriber or callback");
    if (subscribed)
        return refuse(__func__, CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED,
                      "second subscriber");
    memset(&only, 0, sizeof only);
    only.callback = callback;
    only.data = userdata;
    CUptiResult result = hook_install();
    if (result != CUPTI_SUCCESS)
        return result;
    __atomic_store_n(&subscribed, true, __ATOMIC_RELEASE);
    *subscriber = &only;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiUnsubscribe(CUpti_SubscriberHandle subscriber)
{
    CUPTI_FAULT();
    if (!subscribed || subscriber != &only)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "not the subscriber");
    __atomic_store_n(&subscribed, false, __ATOMIC_RELEASE);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle subscriber,
                                         CUpti_CallbackDomain domain, CUpti_CallbackId cbid)
{
    CUPTI_FAULT();
    if (!subscribed || subscriber != &only || domain <= CUPTI_CB_DOMAIN_INVALID ||
        domain >= CUPTI_CB_DOMAIN_SIZE || cbid == 0 || cbid >= CBIDS_MAX)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "subscriber, domain or cbid");
    only.enabled[domain][cbid] = enable != 0;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiEnableDomain(uint32_t enable, CUpti_SubscriberHandle subscriber,
                                       CUpti_CallbackDomain domain)
{
    CUPTI_FAULT();
    if (!subscribed || subscriber != &only || domain <= CUPTI_CB_DOMAIN_INVALID ||
        domain >= CUPTI_CB_DOMAIN_SIZE)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "subscriber or domain");
    memset(only.enabled[domain], enable != 0, sizeof only.enabled[domain]);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiGetCallbackName(CUpti_CallbackDomain domain, uint32_t cbid,
                                          const char **name)
{
    CUPTI_FAULT();
#define NAME_OF(function)                                                                          \
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API && cbid == CUPTI_DRIVER_TRACE_CBID_##function) {      \
        *name = #function;                                                                         \
        return CUPTI_SUCCESS;                                                                      \
    }
    NAME_OF(cuLaunchKernel)
    NAME_OF(cuLaunchKernelEx)
    NAME_OF(cuLaunchCooperativeKernel)
    NAME_OF(cuGraphLaunch)
    NAME_OF(cuMemcpyHtoD_v2)
    NAME_OF(cuMemcpyDtoH_v2)
    NAME_OF(cuMemcpyDtoD_v2)
    NAME_OF(cuMemcpyHtoDAsync_v2)
    NAME_OF(cuMemAlloc_v2)
    NAME_OF(cuMemFree_v2)
    NAME_OF(cuModuleLoadData)
    NAME_OF(cuModuleUnload)
    NAME_OF(cuModuleGetFunction)
    NAME_OF(cuStreamCreate)
    NAME_OF(cuStreamDestroy_v2)
    NAME_OF(cuStreamSynchronize)
    NAME_OF(cuStreamWaitEvent)
    NAME_OF(cuEventCreate)
    NAME_OF(cuEventRecord)
    NAME_OF(cuEventSynchronize)
    NAME_OF(cuEventDestroy_v2)
    NAME_OF(cuCtxSynchronize)
    NAME_OF(cuCtxSetCurrent)
    NAME_OF(cuDevicePrimaryCtxRetain)
    NAME_OF(cuDevicePrimaryCtxRelease_v2)
    NAME_OF(cuMemsetD8_v2)
    NAME_OF(cuMemsetD8Async)
#undef NAME_OF
    return CUPTI_ERROR_INVALID_PARAMETER;
}

CUptiResult CUPTIAPI cuptiGetVersion(uint32_t *version)
{
    CUPTI_FAULT();
    const char *text = getenv("FAKEGPU_CUPTI_VERSION");
    *version = text && *text ? (uint32_t)strtoul(text, NULL, 0) : CUPTI_API_VERSION;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiGetStreamIdEx(CUcontext context, CUstream stream, uint8_t perThreadStream,
                                        uint32_t *streamId)
{
    CUPTI_FAULT();
    if (!driver_find() || !streamId)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no driver or no result");
    if (!driver->stream_id(context, stream, perThreadStream, streamId))
        return refuse(__func__, CUPTI_ERROR_INVALID_STREAM, "no such stream");
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiGetContextId(CUcontext context, uint32_t *contextId)
{
    CUPTI_FAULT();
    if (!driver_find() || !driver->context_uid(context, contextId))
        return refuse(__func__, CUPTI_ERROR_INVALID_CONTEXT, "no such context");
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiFinalize(void)
{
    CUPTI_FAULT();
    __atomic_store_n(&subscribed, false, __ATOMIC_RELEASE);
    return CUPTI_SUCCESS;
}

struct result_name {
    CUptiResult code;
    const char *name;
};

#define RESULT_NAME(code)                                                                          \
    {                                                                                              \
        code, #code                                                                                \
    }

static const struct result_name result_names[] = {
    RESULT_NAME(CUPTI_SUCCESS),
    RESULT_NAME(CUPTI_ERROR_INVALID_PARAMETER),
    RESULT_NAME(CUPTI_ERROR_INVALID_DEVICE),
    RESULT_NAME(CUPTI_ERROR_INVALID_CONTEXT),
    RESULT_NAME(CUPTI_ERROR_INVALID_OPERATION),
    RESULT_NAME(CUPTI_ERROR_OUT_OF_MEMORY),
    RESULT_NAME(CUPTI_ERROR_HARDWARE),
    RESULT_NAME(CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT),
    RESULT_NAME(CUPTI_ERROR_NOT_READY),
    RESULT_NAME(CUPTI_ERROR_NOT_COMPATIBLE),
    RESULT_NAME(CUPTI_ERROR_NOT_INITIALIZED),
    RESULT_NAME(CUPTI_ERROR_INVALID_METRIC_NAME),
    RESULT_NAME(CUPTI_ERROR_INVALID_STREAM),
    RESULT_NAME(CUPTI_ERROR_DISABLED),
    RESULT_NAME(CUPTI_ERROR_HARDWARE_BUSY),
    RESULT_NAME(CUPTI_ERROR_NOT_SUPPORTED),
    RESULT_NAME(CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED),
    RESULT_NAME(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES),
    RESULT_NAME(CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED),
    RESULT_NAME(CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED),
    RESULT_NAME(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED),
    RESULT_NAME(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES),
    RESULT_NAME(CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED),
    RESULT_NAME(CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED),
    RESULT_NAME(CUPTI_ERROR_INVALID_CHIP_NAME),
    RESULT_NAME(CUPTI_ERROR_UNKNOWN),
};

CUptiResult CUPTIAPI cuptiGetResultString(CUptiResult result, const char **str)
{
    for (size_t i = 0; i < sizeof result_names / sizeof *result_names; i++) {
        if (result_names[i].code != result)
            continue;
        *str = result_names[i].name;
        return CUPTI_SUCCESS;
    }
    return CUPTI_ERROR_INVALID_PARAMETER;
}
