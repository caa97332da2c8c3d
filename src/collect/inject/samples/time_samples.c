#include "collect/inject/samples/time_samples.h"

#include <stdlib.h>
#include <string.h>

bool time_sampler_exists(const struct foil_cupti *cupti)
{
    return cupti->pm_availability && cupti->pm_enable && cupti->pm_disable &&
           cupti->pm_set_config && cupti->pm_start && cupti->pm_stop && cupti->pm_decode &&
           cupti->pm_data_size && cupti->pm_data_initialize && cupti->pm_data_info &&
           cupti->pm_sample_info && cupti->host_initialize && cupti->host_deinitialize &&
           cupti->host_evaluate && cupti->timestamp;
}

/* What a device has: computing values takes this image. It is got once. */
struct availability {
    CUdevice device;
    uint8_t *image;
    struct availability *next;
};

static struct availability *devices;

static CUptiResult get_availability(const struct foil_cupti *cupti, CUdevice device,
                                    const uint8_t **image)
{
    struct availability *found = devices;
    while (found && found->device != device)
        found = found->next;
    *image = found ? found->image : NULL;
    if (found)
        return CUPTI_SUCCESS;
    CUpti_PmSampling_GetCounterAvailability_Params params = {
        .structSize = CUpti_PmSampling_GetCounterAvailability_Params_STRUCT_SIZE,
        .deviceIndex = (size_t)device};
    CUptiResult result = cupti->pm_availability(&params);
    if (result != CUPTI_SUCCESS)
        return result;
    found = malloc(sizeof *found);
    uint8_t *bytes = malloc(params.counterAvailabilityImageSize + 1);
    params.pCounterAvailabilityImage = bytes;
    result = found && bytes ? cupti->pm_availability(&params) : CUPTI_ERROR_OUT_OF_MEMORY;
    if (result != CUPTI_SUCCESS) {
        free(found);
        free(bytes);
        return result;
    }
    *found = (struct availability){device, bytes, devices};
    devices = found;
    *image = bytes;
    return result;
}

static CUptiResult open_host(struct time_sampler *s, CUdevice device, const char *chip)
{
    const uint8_t *availability;
    CUptiResult result = get_availability(s->cupti, device, &availability);
    if (result != CUPTI_SUCCESS)
        return result;
    CUpti_Profiler_Host_Initialize_Params params = {
        .structSize = CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE,
        .profilerType = CUPTI_PROFILER_TYPE_PM_SAMPLING,
        .pChipName = chip,
        .pCounterAvailabilityImage = availability};
    result = s->cupti->host_initialize(&params);
    s->host = result == CUPTI_SUCCESS ? params.pHostObject : NULL;
    return result;
}

static CUptiResult configure(struct time_sampler *s, uint64_t interval, size_t buffer)
{
    CUpti_PmSampling_SetConfig_Params params = {
        .structSize = CUpti_PmSampling_SetConfig_Params_STRUCT_SIZE,
        .pPmSamplingObject = s->object,
        .configSize = s->group->config.len,
        .pConfig = s->group->config.data,
        .hardwareBufferSize = buffer,
        .samplingInterval = interval,
        .triggerMode = CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL,
        .hwBufferAppendMode = CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST};
    return s->cupti->pm_set_config(&params);
}

static const char **names_of(const struct time_sampler *s)
{
    return (const char **)(uintptr_t)s->group->metrics;
}

/* The size of counter data for so many samples. CUPTI initialises counter data for the number that
 * it was asked about last, so it is asked again whenever that changes. */
static CUptiResult size_for(struct time_sampler *s, size_t samples)
{
    if (s->asked == samples)
        return CUPTI_SUCCESS;
    CUpti_PmSampling_GetCounterDataSize_Params params = {
        .structSize = CUpti_PmSampling_GetCounterDataSize_Params_STRUCT_SIZE,
        .pPmSamplingObject = s->object,
        .pMetricNames = names_of(s),
        .numMetrics = s->group->n_metrics,
        .maxSamples = (uint32_t)samples};
    CUptiResult result = s->cupti->pm_data_size(&params);
    s->image_size = params.counterDataSize;
    s->asked = result == CUPTI_SUCCESS ? samples : 0;
    return result;
}

