#include "collect/inject/samples/warp_samples.h"

#include <stdlib.h>
#include <string.h>

/* Instructions that CUPTI hands over at a time. */
enum { MOST_RECORDS = 4096 };

/* Bytes for what the hardware has written and CUPTI has not sorted yet. */
#define SCRATCH ((size_t)16 << 20)

/* On the device, for kernels that nobody takes samples of. */
#define LEAST_BUFFER ((size_t)1 << 20)

/* More rounds than there are instructions in any window. */
enum { MOST_ROUNDS = 10000 };

static CUptiResult get_reasons(struct warp_samples *samples, const struct foil_cupti *cupti,
                               CUcontext context)
{
    size_t count = 0;
    CUpti_PCSamplingGetNumStallReasonsParams number = {
        .size = CUpti_PCSamplingGetNumStallReasonsParamsSize,
        .ctx = context,
        .numStallReasons = &count};
    CUptiResult result = cupti->pc_reason_count(&number);
    if (result != CUPTI_SUCCESS)
        return result;
    char *texts = calloc(count + 1, CUPTI_STALL_REASON_STRING_SIZE);
    samples->reasons = calloc(count + 1, sizeof *samples->reasons);
    samples->indices = calloc(count + 1, sizeof *samples->indices);
    if (!texts || !samples->reasons || !samples->indices) {
        free(texts);
        return CUPTI_ERROR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i <= count; i++) /* the first owns all texts, also if there are none */
        samples->reasons[i] = texts + i * CUPTI_STALL_REASON_STRING_SIZE;
    CUpti_PCSamplingGetStallReasonsParams names = {.size =
                                                       CUpti_PCSamplingGetStallReasonsParamsSize,
                                                   .ctx = context,
                                                   .numStallReasons = count,
                                                   .stallReasonIndex = samples->indices,
                                                   .stallReasons = samples->reasons};
    result = cupti->pc_reasons(&names);
    samples->reason_count = result == CUPTI_SUCCESS ? count : 0;
    return result;
}

static CUptiResult get_usual_period(struct warp_samples *samples, const struct foil_cupti *cupti,
                                    CUcontext context)
{
    CUpti_PCSamplingConfigurationInfo info = {
        .attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD};
    CUpti_PCSamplingConfigurationInfoParams get = {.size =
                                                       CUpti_PCSamplingConfigurationInfoParamsSize,
                                                   .ctx = context,
                                                   .numAttributes = 1,
                                                   .pPCSamplingConfigurationInfo = &info};
    CUptiResult result = cupti->pc_get(&get);
    const uint32_t period = info.attributeData.samplingPeriodData.samplingPeriod;
    if (result == CUPTI_SUCCESS && period >= SHORTEST_PERIOD && period <= LONGEST_PERIOD)
        samples->usual = period;
    return result;
}

static bool make_room(struct warp_records *records, size_t reasons)
{
    CUpti_PCSamplingData *data = &records->data;
    data->pPcData = calloc(MOST_RECORDS, sizeof *data->pPcData);
    records->room = calloc((size_t)MOST_RECORDS * (reasons + 1), sizeof *records->room);
    if (!data->pPcData || !records->room)
        return false;
    data->size = sizeof *data;
    data->collectNumPcs = MOST_RECORDS;
    for (size_t i = 0; i < MOST_RECORDS; i++) {
        data->pPcData[i].size = sizeof *data->pPcData;
        data->pPcData[i].stallReason = records->room + i * reasons;
        data->pPcData[i].stallReasonCount = reasons;
    }
    return true;
}

static void free_room(struct warp_records *records)
{
    free(records->data.pPcData);
    free(records->room);
}

static void empty(struct warp_records *records, size_t reasons)
{
    CUpti_PCSamplingData *data = &records->data;
    data->totalNumPcs = data->remainingNumPcs = 0;
    data->totalSamples = data->nonUsrKernelsTotalSamples = data->droppedSamples = 0;
    data->hardwareBufferFull = 0;
    for (size_t i = 0; i < MOST_RECORDS; i++)
        data->pPcData[i].stallReasonCount = reasons;
}

