/* The range profiler: refuses what a careless profiler might do, and keeps the facts of each range.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cupti_inside.h"

enum { AVAILABILITY_SIZE = 64 };

static const char availability_magic[8] = "FAKEAVL1";

/* What the passes of one set saw. */
struct seen {
    struct counter_range *ranges;
    size_t room;
    size_t count; /* of the first pass */
    size_t at;    /* of the running pass */
    size_t dropped;
};

struct CUpti_RangeProfiler_Object {
    struct CUpti_RangeProfiler_Object *next;
    CUcontext context;
    int device;
    struct config_image *config; /* our copy */
    uint8_t *image;
    size_t image_size;
    CUpti_ProfilerRange mode;
    CUpti_ProfilerReplayMode replay;
    size_t ranges_max;
    size_t room; /* for ranges of a pass: that of the first config */
    size_t pass; /* that the next Start counts: with application replay no config changes it */
    bool running;
    bool second;   /* it got another config than its first: it counts nothing from now on */
    bool complete; /* all passes are in: only Decode may follow */
    const char *broken;
    int user_depth;
    struct seen seen;
    uint32_t metric_room; /* of the counter data image whose size was asked for */
    uint32_t range_room;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUpti_RangeProfiler_Object *objects;
static bool initialized, used, torn_down;
static bool counted_runs; /* a kernel was counted, and nobody has waited for it */

/* As what a library makes at its first use. */
static void tear_down(void)
{
    torn_down = true;
}

CUptiResult CUPTIAPI cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_Initialize_Params);
    if (hook_install() != CUPTI_SUCCESS)
        return refuse(__func__, CUPTI_ERROR_UNKNOWN, "no driver in this process");
    initialized = true;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiProfilerDeInitialize(CUpti_Profiler_DeInitialize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_DeInitialize_Params);
    initialized = false;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiProfilerDeviceSupported(CUpti_Profiler_DeviceSupported_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_DeviceSupported_Params);
    if (!initialized)
        return refuse(__func__, CUPTI_ERROR_NOT_INITIALIZED, "before cuptiProfilerInitialize");
    pParams->isSupported = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    pParams->architecture = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    pParams->sli = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    pParams->vGpu = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    pParams->confidentialCompute = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    pParams->cmp = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    pParams->wsl = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Device_GetChipName_Params);
    if (!initialized)
        return refuse(__func__, CUPTI_ERROR_NOT_INITIALIZED, "before cuptiProfilerInitialize");
    const char *boards = getenv("FAKEGPU_BOARDS"); /* as the double of the driver */
    if (pParams->deviceIndex && (!boards || pParams->deviceIndex >= (size_t)atoi(boards)))
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no such device");
    pParams->pChipName = "GH100";
    return CUPTI_SUCCESS;
}

/* Clients of an MPS server, and processes on one GPU, share the counters: with FAKEGPU_MPS_LOCK, a
 * file for the first GPU and its name with the GPU's number for the others, one of them may have
 * range profilers at a time, and the others are refused whatever they ask. */
enum { SHARED_DEVICES = 8 };
static int shared_locks[SHARED_DEVICES]; /* descriptor plus one; 0: not taken */

static bool take_shared(int device)
{
    const char *path = getenv("FAKEGPU_MPS_LOCK");
    char name[4096];
    if (!path || device < 0 || device >= SHARED_DEVICES || shared_locks[device])
        return true;
    snprintf(name, sizeof name, device ? "%s%d" : "%s", path, device);
    const int file = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0) {
        shared_locks[device] = file + 1;
        return true;
    }
    close(file);
    return false;
}

static void give_shared(int device)
{
    if (device < 0 || device >= SHARED_DEVICES || !shared_locks[device])
        return;
    for (const struct CUpti_RangeProfiler_Object *o = objects; o; o = o->next)
        if (o->device == device)
            return;
    close(shared_locks[device] - 1);
    shared_locks[device] = 0;
}

static bool context_known(CUcontext *context)
{
    uint32_t uid;
    if (!*context)
        *context = driver_find()->current();
    return *context && driver_find()->context_uid(*context, &uid);
}

/* A GPU's counters belong to one context (H200, CUPTI 13.0). */
static bool has_another(CUcontext context)
{
    const int device = driver_find()->context_device(context);
    bool another = false;
    pthread_mutex_lock(&lock);
    for (const struct CUpti_RangeProfiler_Object *o = objects; o; o = o->next)
        another = another || (o->device == device && o->context != context);
    pthread_mutex_unlock(&lock);
    return another;
}