/* Counter data for so many samples. */
static CUptiResult make_image(struct time_sampler *s, size_t samples)
{
    struct time_room *room = s->room;
    samples = (samples + SAMPLES_STEP - 1) / SAMPLES_STEP * SAMPLES_STEP;
    CUptiResult result = size_for(s, samples);
    if (result != CUPTI_SUCCESS)
        return result;
    if (room->size < s->image_size) {
        free(room->image);
        room->image = malloc(s->image_size);
        room->size = room->image ? s->image_size : 0;
    }
    return room->image ? CUPTI_SUCCESS : CUPTI_ERROR_OUT_OF_MEMORY;
}

CUptiResult time_sampler_open(struct time_sampler *s, const struct foil_cupti *cupti,
                              CUdevice device, const char *chip, const Wire__Group *group,
                              struct time_room *room, uint64_t interval, size_t buffer)
{
    *s = (struct time_sampler){.cupti = cupti, .group = group, .room = room};
    CUpti_PmSampling_Enable_Params enable = {
        .structSize = CUpti_PmSampling_Enable_Params_STRUCT_SIZE, .deviceIndex = (size_t)device};
    CUptiResult result = cupti->pm_enable(&enable);
    if (result != CUPTI_SUCCESS)
        return result;
    s->object = enable.pPmSamplingObject;
    result = open_host(s, device, chip);
    if (result == CUPTI_SUCCESS)
        result = configure(s, interval, buffer);
    s->values = calloc(group->n_metrics + 1, sizeof *s->values);
    if (result == CUPTI_SUCCESS && !s->values)
        result = CUPTI_ERROR_OUT_OF_MEMORY;
    if (result != CUPTI_SUCCESS)
        time_sampler_close(s);
    return result;
}

CUptiResult time_sampler_close(struct time_sampler *s)
{
    CUptiResult result = CUPTI_SUCCESS;
    if (s->object) {
        CUpti_PmSampling_Disable_Params params = {.structSize =
                                                      CUpti_PmSampling_Disable_Params_STRUCT_SIZE,
                                                  .pPmSamplingObject = s->object};
        result = s->cupti->pm_disable(&params);
    }
    if (s->host) {
        CUpti_Profiler_Host_Deinitialize_Params params = {
            .structSize = CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE,
            .pHostObject = s->host};
        s->cupti->host_deinitialize(&params);
    }
    free(s->values);
    *s = (struct time_sampler){0};
    return result;
}

CUptiResult time_sampler_start(struct time_sampler *s)
{
    CUpti_PmSampling_Start_Params params = {.structSize = CUpti_PmSampling_Start_Params_STRUCT_SIZE,
                                            .pPmSamplingObject = s->object};
    const CUptiResult result = s->cupti->pm_start(&params);
    s->started = result == CUPTI_SUCCESS;
    return result;
}

CUptiResult time_sampler_stop(struct time_sampler *s)
{
    CUpti_PmSampling_Stop_Params params = {.structSize = CUpti_PmSampling_Stop_Params_STRUCT_SIZE,
                                           .pPmSamplingObject = s->object};
    if (!s->started)
        return CUPTI_SUCCESS;
    s->started = false;
    return s->cupti->pm_stop(&params);
}

