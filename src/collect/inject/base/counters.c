/* Calls of CUPTI's range profiler, in the order that CUPTI 13.0 needs. It takes one config in its
 * life: with a second one, or with more ranges than the first had room for, it counts next to
 * nothing and reports no error. So another group or more room means a new range profiler, and
 * windows begin with the group that is configured. Counter data is copied from an initialised
 * image, in the background where possible. */
#include "collect/inject/base/counters.h"

#include <stdlib.h>
#include <string.h>

static CUptiResult image_size(const struct counters *counters, const struct foil_cupti *cupti,
                              const struct counter_group *group, size_t ranges, size_t *size)
{
    CUpti_RangeProfiler_GetCounterDataSize_Params params = {
        .structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE,
        .pRangeProfilerObject = counters->object,
        .pMetricNames = group->metrics,
        .numMetrics = group->metric_count,
        .maxNumOfRanges = ranges,
        .maxNumRangeTreeNodes = (uint32_t)ranges};
    CUptiResult result = cupti->counter_data_size(&params);
    *size = params.counterDataSize;
    return result;
}

/* Initialises counter data with room for this number of ranges. An image that is there is used
 * again, unless it is far too large. */
static CUptiResult open_pristine(struct counters *counters, const struct foil_cupti *cupti,
                                 struct counter_group *group, size_t ranges)
{
    size_t size = 0;
    if (ranges <= group->ranges && group->ranges <= 2 * ranges)
        return CUPTI_SUCCESS;
    image_copy_drop(&group->next);
    image_close(&group->pristine);
    group->ranges = 0;
    CUptiResult result = image_size(counters, cupti, group, ranges, &size);
    if (result != CUPTI_SUCCESS)
        return result;
    if (!image_open_plain(&group->pristine, size))
        return CUPTI_ERROR_OUT_OF_MEMORY;
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params initialize = {
        .structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE,
        .pRangeProfilerObject = counters->object,
        .counterDataSize = size,
        .pCounterData = group->pristine.bytes};
    result = cupti->counter_data_initialize(&initialize);
    group->ranges = result == CUPTI_SUCCESS ? ranges : 0;
    return result;
}

static CUptiResult enable(struct counters *counters, const struct foil_cupti *cupti)
{
    CUpti_RangeProfiler_Enable_Params params = {
        .structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE, .ctx = counters->context};
    CUptiResult result = cupti->range_enable(&params);
    if (result == CUPTI_SUCCESS)
        counters->object = params.pRangeProfilerObject;
    return result;
}

static CUptiResult disable(struct counters *counters, const struct foil_cupti *cupti)
{
    CUpti_RangeProfiler_Disable_Params params = {.structSize =
                                                     CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE,
                                                 .pRangeProfilerObject = counters->object};
    counters->object = NULL;
    counters->room = 0;
    return cupti->range_disable(&params);
}

CUptiResult counters_open(struct counters *counters, const struct foil_cupti *cupti,
                          CUcontext context, Wire__ToTarget *schedule, size_t ranges_per_launch,
                          size_t image_limit, size_t *launches)
{
    const Wire__Schedule *groups = schedule->schedule;
    size_t size = 0;
    *counters = (struct counters){.schedule = schedule, .context = context};
    CUptiResult result = enable(counters, cupti);
    if (result != CUPTI_SUCCESS)
        return result;
    counters->groups = calloc(groups->n_groups + 1, sizeof *counters->groups);
    if (!counters->groups)
        return CUPTI_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < groups->n_groups && result == CUPTI_SUCCESS; i++) {
        const Wire__Group *from = groups->groups[i];
        counters->groups[counters->group_count++] =
            (struct counter_group){.config = from->config.data,
                                   .config_size = from->config.len,
                                   .metrics = (const char **)from->metrics,
                                   .metric_count = from->n_metrics,
                                   .passes = from->passes,
                                   .optional = from->optional,
                                   .pristine.file = -1,
                                   .image.file = -1};
        size_t one = 0;
        result = image_size(counters, cupti, &counters->groups[i], ranges_per_launch, &one);
        size += one;
    }
    while (*launches > 1 && size * *launches > image_limit)
        --*launches;
    counters->most = *launches * ranges_per_launch + MOST_BESIDES;
    /* A failure shows here, once, and not at each window. */
    for (size_t i = 0; i < counters->group_count && result == CUPTI_SUCCESS; i++)
        result = open_pristine(counters, cupti, &counters->groups[i], ranges_per_launch);
    counters->configured = counters->group_count;
    return result;
}