CUptiResult CUPTIAPI
cuptiProfilerGetCounterAvailability(CUpti_Profiler_GetCounterAvailability_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_Profiler_GetCounterAvailability_Params);
    CUcontext context = pParams->ctx;
    if (!initialized || !context_known(&context))
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "not initialised, or no context");
    if (sampling_on(context)) {
        fault_log(__func__, "%s", "while warps are sampled");
        abort(); /* the real one crashes */
    }
    if (has_another(context))
        return refuse(__func__, CUPTI_ERROR_HARDWARE_BUSY, "another context has the counters");
    if (!take_shared(driver_find()->context_device(context)))
        return refuse(__func__, CUPTI_ERROR_HARDWARE_BUSY, "another MPS client has the counters");
    give_shared(driver_find()->context_device(context));
    if (pParams->pCounterAvailabilityImage) {
        if (pParams->counterAvailabilityImageSize < AVAILABILITY_SIZE)
            return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "image too small");
        memset(pParams->pCounterAvailabilityImage, 0, AVAILABILITY_SIZE);
        memcpy(pParams->pCounterAvailabilityImage, availability_magic, sizeof availability_magic);
    }
    pParams->counterAvailabilityImageSize = AVAILABILITY_SIZE;
    return CUPTI_SUCCESS;
}

static struct CUpti_RangeProfiler_Object *find_object(struct CUpti_RangeProfiler_Object *wanted)
{
    pthread_mutex_lock(&lock);
    struct CUpti_RangeProfiler_Object *object = objects;
    while (object && object != wanted)
        object = object->next;
    pthread_mutex_unlock(&lock);
    return object;
}

#define OBJECT_OR_RETURN(object)                                                                   \
    struct CUpti_RangeProfiler_Object *object = find_object(pParams->pRangeProfilerObject);        \
    if (!object)                                                                                   \
    return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "not an enabled range profiler")

CUptiResult CUPTIAPI cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_Enable_Params);
    CUcontext context = pParams->ctx;
    if (!initialized)
        return refuse(__func__, CUPTI_ERROR_NOT_INITIALIZED, "before cuptiProfilerInitialize");
    if (!context_known(&context))
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no such context");
    if (has_another(context))
        return refuse(__func__, CUPTI_ERROR_HARDWARE_BUSY, "another context has the counters");
    if (!take_shared(driver_find()->context_device(context)))
        return refuse(__func__, CUPTI_ERROR_HARDWARE_BUSY, "another MPS client has the counters");
    usleep(getenv("FAKEGPU_MPS_LOCK") ? 2000 : 0);
    struct CUpti_RangeProfiler_Object *object = calloc(1, sizeof *object);
    if (!object)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    object->context = context;
    object->device = driver_find()->context_device(context);
    pthread_mutex_lock(&lock);
    bool taken = false;
    for (struct CUpti_RangeProfiler_Object *other = objects; other; other = other->next)
        taken = taken || other->context == context;
    if (!taken) {
        object->next = objects;
        objects = object;
    }
    pthread_mutex_unlock(&lock);
    if (taken) {
        free(object);
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "enabled twice for one context");
    }
    pParams->pRangeProfilerObject = object;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_Disable_Params);
    OBJECT_OR_RETURN(object);
    if (object->running)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "between Start and Stop");
    pthread_mutex_lock(&lock);
    struct CUpti_RangeProfiler_Object **link = &objects;
    while (*link != object)
        link = &(*link)->next;
    *link = object->next;
    give_shared(object->device);
    pthread_mutex_unlock(&lock);
    free(object->config);
    free(object->seen.ranges);
    free(object);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_GetCounterDataSize_Params);
    OBJECT_OR_RETURN(object);
    if (!pParams->pMetricNames || pParams->numMetrics == 0 || pParams->maxNumOfRanges == 0 ||
        pParams->maxNumOfRanges > UINT32_MAX ||
        pParams->maxNumRangeTreeNodes < pParams->maxNumOfRanges)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "metrics, ranges or tree nodes");
    for (size_t i = 0; i < pParams->numMetrics; i++) {
        struct metric metric;
        if (metric_parse(pParams->pMetricNames[i], &metric) != METRIC_OK)
            return refuse(__func__, CUPTI_ERROR_INVALID_METRIC_NAME, pParams->pMetricNames[i]);
    }
    object->metric_room = (uint32_t)pParams->numMetrics;
    object->range_room = (uint32_t)pParams->maxNumOfRanges;
    pParams->counterDataSize = counter_image_size(object->metric_room, object->range_room);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiRangeProfilerCounterDataImageInitialize(
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
    OBJECT_OR_RETURN(object);
    if (!object->range_room)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "before GetCounterDataSize");
    uint64_t size = counter_image_size(object->metric_room, object->range_room);
    if (!pParams->pCounterData || pParams->counterDataSize < size)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "image missing or too small");
    memset(pParams->pCounterData, 0, pParams->counterDataSize);
    struct counter_image *image = (struct counter_image *)pParams->pCounterData;
    memcpy(image->magic, "FAKECTR1", 8);
    image->size = size;
    image->metric_room = object->metric_room;
    image->range_room = object->range_room;
    return CUPTI_SUCCESS;
}

