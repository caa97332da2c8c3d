/* The metrics library, as far as counter data is put together with it (counter_merge.h): on images
 * of the double of CUPTI. Refused: images that are none, ranges that are not there or beyond the
 * room, and a pass of a range that is already in. */
#include <string.h>

#include <nvperf_host.h>
#include <nvperf_target.h>

#include "cupti_fake.h"

static struct counter_image *image_of(const uint8_t *bytes)
{
    const struct counter_image *head = (const struct counter_image *)bytes;
    return bytes ? counter_image_open((uint8_t *)bytes, head->size) : NULL;
}

NVPA_Status NVPW_InitializeHost(NVPW_InitializeHost_Params *p)
{
    return p->structSize ? NVPA_STATUS_SUCCESS : NVPA_STATUS_INVALID_ARGUMENT;
}

NVPA_Status NVPW_CounterData_GetNumRanges(NVPW_CounterData_GetNumRanges_Params *p)
{
    const struct counter_image *image = image_of(p->pCounterDataImage);
    if (!image)
        return NVPA_STATUS_INVALID_ARGUMENT;
    p->numRanges = image->range_count;
    return NVPA_STATUS_SUCCESS;
}

/* The head and the metrics, without what depends on ranges. */
NVPA_Status
NVPW_CounterData_ExtractCounterDataPrefix(NVPW_CounterData_ExtractCounterDataPrefix_Params *p)
{
    struct counter_image *image = image_of(p->pCounterDataSrc);
    const size_t metrics = image ? image->metric_room * sizeof(uint64_t) : 0;
    if (!image || p->counterDataSrcSize < image->size)
        return NVPA_STATUS_INVALID_ARGUMENT;
    if (p->pCounterDataPrefix) {
        struct counter_image head = *image;
        head.size = head.range_room = head.range_count = 0;
        memcpy(p->pCounterDataPrefix, &head, sizeof head);
        memcpy(p->pCounterDataPrefix + sizeof head, counter_image_metrics(image), metrics);
    }
    p->counterDataPrefixSize = sizeof *image + metrics;
    return NVPA_STATUS_SUCCESS;
}

NVPA_Status NVPW_CounterData_CalculateCounterDataImageCopySize(
    NVPW_CounterData_CalculateCounterDataImageCopySize_Params *p)
{
    const struct counter_image *head = (const struct counter_image *)p->pCounterDataPrefix;
    p->copyDataImageCounterSize = counter_image_size(head->metric_room, p->maxNumRanges);
    return NVPA_STATUS_SUCCESS;
}

NVPA_Status NVPW_CounterData_InitializeCounterDataImageCopy(
    NVPW_CounterData_InitializeCounterDataImageCopy_Params *p)
{
    struct counter_image *image = (struct counter_image *)p->pCounterDataDst;
    const struct counter_image *head = (const struct counter_image *)p->pCounterDataPrefix;
    const uint64_t size = counter_image_size(head->metric_room, p->maxNumRanges);
    memset(image, 0, size);
    memcpy(image, p->pCounterDataPrefix, p->counterDataPrefixSize);
    image->size = size;
    image->range_room = p->maxNumRanges;
    return NVPA_STATUS_SUCCESS;
}

/* It is the image that it writes to. */
NVPA_Status NVPW_CounterDataCombiner_Create(NVPW_CounterDataCombiner_Create_Params *p)
{
    p->pCounterDataCombiner = (NVPA_CounterDataCombiner *)p->pCounterDataDst;
    return image_of(p->pCounterDataDst) ? NVPA_STATUS_SUCCESS : NVPA_STATUS_INVALID_ARGUMENT;
}

NVPA_Status NVPW_CounterDataCombiner_Destroy(NVPW_CounterDataCombiner_Destroy_Params *p)
{
    return p->pCounterDataCombiner ? NVPA_STATUS_SUCCESS : NVPA_STATUS_INVALID_ARGUMENT;
}

NVPA_Status NVPW_CounterDataCombiner_CreateRange(NVPW_CounterDataCombiner_CreateRange_Params *p)
{
    struct counter_image *image = image_of((const uint8_t *)p->pCounterDataCombiner);
    if (!image || image->range_count == image->range_room || p->numDescriptions != 1)
        return NVPA_STATUS_INVALID_ARGUMENT;
    memset(&counter_image_ranges(image)[image->range_count], 0, sizeof(struct counter_range));
    p->rangeIndexDst = image->range_count++;
    return NVPA_STATUS_SUCCESS;
}

NVPA_Status NVPW_CounterDataCombiner_SumIntoRange(NVPW_CounterDataCombiner_SumIntoRange_Params *p)
{
    struct counter_image *to = image_of((const uint8_t *)p->pCounterDataCombiner);
    struct counter_image *from = image_of(p->pCounterDataSrc);
    if (!to || !from || p->rangeIndexDst >= to->range_count ||
        p->rangeIndexSrc >= from->range_count || to->metric_room != from->metric_room)
        return NVPA_STATUS_INVALID_ARGUMENT;
    struct counter_range *sum = &counter_image_ranges(to)[p->rangeIndexDst];
    const struct counter_range *range = &counter_image_ranges(from)[p->rangeIndexSrc];
    const bool blank = !sum->passes_seen;
    if (!blank && strcmp(sum->name, range->name) != 0)
        return NVPA_STATUS_INVALID_ARGUMENT; /* another kernel: never of one launch */
    for (size_t i = 0; i < sizeof sum->passes; i++)
        if (sum->passes[i] & range->passes[i])
            return NVPA_STATUS_INVALID_ARGUMENT;
    if (blank) {
        *sum = *range;
        return NVPA_STATUS_SUCCESS;
    }
    for (size_t i = 0; i < sizeof sum->passes; i++)
        sum->passes[i] |= range->passes[i];
    sum->passes_seen += range->passes_seen;
    return NVPA_STATUS_SUCCESS;
}