/* Decodes all samples into an empty image. *count: how many it holds then. */
static CUptiResult decode(struct time_sampler *s, size_t *count)
{
    uint8_t *const image = s->room->image;
    CUpti_PmSampling_CounterDataImage_Initialize_Params initialize = {
        .structSize = CUpti_PmSampling_CounterDataImage_Initialize_Params_STRUCT_SIZE,
        .pPmSamplingObject = s->object,
        .counterDataSize = s->image_size,
        .pCounterData = image};
    CUptiResult result = s->cupti->pm_data_initialize(&initialize);
    if (result != CUPTI_SUCCESS)
        return result;
    CUpti_PmSampling_DecodeData_Params params = {.structSize =
                                                     CUpti_PmSampling_DecodeData_Params_STRUCT_SIZE,
                                                 .pPmSamplingObject = s->object,
                                                 .pCounterDataImage = image,
                                                 .counterDataImageSize = s->image_size};
    result = s->cupti->pm_decode(&params);
    s->full = s->full || params.overflow;
    if (result == CUPTI_ERROR_OUT_OF_MEMORY && params.overflow)
        return CUPTI_SUCCESS;
    if (result != CUPTI_SUCCESS)
        return result;
    CUpti_PmSampling_GetCounterDataInfo_Params info = {
        .structSize = CUpti_PmSampling_GetCounterDataInfo_Params_STRUCT_SIZE,
        .pCounterDataImage = image,
        .counterDataImageSize = s->image_size};
    result = s->cupti->pm_data_info(&info);
    *count = info.numCompletedSamples;
    return result;
}

CUptiResult time_sampler_read(struct time_sampler *s, size_t samples,
                              bool (*take)(void *, const struct time_sample *), void *context)
{
    size_t count = 0;
    CUptiResult result = make_image(s, samples);
    if (result == CUPTI_SUCCESS)
        result = decode(s, &count);
    for (size_t i = 1; i < count && result == CUPTI_SUCCESS; i++) {
        CUpti_PmSampling_CounterData_GetSampleInfo_Params info = {
            .structSize = CUpti_PmSampling_CounterData_GetSampleInfo_Params_STRUCT_SIZE,
            .pPmSamplingObject = s->object,
            .pCounterDataImage = s->room->image,
            .counterDataImageSize = s->image_size,
            .sampleIndex = i};
        result = s->cupti->pm_sample_info(&info);
        const struct time_sample sample = {info.startTimestamp, info.endTimestamp, s, i};
        if (result == CUPTI_SUCCESS && !take(context, &sample))
            return s->evaluated;
    }
    return result;
}

const double *time_sample_values(const struct time_sample *sample)
{
    struct time_sampler *s = sample->sampler;
    CUpti_Profiler_Host_EvaluateToGpuValues_Params params = {
        .structSize = CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE,
        .pHostObject = s->host,
        .pCounterDataImage = s->room->image,
        .counterDataImageSize = s->image_size,
        .rangeIndex = sample->number,
        .ppMetricNames = names_of(s),
        .numMetrics = s->group->n_metrics,
        .pMetricValues = s->values};
    s->evaluated = s->cupti->host_evaluate(&params);
    return s->evaluated == CUPTI_SUCCESS ? s->values : NULL;
}

uint64_t time_sampler_now(const struct foil_cupti *cupti)
{
    uint64_t time = 0;
    return cupti->timestamp(&time) == CUPTI_SUCCESS ? time : 0;
}

void time_sample_list_init(struct time_sample_list *list)
{
    *list = (struct time_sample_list){0};
    wire__time_samples__init(&list->message);
}

void time_sample_list_free(struct time_sample_list *list)
{
    free(list->message.times);
    free(list->message.values);
    time_sample_list_init(list);
}

bool time_sample_list_add(struct time_sample_list *list, uint64_t time, const double *values,
                          size_t count)
{
    Wire__TimeSamples *m = &list->message;
    if (m->n_times == list->room) {
        const size_t wanted = list->room ? 2 * list->room : 64;
        uint64_t *times = realloc(m->times, wanted * sizeof *times);
        if (!times)
            return false;
        m->times = times;
        double *larger = realloc(m->values, wanted * (count + 1) * sizeof *larger);
        if (!larger)
            return false;
        m->values = larger;
        list->room = wanted;
    }
    m->times[m->n_times++] = time;
    memcpy(m->values + m->n_values, values, count * sizeof *values);
    m->n_values += count;
    return true;
}