static void begin_set(struct CUpti_RangeProfiler_Object *object, size_t pass)
{
    object->pass = pass;
    object->complete = false;
    object->broken = NULL;
    object->seen.count = object->seen.at = object->seen.dropped = 0;
}

static const char *check_config(const CUpti_RangeProfiler_SetConfig_Params *params)
{
    const struct config_image *config = config_image_open(params->pConfig, params->configSize);
    struct counter_image *image =
        counter_image_open(params->pCounterDataImage, params->counterDataImageSize);
    if (!config)
        return "not a config image";
    if (!image)
        return "counter data image is not initialised";
    if (image->metric_room < config->metrics)
        return "counter data image was sized for fewer metrics";
    if (image->passes && image->passes != config->passes)
        return "counter data image holds ranges of another config";
    if (params->range != CUPTI_AutoRange && params->range != CUPTI_UserRange)
        return "range mode";
    if (params->replayMode != CUPTI_UserReplay && params->replayMode != CUPTI_ApplicationReplay)
        return "replay mode: only user and application replay are imitated";
    if (params->maxRangesPerPass == 0)
        return "maxRangesPerPass is 0";
    if (params->numNestingLevels != 1 || params->minNestingLevel != 1)
        return "nesting levels other than 1";
    if (params->passIndex >= config->passes)
        return "no such pass";
    if (params->passIndex && params->replayMode == CUPTI_UserReplay)
        return "user replay begins with pass 0";
    return NULL;
}

CUptiResult CUPTIAPI cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_SetConfig_Params);
    OBJECT_OR_RETURN(object);
    if (object->running)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "between Start and Stop");
    const char *why = check_config(pParams);
    if (why)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, why);
    if (object->config && (object->config->size != pParams->configSize ||
                           memcmp(object->config, pParams->pConfig, pParams->configSize) != 0))
        object->second = true;
    free(object->config);
    object->config = malloc(pParams->configSize);
    if (!object->config)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    memcpy(object->config, pParams->pConfig, pParams->configSize);
    object->image = pParams->pCounterDataImage;
    object->image_size = pParams->counterDataImageSize;
    object->mode = pParams->range;
    object->replay = pParams->replayMode;
    bool first = object->room == 0;
    if (first)
        object->room = pParams->maxRangesPerPass;
    object->ranges_max =
        pParams->maxRangesPerPass < object->room ? pParams->maxRangesPerPass : object->room;
    begin_set(object, first || object->replay == CUPTI_UserReplay
                          ? pParams->passIndex
                          : object->pass %
                                config_image_open(pParams->pConfig, pParams->configSize)->passes);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_Start_Params);
    OBJECT_OR_RETURN(object);
    if (!object->config)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "before SetConfig");
    if (object->running)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "started twice");
    if (range_counting())
        return refuse(__func__, CUPTI_ERROR_HARDWARE_BUSY, "another context has the counters");
    if (torn_down)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "after its handler of exit()");
    if (activity_on())
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION,
                      "launches are watched: they are longer");
    if (!used)
        atexit(tear_down);
    used = true;
    if (object->complete)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "all passes are in: Decode first");
    object->seen.at = 0;
    __atomic_store_n(&object->running, true, __ATOMIC_RELEASE);
    return CUPTI_SUCCESS;
}

bool range_exists(CUcontext context)
{
    bool exists = false;
    pthread_mutex_lock(&lock);
    for (const struct CUpti_RangeProfiler_Object *object = objects; object; object = object->next)
        exists = exists || object->context == context;
    pthread_mutex_unlock(&lock);
    return exists;
}

bool range_counting(void)
{
    bool running = false;
    pthread_mutex_lock(&lock);
    for (const struct CUpti_RangeProfiler_Object *object = objects; object; object = object->next)
        running = running || object->running;
    pthread_mutex_unlock(&lock);
    return running;
}

static bool same(const struct counter_range *a, const struct counter_range *b)
{
    return strcmp(a->name, b->name) == 0 && memcmp(a->grid, b->grid, sizeof a->grid) == 0 &&
           memcmp(a->block, b->block, sizeof a->block) == 0 && a->kernels == b->kernels;
}

