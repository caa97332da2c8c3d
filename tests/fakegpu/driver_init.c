/* The start of the driver, its calls' common part, and what it says about the device. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver_api.h"
#include "fault.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t started = PTHREAD_ONCE_INIT;
static const struct fakegpu_hook *hook;
static bool ready;
static pid_t owner;
static uint32_t correlation;

void driver_lock(void)
{
    pthread_mutex_lock(&lock);
}

void driver_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

/* A module that comes is told of with this lock held, and each launch takes it: as in the driver,
 * the order of it and of a tool's own locks matters. */
static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static __thread unsigned loading;

void driver_load_lock(void)
{
    if (!loading++)
        pthread_mutex_lock(&load_lock);
}

void driver_load_unlock(void)
{
    if (!--loading)
        pthread_mutex_unlock(&load_lock);
}

const struct fakegpu_hook *driver_hook(void)
{
    return __atomic_load_n(&hook, __ATOMIC_ACQUIRE);
}

static void set_hook(const struct fakegpu_hook *value)
{
    __atomic_store_n(&hook, value, __ATOMIC_RELEASE);
}

bool driver_ready(void)
{
    return __atomic_load_n(&ready, __ATOMIC_ACQUIRE);
}

static bool context_uid(CUcontext context, uint32_t *uid)
{
    if (!context_exists(context))
        return false;
    *uid = ((struct context *)context)->uid;
    return true;
}

static int context_device(CUcontext context)
{
    return context_exists(context) ? ((struct context *)context)->device : -1;
}

static bool stream_id(CUcontext context, CUstream handle, bool per_thread, uint32_t *id)
{
    (void)context;
    struct stream *stream = stream_resolve(handle, per_thread);
    if (stream)
        *id = stream->id;
    return stream != NULL;
}

static CUcontext current(void)
{
    return (CUcontext)context_current();
}

static bool started_up;

static bool has_started(void)
{
    return started_up;
}

const struct fakegpu_driver fakegpu_driver = {set_hook,    driver_ready,      has_started,
                                              context_uid, context_device,    stream_id,
                                              current,     file_set_monitors, file_monitors_on};

void driver_resource(uint32_t cbid, struct context *context, CUstream stream, struct module *module)
{
    const struct fakegpu_hook *to = driver_hook();
    if (!to)
        return;
    struct fakegpu_resource event = {.cbid = cbid, .context = (CUcontext)context, .stream = stream};
    if (module) {
        event.module_id = module->id;
        event.cubin = (const char *)module->image->cubin;
        event.cubin_size = module->image->cubin_size;
    }
    to->resource(&event);
}

static bool works_before_init(const char *name)
{
    return strcmp(name, "cuInit") == 0 || strcmp(name, "cuDriverGetVersion") == 0 ||
           strncmp(name, "cuGet", 5) == 0;
}

bool api_enter(struct api_call *call, const char *name, uint32_t cbid, const void *params,
               const char *symbol)
{
    struct context *context = driver_ready() ? context_current() : NULL;
    call->hook = driver_hook();
    call->correlation_data = 0;
    call->result = CUDA_SUCCESS;
    call->info = (struct fakegpu_api){
        .name = name,
        .cbid = cbid,
        .params = params,
        .symbol = symbol,
        .context = (CUcontext)context,
        .context_uid = context ? context->uid : 0,
        .correlation_data = &call->correlation_data,
        .correlation_id = __atomic_add_fetch(&correlation, 1, __ATOMIC_RELAXED),
    };
    if (call->hook)
        call->hook->api(&call->info);
    fault_delay(name);
    int code;
    if (fault_wanted(name, &code))
        call->result = (CUresult)code;
    else if (!works_before_init(name) && !driver_ready())
        call->result = CUDA_ERROR_NOT_INITIALIZED;
    else if (driver_ready() && owner != getpid()) /* a fork takes no device with it */
        call->result = CUDA_ERROR_NOT_INITIALIZED;
    else
        return true;
    return false;
}

CUresult api_exit(struct api_call *call)
{
    if (call->hook && call->hook == driver_hook()) {
        struct context *context = driver_ready() ? context_current() : NULL;
        call->info.context = (CUcontext)context;
        call->info.context_uid = context ? context->uid : 0;
        call->info.result = &call->result;
        call->hook->api(&call->info);
    }
    return call->result;
}

static void inject(void)
{
    const char *path = getenv("CUDA_INJECTION64_PATH");
    if (!path || !*path)
        return;
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        fault_log("cuInit", "no injection: %s", dlerror());
        return;
    }
    int (*initialize)(void) = (int (*)(void))dlsym(library, "InitializeInjection");
    if (initialize)
        initialize();
}

/* Whom the injection has subscribed is told as well that the driver is there. */
static void start(void)
{
    inject();
    started_up = true;
    driver_resource(CUPTI_CBID_RESOURCE_CU_INIT_FINISHED, NULL, NULL, NULL);
}