void counters_close(struct counters *counters, const struct foil_cupti *cupti, bool enabled)
{
    for (size_t i = 0; i < counters->group_count; i++) {
        image_copy_drop(&counters->groups[i].next);
        image_close(&counters->groups[i].pristine);
        image_close(&counters->groups[i].image);
    }
    free(counters->groups);
    if (counters->object && enabled)
        disable(counters, cupti);
    if (counters->schedule)
        wire__to_target__free_unpacked(counters->schedule, NULL);
    *counters = (struct counters){0};
}

bool counters_fit_one_pass(const struct counters *counters)
{
    const Wire__Schedule *schedule = counters->schedule->schedule;
    return counters->group_count == 1 && counters->groups[0].passes == 1 &&
           !counters->groups[0].lost && !schedule->n_instruction_counters && !schedule->sampling &&
           !schedule->time_sampling;
}

void counters_release(struct counters *counters, const struct foil_cupti *cupti)
{
    if (counters->object)
        disable(counters, cupti);
}

CUptiResult counters_configure(const struct counters *counters, const struct foil_cupti *cupti,
                               const struct counter_group *group, CUpti_ProfilerReplayMode replay,
                               size_t pass)
{
    CUpti_RangeProfiler_SetConfig_Params config = {
        .structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE,
        .pRangeProfilerObject = counters->object,
        .configSize = group->config_size,
        .pConfig = group->config,
        .counterDataImageSize = group->image.size,
        .pCounterDataImage = group->image.bytes,
        .range = counters->user_ranges ? CUPTI_UserRange : CUPTI_AutoRange,
        .replayMode = replay,
        .maxRangesPerPass = counters->room ? counters->room : group->ranges,
        .numNestingLevels = 1,
        .minNestingLevel = 1,
        .passIndex = pass,
        .targetNestingLevel = 1};
    return cupti->range_set_config(&config);
}

/* A group that is alone keeps its range profiler, so it gets some room to spare. */
static size_t room_for(const struct counters *counters, size_t ranges)
{
    if (counters->group_count > 1)
        return ranges;
    if (ranges <= FIRST_ROOM)
        return FIRST_ROOM;
    return ranges > counters->most ? ranges : counters->most;
}

static bool take_image(struct counter_group *group)
{
    image_close(&group->image);
    return image_copy_take(&group->next, &group->pristine, &group->image);
}

CUptiResult counters_begin(struct counters *counters, const struct foil_cupti *cupti, size_t index,
                           size_t ranges)
{
    struct counter_group *group = &counters->groups[index];
    CUptiResult result = CUPTI_SUCCESS;
    if (counters->object && counters->configured != counters->group_count &&
        (counters->configured != index || ranges > counters->room ||
         counters->has_user != counters->user_ranges))
        result = disable(counters, cupti);
    if (!counters->object && result == CUPTI_SUCCESS)
        result = enable(counters, cupti);
    if (result == CUPTI_SUCCESS)
        result = open_pristine(counters, cupti, group, ranges);
    if (result != CUPTI_SUCCESS)
        return result;
    if (!counters->room)
        counters->room = room_for(counters, ranges);
    counters->configured = index;
    counters->has_user = counters->user_ranges;
    if (!take_image(group))
        return CUPTI_ERROR_OUT_OF_MEMORY;
    result = counters_configure(counters, cupti, group, CUPTI_UserReplay, 0);
    /* This runs during the passes, which are mostly waiting. */
    if (result == CUPTI_SUCCESS)
        image_copy_start(&group->next, &group->pristine);
    return result;
}