static CUptiResult configure(struct warp_samples *samples, const struct foil_cupti *cupti,
                             CUcontext context, CUpti_PCSamplingCollectionMode mode,
                             unsigned period)
{
    CUpti_PCSamplingConfigurationInfo info[] = {
        {.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE,
         .attributeData.collectionModeData.collectionMode = mode},
        {.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD,
         .attributeData.samplingPeriodData.samplingPeriod = period},
        {.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_HARDWARE_BUFFER_SIZE,
         .attributeData.hardwareBufferSizeData.hardwareBufferSize = samples->buffer},
        {.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SCRATCH_BUFFER_SIZE,
         .attributeData.scratchBufferSizeData.scratchBufferSize = SCRATCH},
        {.attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER,
         .attributeData.samplingDataBufferData.samplingDataBuffer = &samples->ready.data}};
    CUpti_PCSamplingConfigurationInfoParams set = {.size =
                                                       CUpti_PCSamplingConfigurationInfoParamsSize,
                                                   .ctx = context,
                                                   .numAttributes = sizeof info / sizeof *info,
                                                   .pPCSamplingConfigurationInfo = info};
    return cupti->pc_set(&set);
}

static CUptiResult start(struct warp_samples *samples, const struct foil_cupti *cupti,
                         CUcontext context, CUpti_PCSamplingCollectionMode mode, size_t buffer,
                         unsigned period)
{
    CUpti_PCSamplingEnableParams enable = {.size = CUpti_PCSamplingEnableParamsSize,
                                           .ctx = context};
    CUptiResult result = cupti->pc_enable(&enable);
    if (result != CUPTI_SUCCESS)
        return result;
    samples->on = true;
    samples->buffer = buffer;
    if (!samples->reason_count)
        result = get_reasons(samples, cupti, context);
    if (result == CUPTI_SUCCESS && !samples->usual)
        result = get_usual_period(samples, cupti, context);
    if (result == CUPTI_SUCCESS && !samples->taken.room &&
        !(make_room(&samples->ready, samples->reason_count) &&
          make_room(&samples->taken, samples->reason_count)))
        result = CUPTI_ERROR_OUT_OF_MEMORY;
    if (result == CUPTI_SUCCESS)
        result = configure(samples, cupti, context, mode, period ? period : samples->usual);
    if (result != CUPTI_SUCCESS)
        warp_samples_stop(samples, cupti, context);
    return result;
}

CUptiResult warp_samples_start(struct warp_samples *samples, const struct foil_cupti *cupti,
                               CUcontext context, size_t buffer, unsigned period)
{
    return start(samples, cupti, context, CUPTI_PC_SAMPLING_COLLECTION_MODE_KERNEL_SERIALIZED,
                 buffer, period);
}

CUptiResult warp_samples_introduce(struct warp_samples *samples, const struct foil_cupti *cupti,
                                   CUcontext context)
{
    return start(samples, cupti, context, CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS,
                 LEAST_BUFFER, LONGEST_PERIOD);
}

CUptiResult warp_samples_stop(struct warp_samples *samples, const struct foil_cupti *cupti,
                              CUcontext context)
{
    CUpti_PCSamplingDisableParams disable = {.size = CUpti_PCSamplingDisableParamsSize,
                                             .ctx = context};
    if (!samples->on)
        return CUPTI_SUCCESS;
    samples->on = false;
    return cupti->pc_disable(&disable);
}

void warp_samples_free(struct warp_samples *samples)
{
    if (samples->reasons)
        free(samples->reasons[0]);
    free(samples->reasons);
    free(samples->indices);
    free_room(&samples->ready);
    free_room(&samples->taken);
    *samples = (struct warp_samples){0};
}

static size_t place_of_reason(const struct warp_samples *samples, uint32_t index)
{
    size_t at = 0;
    while (at < samples->reason_count && samples->indices[at] != index)
        at++;
    return at;
}