DRIVER_API(cuInit, (unsigned int Flags), Flags)
{
    if (p->Flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (!driver_ready()) {
        owner = getpid();
        __atomic_store_n(&ready, true, __ATOMIC_RELEASE);
    }
    pthread_once(&started, start);
    return CUDA_SUCCESS;
}

DRIVER_API(cuDriverGetVersion, (int *driverVersion), driverVersion)
{
    const char *version = getenv("FAKEGPU_DRIVER");
    *p->driverVersion = version ? atoi(version) : 13000;
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceGetCount, (int *count), count)
{
    *p->count = device_count();
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceGet, (CUdevice * device, int ordinal), device, ordinal)
{
    if (p->ordinal < 0 || p->ordinal >= device_count())
        return CUDA_ERROR_INVALID_DEVICE;
    *p->device = p->ordinal;
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceGetName, (char *name, int len, CUdevice dev), name, len, dev)
{
    if (p->len <= 0 || p->dev < 0 || p->dev >= device_count())
        return CUDA_ERROR_INVALID_VALUE;
    snprintf(p->name, (size_t)p->len, "NVIDIA H200");
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceTotalMem_v2, (size_t * bytes, CUdevice dev), bytes, dev)
{
    if (p->dev < 0 || p->dev >= device_count())
        return CUDA_ERROR_INVALID_DEVICE;
    *p->bytes = memory_total();
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceGetAttribute, (int *pi, CUdevice_attribute attrib, CUdevice dev), pi, attrib,
           dev)
{
    if (p->dev < 0 || p->dev >= device_count())
        return CUDA_ERROR_INVALID_DEVICE;
    if (p->attrib <= 0 || p->attrib >= CU_DEVICE_ATTRIBUTE_MAX)
        return CUDA_ERROR_INVALID_VALUE;
    *p->pi = device_attribute(p->attrib, p->dev);
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceGetUuid_v2, (CUuuid * uuid, CUdevice dev), uuid, dev)
{
    static const char bytes[] = "\xfa\x4e\x60\x00rooftopfake0";
    memcpy(p->uuid->bytes, bytes, sizeof p->uuid->bytes);
    return CUDA_SUCCESS;
}

DRIVER_API(cuDeviceGetPCIBusId, (char *pciBusId, int len, CUdevice dev), pciBusId, len, dev)
{
    if (p->len < 13)
        return CUDA_ERROR_INVALID_VALUE;
    snprintf(p->pciBusId, (size_t)p->len, "0000:00:06.0");
    return CUDA_SUCCESS;
}

struct error_name {
    CUresult code;
    const char *name;
};

#define ERROR_NAME(code)                                                                           \
    {                                                                                              \
        code, #code                                                                                \
    }

static const struct error_name error_names[] = {
    ERROR_NAME(CUDA_SUCCESS),
    ERROR_NAME(CUDA_ERROR_INVALID_VALUE),
    ERROR_NAME(CUDA_ERROR_OUT_OF_MEMORY),
    ERROR_NAME(CUDA_ERROR_NOT_INITIALIZED),
    ERROR_NAME(CUDA_ERROR_DEINITIALIZED),
    ERROR_NAME(CUDA_ERROR_NO_DEVICE),
    ERROR_NAME(CUDA_ERROR_INVALID_DEVICE),
    ERROR_NAME(CUDA_ERROR_INVALID_IMAGE),
    ERROR_NAME(CUDA_ERROR_INVALID_CONTEXT),
    ERROR_NAME(CUDA_ERROR_NO_BINARY_FOR_GPU),
    ERROR_NAME(CUDA_ERROR_FILE_NOT_FOUND),
    ERROR_NAME(CUDA_ERROR_INVALID_HANDLE),
    ERROR_NAME(CUDA_ERROR_NOT_FOUND),
    ERROR_NAME(CUDA_ERROR_NOT_READY),
    ERROR_NAME(CUDA_ERROR_ILLEGAL_ADDRESS),
    ERROR_NAME(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES),
    ERROR_NAME(CUDA_ERROR_LAUNCH_FAILED),
    ERROR_NAME(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE),
    ERROR_NAME(CUDA_ERROR_NOT_PERMITTED),
    ERROR_NAME(CUDA_ERROR_NOT_SUPPORTED),
    ERROR_NAME(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED),
    ERROR_NAME(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED),
    ERROR_NAME(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT),
    ERROR_NAME(CUDA_ERROR_INVALID_CLUSTER_SIZE),
    ERROR_NAME(CUDA_ERROR_UNKNOWN),
};

static CUresult find_error_name(CUresult code, const char **text)
{
    *text = NULL;
    for (size_t i = 0; i < sizeof error_names / sizeof *error_names; i++)
        if (error_names[i].code == code)
            *text = error_names[i].name;
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

DRIVER_API(cuGetErrorName, (CUresult error, const char **pStr), error, pStr)
{
    return find_error_name(p->error, p->pStr);
}

DRIVER_API(cuGetErrorString, (CUresult error, const char **pStr), error, pStr)
{
    return find_error_name(p->error, p->pStr);
}

/* Newest version first, as the real one gives to a program of this toolkit. */
DRIVER_API(cuGetProcAddress_v2,
           (const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
            CUdriverProcAddressQueryResult *symbolStatus),
           symbol, pfn, cudaVersion, flags, symbolStatus)
{
    static const char *const suffixes[] = {"_v4", "_v3", "_v2", ""};
    void *self = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    void *found = NULL;
    bool per_thread = p->flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    for (size_t i = 0; self && !found && i < sizeof suffixes / sizeof *suffixes; i++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s_ptsz", p->symbol, suffixes[i]);
        found = per_thread ? dlsym(self, name) : NULL;
        snprintf(name, sizeof name, "%s%s", p->symbol, suffixes[i]);
        found = found ? found : dlsym(self, name);
    }
    if (self)
        dlclose(self);
    *p->pfn = found;
    if (p->symbolStatus)
        *p->symbolStatus =
            found ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    return found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}
