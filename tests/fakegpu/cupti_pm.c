/* PM sampling: counters over time. The clock is the double's own: it stands still but for what
 * happens on the device. A kernel of T threads begins GAP ns after what was before it, takes
 * 1000 + T / 10 ns, and the clock ends GAP ns later.
 *
 * As the real one was seen to behave: a configuration is of one pass; the first sample covers what
 * was before the start; what does not fit into the counter data is lost; nothing can be had of a
 * buffer that was full, and it does not start again until it is enabled anew; values take an
 * availability image; it samples while it is started and stopped, too. Code is loaded for a flush
 * of the caches: that takes 0.1 ms, and 12 ms the first time after it was enabled.
 *
 * The value of a metric in a sample is the number of ns in which a kernel ran, for .pct its share
 * in percent. FAKEGPU_PM_MISSING=1: CUPTI says that it cannot sample on this device.
 * FAKEGPU_PM_SAMPLE=N: a sample takes N bytes of the buffer.
 * FAKEGPU_PM_LATE=N: the N-th kernel that is sampled begins 12 ms late, once. */
#include <stdlib.h>
#include <string.h>

#include <cupti_pmsampling.h>

#include "cupti_inside.h"

enum { GAP = 10000, SAMPLE_BYTES = 16384, MOST_KERNELS = 8192 };
enum { STARTING = 100000, STOPPING = 300000, FLUSH = 100000, FIRST_FLUSH = 12000000 };

struct span {
    uint64_t start, end;
};

struct CUpti_PmSampling_Object {
    bool configured, started, flushed, broken;
    uint64_t interval, most; /* samples that the buffer holds */
    uint64_t start, end;     /* of the sampling */
    uint64_t next;           /* the sample that is decoded next */
    struct span kernels[MOST_KERNELS];
    size_t count;
};

static struct CUpti_PmSampling_Object object;
static bool enabled, stop_asked;
static uint64_t clock_now = (uint64_t)1700000000 * 1000000000;

bool pm_on(void)
{
    return enabled;
}

CUptiResult CUPTIAPI cuptiGetTimestamp(uint64_t *timestamp)
{
    CUPTI_FAULT();
    *timestamp = clock_now;
    return CUPTI_SUCCESS;
}

void pm_work(const struct fakegpu_work *work)
{
    static int sampled;
    const char *late = getenv("FAKEGPU_PM_LATE");
    if (late && enabled && object.started && ++sampled == atoi(late))
        clock_now += FIRST_FLUSH;
    const uint64_t start = clock_now + GAP, end = start + 1000 + work->threads / 10;
    clock_now = end + GAP;
    if (!enabled || !object.started)
        return;
    if (object.count < MOST_KERNELS)
        object.kernels[object.count++] = (struct span){start, end};
}

void pm_code_loaded(void)
{
    clock_now += enabled && !object.flushed ? FIRST_FLUSH : FLUSH;
    object.flushed = true;
}

CUptiResult CUPTIAPI
cuptiPmSamplingGetCounterAvailability(CUpti_PmSampling_GetCounterAvailability_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_GetCounterAvailability_Params);
    if (!pParams->pCounterAvailabilityImage) {
        pParams->counterAvailabilityImageSize = 8;
        return CUPTI_SUCCESS;
    }
    memcpy(pParams->pCounterAvailabilityImage, "FAKEAVL1", 8);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiPmSamplingEnable(CUpti_PmSampling_Enable_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_Enable_Params);
    if (enabled)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "enabled twice");
    if (getenv("FAKEGPU_PM_MISSING"))
        return CUPTI_ERROR_NOT_SUPPORTED;
    memset(&object, 0, sizeof object);
    enabled = true;
    pParams->pPmSamplingObject = &object;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiPmSamplingDisable(CUpti_PmSampling_Disable_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_Disable_Params);
    if (!enabled || pParams->pPmSamplingObject != &object)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "not enabled");
    if (object.started && !stop_asked)
        fault_log(__func__, "%s", "while it samples");
    enabled = false;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiPmSamplingSetConfig(CUpti_PmSampling_SetConfig_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_SetConfig_Params);
    const struct config_image *image = config_image_open(pParams->pConfig, pParams->configSize);
    if (!enabled || pParams->pPmSamplingObject != &object || !image)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "object or image");
    if (image->passes != 1)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "more than one pass");
    if (pParams->triggerMode != CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL ||
        pParams->samplingInterval < 1000 || pParams->hardwareBufferSize < SAMPLE_BYTES)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "trigger, interval or buffer");
    object.configured = true;
    object.interval = pParams->samplingInterval;
    const char *bytes = getenv("FAKEGPU_PM_SAMPLE");
    object.most = pParams->hardwareBufferSize / (bytes ? (uint64_t)atoi(bytes) : SAMPLE_BYTES);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiPmSamplingStart(CUpti_PmSampling_Start_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_Start_Params);
    if (!enabled || !object.configured || object.started)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not configured, or started");
    if (object.broken)
        return CUPTI_ERROR_UNKNOWN;
    object.started = true;
    stop_asked = false;
    object.start = clock_now;
    clock_now += STARTING;
    object.count = 0;
    object.next = 0;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiPmSamplingStop(CUpti_PmSampling_Stop_Params *pParams)
{
    stop_asked = true;
    CUPTI_ENTER(pParams, CUpti_PmSampling_Stop_Params);
    if (!enabled || !object.started)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "not started");
    object.started = false;
    clock_now += STOPPING;
    object.end = clock_now;
    return CUPTI_SUCCESS;
}