static bool first_pass(const struct CUpti_RangeProfiler_Object *object)
{
    return object->pass == 0 || object->replay == CUPTI_ApplicationReplay;
}

static void finish_range(struct CUpti_RangeProfiler_Object *object,
                         const struct counter_range *range)
{
    struct seen *seen = &object->seen;
    size_t index = seen->at++;
    if (!first_pass(object)) {
        if (index >= seen->count + seen->dropped)
            object->broken = "more ranges than in the first pass";
        else if (index < seen->count && !same(&seen->ranges[index], range))
            object->broken = "another kernel than in the first pass";
        return;
    }
    if (index >= object->ranges_max) {
        seen->dropped++;
        return;
    }
    if (index >= seen->room) {
        size_t room = seen->room ? 2 * seen->room : 64;
        struct counter_range *grown = realloc(seen->ranges, room * sizeof *grown);
        if (!grown) {
            object->broken = "no memory";
            return;
        }
        seen->ranges = grown;
        seen->room = room;
    }
    seen->ranges[index] = *range;
    seen->count = index + 1;
}

static void fill_range(struct counter_range *range, const struct fakegpu_work *work)
{
    memset(range, 0, sizeof *range);
    strncpy(range->name, work->name, sizeof range->name - 1);
    memcpy(range->grid, work->grid, sizeof range->grid);
    memcpy(range->block, work->block, sizeof range->block);
    range->threads = work->threads;
    range->kernels = work->kernels;
}

static struct counter_range user_range; /* what ran since PushRange */

/* Code that is loaded goes to the device's memory, and so into the counters of a kernel that runs.
 * What the program loads meanwhile is there without a profiler, too. */
void range_api(const struct fakegpu_api *call, bool own)
{
    pthread_mutex_lock(&lock);
    if (call->result && strcmp(call->name, "cuCtxSynchronize") == 0)
        counted_runs = false;
    if (own && !call->result && counted_runs && strcmp(call->name, "cuModuleLoadData") == 0)
        fault_log(call->name, "a kernel that is counted may still run");
    pthread_mutex_unlock(&lock);
}

void range_work(const struct fakegpu_work *work)
{
    pthread_mutex_lock(&lock);
    for (struct CUpti_RangeProfiler_Object *object = objects; object; object = object->next) {
        if (!object->running || object->context != work->context)
            continue;
        counted_runs = true;
        sampling_note_counted(work);
        struct counter_range range;
        fill_range(&range, work);
        if (object->mode == CUPTI_AutoRange && work->kind == WORK_GRAPH) {
            object->broken = "a graph as a whole is no automatic range";
        } else if (object->mode == CUPTI_AutoRange) {
            if (!driver_find()->set_monitors(true))
                object->broken = "a launch without monitors";
            finish_range(object, &range);
            driver_find()->set_monitors(false);
        } else if (object->user_depth == 1) {
            user_range.threads += range.threads;
            user_range.kernels += range.kernels;
            memcpy(user_range.grid, range.grid, sizeof range.grid);
            memcpy(user_range.block, range.block, sizeof range.block);
        }
    }
    pthread_mutex_unlock(&lock);
}

CUptiResult CUPTIAPI cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_PushRange_Params);
    OBJECT_OR_RETURN(object);
    if (object->mode != CUPTI_UserRange || !object->running || object->user_depth ||
        !pParams->pRangeName)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "no user range may begin here");
    object->user_depth = 1;
    memset(&user_range, 0, sizeof user_range);
    strncpy(user_range.name, pParams->pRangeName, sizeof user_range.name - 1);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_PopRange_Params);
    OBJECT_OR_RETURN(object);
    if (!object->user_depth)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "no range to end");
    object->user_depth = 0;
    pthread_mutex_lock(&lock);
    finish_range(object, &user_range);
    pthread_mutex_unlock(&lock);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_Stop_Params);
    OBJECT_OR_RETURN(object);
    if (!object->running)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not started");
    if (driver_find()->monitors_on())
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "the monitors are still on");
    __atomic_store_n(&object->running, false, __ATOMIC_RELEASE);
    if (object->user_depth)
        object->broken = "a user range is open";
    size_t expected = object->seen.count + object->seen.dropped;
    if (!object->broken && !first_pass(object) && object->seen.at < expected)
        object->broken = "fewer ranges than in the first pass";
    if (object->broken)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, object->broken);
    /* Passes with nothing in them leave the image without room, at least in some passes (H200,
     * driver 580). */
    if (object->replay == CUPTI_ApplicationReplay && object->mode == CUPTI_AutoRange && !expected) {
        struct counter_image *image = counter_image_open(object->image, object->image_size);
        if (image)
            image->range_room = image->range_count;
    }
    object->pass++;
    object->complete = object->pass == object->config->passes;
    pParams->passIndex = object->complete ? 0 : object->pass;
    pParams->targetNestingLevel = 1;
    pParams->isAllPassSubmitted = object->complete;
    return CUPTI_SUCCESS;
}

