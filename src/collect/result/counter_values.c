/* The program sends one counter image for each group of the plan, with one range for each launch. A
 * group without an image was refused by the device and has no values. The program may be damaged or
 * wrong, so the number of images and the range are checked before CUPTI sees them. */
#include "collect/result/counter_values.h"

#include <math.h>
#include <string.h>

size_t counter_values_count(const struct chip_plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        count += plan->groups[i].count;
    return count;
}

static bool group_values(const struct plan_group *group, const Wire__GroupData *data,
                         uint64_t range, struct cupti_chip *chip, double *values,
                         struct error *error)
{
    if (!data->has_image)
        return true;
    /* CUPTI does not check the range and would read past the image. */
    if (range >= data->ranges || !data->image.len)
        return error_set(error, "there is no range %llu in a counter image of %llu",
                         (unsigned long long)range, (unsigned long long)data->ranges);
    return cupti_chip_evaluate(chip, data->image.data, data->image.len, range,
                               (const char *const *)group->metrics, group->count, values, error);
}

/* Of a kernel that was only watched: its one time is the sum, the least and so on. */
static void watched_values(const struct chip_plan *plan, const Wire__Facts *facts, double *values)
{
    static const char time[] = "gpu__time_duration.";
    for (size_t i = 0; i < plan->group_count && facts->has_watched_time; i++)
        for (size_t j = 0; j < plan->groups[i].count; j++, values++)
            if (strncmp(plan->groups[i].metrics[j], time, sizeof time - 1) == 0)
                *values = (double)facts->watched_time;
}

bool counter_values(const struct counter_source *source, struct cupti_chip *chip, double *values,
                    struct error *error)
{
    const struct chip_plan *plan = source->plan;
    const Wire__Window *window = source->window;
    const size_t count = counter_values_count(plan);
    for (size_t i = 0; i < count; i++)
        values[i] = NAN;
    if (source->result->uncounted) {
        watched_values(plan, source->result->facts, values);
        return true;
    }
    if (window->n_groups != plan->group_count)
        return error_set(error, "the program sent %zu counter images, %zu were asked for",
                         window->n_groups, plan->group_count);
    if (!chip && plan->group_count)
        return error_set(error, "the chip's counters cannot be evaluated");
    for (size_t i = 0; i < plan->group_count; i++) {
        if (!group_values(&plan->groups[i], window->groups[i], source->result->range, chip, values,
                          error))
            return false;
        values += plan->groups[i].count;
    }
    return true;
}