static bool add_entry(struct warp_sample_list *list, uint32_t at, uint32_t reason, uint32_t count)
{
    Wire__WarpSamples *m = &list->message;
    if (m->n_samples == list->room) {
        const size_t wanted = list->room ? 2 * list->room : 256;
        uint32_t **const arrays[] = {&m->instruction, &m->reason, &m->samples};
        for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
            uint32_t *larger = realloc(*arrays[i], wanted * sizeof *larger);
            if (!larger)
                return false;
            *arrays[i] = larger;
        }
        list->room = wanted;
    }
    m->instruction[m->n_instruction++] = at;
    m->reason[m->n_reason++] = reason;
    m->samples[m->n_samples++] = count;
    return true;
}

/* The same instruction may come again in another round. */
static bool add_record(const struct warp_samples *samples, const CUpti_PCSamplingPCData *record,
                       struct warp_sample_list *list)
{
    uint32_t at;
    if (!code_points_add(&list->points, record->functionName ? record->functionName : "",
                         (uint32_t)record->pcOffset, &at))
        return false;
    for (size_t i = 0; i < record->stallReasonCount && i < samples->reason_count; i++) {
        const CUpti_PCSamplingStallReason *reason = &record->stallReason[i];
        const size_t place = place_of_reason(samples, reason->pcSamplingStallReasonIndex);
        if (reason->samples && place < samples->reason_count &&
            !add_entry(list, at, (uint32_t)place, reason->samples))
            return false;
    }
    return true;
}

/* Takes a set of records. *none: there was none. */
static CUptiResult take_some(const struct warp_samples *samples, const struct warp_records *records,
                             struct warp_sample_list *list, bool *none,
                             struct warp_sample_facts *facts)
{
    const CUpti_PCSamplingData *data = &records->data;
    *none = !data->totalNumPcs || data->totalNumPcs > MOST_RECORDS;
    if (list) {
        facts->all += data->totalSamples;
        facts->others += data->nonUsrKernelsTotalSamples;
        facts->lost += data->droppedSamples;
    }
    for (size_t i = 0; list && !*none && i < data->totalNumPcs; i++)
        if (!add_record(samples, &data->pPcData[i], list))
            return CUPTI_ERROR_OUT_OF_MEMORY;
    return CUPTI_SUCCESS;
}

CUptiResult warp_samples_take(struct warp_samples *samples, const struct foil_cupti *cupti,
                              CUcontext context, struct warp_sample_list *list,
                              struct warp_sample_facts *facts)
{
    CUpti_PCSamplingGetDataParams get = {.size = CUpti_PCSamplingGetDataParamsSize,
                                         .ctx = context,
                                         .pcSamplingData = &samples->taken.data};
    CUptiResult result = CUPTI_SUCCESS;
    bool none = false;
    size_t rounds = 0;
    for (; rounds < MOST_ROUNDS && !none && result == CUPTI_SUCCESS; rounds++) {
        empty(&samples->taken, samples->reason_count);
        result = cupti->pc_data(&get);
        facts->full = facts->full || samples->taken.data.hardwareBufferFull;
        if (result == CUPTI_ERROR_OUT_OF_MEMORY && facts->full)
            result = CUPTI_SUCCESS;
        if (result == CUPTI_SUCCESS)
            result = take_some(samples, &samples->taken, list, &none, facts);
    }
    /* What was not handed over may still be where CUPTI put it when the kernel ended. */
    if (result == CUPTI_SUCCESS && none && rounds == 1)
        result = take_some(samples, &samples->ready, list, &none, facts);
    empty(&samples->ready, samples->reason_count);
    return result;
}

void warp_sample_list_init(struct warp_sample_list *list)
{
    *list = (struct warp_sample_list){0};
    code_points_init(&list->points);
    wire__warp_samples__init(&list->message);
}

void warp_sample_list_free(struct warp_sample_list *list)
{
    code_points_free(&list->points);
    free(list->message.instruction);
    free(list->message.reason);
    free(list->message.samples);
    warp_sample_list_init(list);
}

Wire__WarpSamples *warp_sample_list_message(struct warp_sample_list *list)
{
    list->message.instructions = &list->points.message;
    return &list->message;
}