/* A new range profiler, whose first config names its first pass. */
static CUptiResult renew(struct counters *counters, const struct foil_cupti *cupti)
{
    CUptiResult result = counters->object ? disable(counters, cupti) : CUPTI_SUCCESS;
    return result == CUPTI_SUCCESS ? enable(counters, cupti) : result;
}

CUptiResult counters_go_to_pass(struct counters *counters, const struct foil_cupti *cupti,
                                const struct counter_group *group, size_t pass, size_t ranges)
{
    CUptiResult result = CUPTI_SUCCESS;
    if (!counters->object ||
        (counters->room && (counters->pass != pass || ranges > counters->room)))
        result = renew(counters, cupti);
    if (!counters->room) {
        counters->pass = pass;
        counters->room = ranges;
    }
    return result == CUPTI_SUCCESS
               ? counters_configure(counters, cupti, group, CUPTI_ApplicationReplay, pass)
               : result;
}

CUptiResult counters_begin_pass(struct counters *counters, const struct foil_cupti *cupti,
                                size_t pass, size_t ranges)
{
    struct counter_group *group = &counters->groups[0];
    CUptiResult result = counters->object ? CUPTI_SUCCESS : enable(counters, cupti);
    if (result == CUPTI_SUCCESS)
        result = open_pristine(counters, cupti, group, ranges);
    if (result != CUPTI_SUCCESS)
        return result;
    if (!take_image(group))
        return CUPTI_ERROR_OUT_OF_MEMORY;
    result = counters_go_to_pass(counters, cupti, group, pass, ranges);
    if (result == CUPTI_SUCCESS)
        image_copy_start(&group->next, &group->pristine);
    return result;
}

CUptiResult counters_start(struct counters *counters, const struct foil_cupti *cupti)
{
    CUpti_RangeProfiler_Start_Params start = {.structSize =
                                                  CUpti_RangeProfiler_Start_Params_STRUCT_SIZE,
                                              .pRangeProfilerObject = counters->object};
    return cupti->range_start(&start);
}

CUptiResult counters_push(struct counters *counters, const struct foil_cupti *cupti)
{
    CUpti_RangeProfiler_PushRange_Params push = {
        .structSize = CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE,
        .pRangeProfilerObject = counters->object,
        .pRangeName = "range"};
    return cupti->range_push(&push);
}

CUptiResult counters_pop(struct counters *counters, const struct foil_cupti *cupti)
{
    CUpti_RangeProfiler_PopRange_Params pop = {.structSize =
                                                   CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE,
                                               .pRangeProfilerObject = counters->object};
    return cupti->range_pop(&pop);
}

CUptiResult counters_stop(struct counters *counters, const struct foil_cupti *cupti, bool *done)
{
    CUpti_RangeProfiler_Stop_Params stop = {.structSize =
                                                CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE,
                                            .pRangeProfilerObject = counters->object};
    CUptiResult result = cupti->range_stop(&stop);
    *done = stop.isAllPassSubmitted;
    return result;
}

CUptiResult counters_end(struct counters *counters, const struct foil_cupti *cupti)
{
    CUpti_RangeProfiler_DecodeData_Params decode = {
        .structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE,
        .pRangeProfilerObject = counters->object};
    return cupti->range_decode(&decode);
}

bool counters_have(const struct counter_group *group, const struct foil_cupti *cupti, size_t ranges)
{
    CUpti_RangeProfiler_GetCounterDataInfo_Params info = {
        .structSize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE,
        .pCounterDataImage = group->image.bytes,
        .counterDataImageSize = group->image.size};
    return cupti->counter_data_info(&info) == CUPTI_SUCCESS && info.numTotalRanges == ranges;
}

void counters_drop_images(struct counters *counters)
{
    for (size_t i = 0; i < counters->group_count; i++)
        if (counters->groups[i].image.file >= 0)
            image_close(&counters->groups[i].image);
}