/* Bytes that were asked for last: counter data of another size is refused, as the hardware's CUPTI
 * does. */
static size_t last_asked;

CUptiResult CUPTIAPI
cuptiPmSamplingGetCounterDataSize(CUpti_PmSampling_GetCounterDataSize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_GetCounterDataSize_Params);
    if (!enabled || !pParams->pMetricNames || !pParams->numMetrics || !pParams->maxSamples)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "names or samples");
    pParams->counterDataSize =
        sizeof(struct pm_image) + pParams->maxSamples * sizeof(struct pm_sample);
    last_asked = pParams->counterDataSize;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiPmSamplingCounterDataImageInitialize(
    CUpti_PmSampling_CounterDataImage_Initialize_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_CounterDataImage_Initialize_Params);
    if (!pParams->pCounterData || pParams->counterDataSize < sizeof(struct pm_image))
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "image");
    if (pParams->counterDataSize != last_asked)
        return refuse(__func__, CUPTI_ERROR_UNKNOWN, "another size than was asked for last");
    struct pm_image image = {.room = (pParams->counterDataSize - sizeof image) /
                                     sizeof(struct pm_sample)};
    memcpy(image.magic, "FAKEPMS1", 8);
    memcpy(pParams->pCounterData, &image, sizeof image);
    return CUPTI_SUCCESS;
}

struct pm_image *pm_image_open(const uint8_t *bytes, size_t size)
{
    struct pm_image *image = (struct pm_image *)(uintptr_t)bytes;
    return bytes && size >= sizeof *image && memcmp(image->magic, "FAKEPMS1", 8) == 0 &&
                   image->count <= image->room &&
                   size >= sizeof *image + image->room * sizeof(struct pm_sample)
               ? image
               : NULL;
}

/* The ns of a span in which kernels ran. */
static uint64_t work_in(const struct span *span)
{
    uint64_t work = 0;
    for (size_t i = 0; i < object.count; i++) {
        const struct span *kernel = &object.kernels[i];
        const uint64_t from = kernel->start > span->start ? kernel->start : span->start;
        const uint64_t to = kernel->end < span->end ? kernel->end : span->end;
        work += to > from ? to - from : 0;
    }
    return work;
}

CUptiResult CUPTIAPI cuptiPmSamplingDecodeData(CUpti_PmSampling_DecodeData_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_DecodeData_Params);
    struct pm_image *image =
        pm_image_open(pParams->pCounterDataImage, pParams->counterDataImageSize);
    if (!enabled || !image || object.started)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "object or image");
    const uint64_t all = (object.end - object.start) / object.interval + 1;
    if (all > object.most) {
        pParams->overflow = 1;
        object.broken = true;
        return CUPTI_ERROR_OUT_OF_MEMORY;
    }
    for (; object.next < all && image->count < image->room; object.next++) {
        struct span span = {object.start + object.next * object.interval, 0};
        span.end = span.start + object.interval;
        struct pm_sample sample = {span.start, span.end, work_in(&span)};
        if (object.next == 0) {
            sample.start -= 1000000;
            sample.work += 1000000;
        }
        image->samples[image->count++] = sample;
    }
    pParams->overflow = 0;
    pParams->decodeStopReason = object.next < all
                                    ? CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL
                                    : CUPTI_PM_SAMPLING_DECODE_STOP_REASON_END_OF_RECORDS;
    object.next = all; /* what did not fit is lost */
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiPmSamplingGetCounterDataInfo(CUpti_PmSampling_GetCounterDataInfo_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_GetCounterDataInfo_Params);
    const struct pm_image *image =
        pm_image_open(pParams->pCounterDataImage, pParams->counterDataImageSize);
    if (!image)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "image");
    pParams->numTotalSamples = image->room;
    pParams->numPopulatedSamples = pParams->numCompletedSamples = image->count;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI
cuptiPmSamplingCounterDataGetSampleInfo(CUpti_PmSampling_CounterData_GetSampleInfo_Params *pParams)
{
    CUPTI_ENTER(pParams, CUpti_PmSampling_CounterData_GetSampleInfo_Params);
    const struct pm_image *image =
        pm_image_open(pParams->pCounterDataImage, pParams->counterDataImageSize);
    if (!image || pParams->sampleIndex >= image->count)
        return refuse(__func__, CUPTI_ERROR_INVALID_PARAMETER, "image or sample");
    pParams->startTimestamp = image->samples[pParams->sampleIndex].start;
    pParams->endTimestamp = image->samples[pParams->sampleIndex].end;
    return CUPTI_SUCCESS;
}

double pm_value(const struct pm_image *image, size_t sample, const char *name)
{
    const struct pm_sample *s = &image->samples[sample];
    return strstr(name, ".pct") ? 100 * (double)s->work / (double)(s->end - s->start)
                                : (double)s->work;
}