static void write_metrics(struct counter_image *image, const struct config_image *config)
{
    uint64_t *hashes = counter_image_metrics(image);
    const char *name = config_image_next(config, NULL);
    image->metric_count = 0;
    for (; name && image->metric_count < image->metric_room; name = config_image_next(config, name))
        hashes[image->metric_count++] = metric_hash(METRIC_HASH_SEED, name, strcspn(name, "."));
    image->passes = config->passes;
}

/* Application replay: each pass of a launch is in a run of its own, which finds the range of the
 * runs before, or one that was only begun.
 * The shape of a launch may be another one: the ranges of CUPTI are only counted. */
static const char *merge_pass(const struct seen *seen, struct counter_image *image, size_t pass)
{
    struct counter_range *ranges = counter_image_ranges(image);
    const bool first = image->range_count == 0;
    if (!first && image->range_count != seen->count)
        return "another number of ranges than in the run before";
    for (size_t i = 0; i < seen->count && i < image->range_room; i++) {
        if (!first && pass == 0)
            break; /* a range of its own, for which there is no room */
        if (first && pass > 0)
            break; /* no range to fill: it is lost */
        if (first || !ranges[i].passes_seen)
            ranges[i] = seen->ranges[i];
        else if (strcmp(ranges[i].name, seen->ranges[i].name) != 0)
            return "another kernel than in the run before";
        counter_range_mark(&ranges[i], pass);
        image->range_count = (uint32_t)(i + 1);
    }
    return NULL;
}

static size_t append_ranges(const struct seen *seen, struct counter_image *image, uint32_t passes)
{
    struct counter_range *ranges = counter_image_ranges(image);
    size_t dropped = 0;
    for (size_t i = 0; i < seen->count; i++) {
        if (image->range_count == image->range_room) {
            dropped++;
            continue;
        }
        ranges[image->range_count] = seen->ranges[i];
        ranges[image->range_count++].passes_seen = passes;
    }
    return dropped;
}

/* FAKEGPU_LOSES=N: the last range of the N-th data that is decoded is lost. */
static bool is_lost_now(void)
{
    static int decoded;
    const char *which = getenv("FAKEGPU_LOSES");
    return which && ++decoded == atoi(which);
}

CUptiResult CUPTIAPI cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_DecodeData_Params);
    OBJECT_OR_RETURN(object);
    bool application = object->replay == CUPTI_ApplicationReplay;
    if (!object->config || object->running)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "before SetConfig or Stop");
    if (object->broken)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, object->broken);
    if (!object->complete && !(application && object->pass > 0))
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "passes are missing");
    struct counter_image *image = counter_image_open(object->image, object->image_size);
    if (!image)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION,
                      "counter data image was overwritten");
    write_metrics(image, object->config);
    pParams->numOfRangeDropped = object->seen.dropped;
    if (object->seen.count > 1 && is_lost_now())
        object->seen.count--;
    if (application) {
        const char *why = merge_pass(&object->seen, image, object->pass - 1);
        if (why)
            return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, why);
    } else {
        pParams->numOfRangeDropped +=
            append_ranges(&object->seen, image, object->second ? 0 : object->config->passes);
    }
    begin_set(object, application ? object->pass % object->config->passes : 0);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_GetCounterDataInfo_Params);
    struct counter_image *image =
        counter_image_open((uint8_t *)pParams->pCounterDataImage, pParams->counterDataImageSize);
    if (!image)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "not a counter data image");
    pParams->numTotalRanges = image->range_count;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiRangeProfilerCounterDataGetRangeInfo(
    CUpti_RangeProfiler_CounterData_GetRangeInfo_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_RangeProfiler_CounterData_GetRangeInfo_Params);
    struct counter_image *image =
        counter_image_open((uint8_t *)pParams->pCounterDataImage, pParams->counterDataImageSize);
    if (!image || pParams->rangeIndex >= image->range_count)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "no such range");
    pParams->rangeName = counter_image_ranges(image)[pParams->rangeIndex].name;
    return CUPTI_SUCCESS;
}
