/* The images: a self-describing list of metrics, and what was seen of each range. */
#include <string.h>

#include "cupti_fake.h"

const struct config_image *config_image_open(const uint8_t *bytes, size_t size)
{
    const struct config_image *image = (const struct config_image *)bytes;
    if (!bytes || size < sizeof *image || memcmp(image->magic, "FAKECFG1", 8) != 0)
        return NULL;
    if (image->size > size || image->passes == 0 || image->metrics == 0)
        return NULL;
    return bytes[image->size - 1] == 0 ? image : NULL;
}

const char *config_image_next(const struct config_image *image, const char *name)
{
    const char *first = (const char *)(image + 1);
    const char *next = name ? name + strlen(name) + 1 : first;
    return next < (const char *)image + image->size ? next : NULL;
}

uint64_t counter_image_size(uint32_t metrics, uint32_t ranges)
{
    return sizeof(struct counter_image) + (uint64_t)metrics * sizeof(uint64_t) +
           (uint64_t)ranges * sizeof(struct counter_range);
}

struct counter_image *counter_image_open(uint8_t *bytes, size_t size)
{
    struct counter_image *image = (struct counter_image *)bytes;
    if (!bytes || size < sizeof *image || memcmp(image->magic, "FAKECTR1", 8) != 0)
        return NULL;
    if (image->size > size || image->metric_count > image->metric_room ||
        image->range_count > image->range_room ||
        image->size < counter_image_size(image->metric_room, image->range_room))
        return NULL;
    return image;
}

uint64_t *counter_image_metrics(struct counter_image *image)
{
    return (uint64_t *)(image + 1);
}

struct counter_range *counter_image_ranges(struct counter_image *image)
{
    return (struct counter_range *)(counter_image_metrics(image) + image->metric_room);
}

void counter_range_mark(struct counter_range *range, size_t pass)
{
    const uint8_t bit = (uint8_t)(1u << pass % 8);
    if (pass / 8 >= sizeof range->passes || (range->passes[pass / 8] & bit))
        return;
    range->passes[pass / 8] |= bit;
    range->passes_seen++;
}
