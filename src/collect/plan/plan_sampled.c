/* Counters over time are of one pass each time, so they are packed into groups of one pass: all of
 * them if they fit, else each name goes into the first group that still has room for it. CUPTI
 * samples no metric that needs two passes by itself. */
#include <stdlib.h>
#include <string.h>

#include "collect/plan/plan_internal.h"
#include "report/base/mem.h"

static const char prefix[] = "pmsampling:";

const char *sampled_metric_name(const char *name)
{
    return strncmp(name, prefix, strlen(prefix)) == 0 ? name + strlen(prefix) : name;
}

/* Makes the config image of a group that one pass can make. */
static bool schedule(struct cupti_chip *chip, struct plan_group *group)
{
    const char **names = mem_alloc(group->count * sizeof *names);
    struct error error;
    uint8_t *image;
    size_t size;
    for (size_t i = 0; i < group->count; i++)
        names[i] = sampled_metric_name(group->metrics[i]);
    unsigned passes = 0;
    const bool good =
        cupti_chip_config(chip, names, group->count, &image, &size, &passes, &error) && passes == 1;
    free(names);
    if (!good) {
        free(image);
        return false;
    }
    free(group->image);
    group->image = image;
    group->image_size = size;
    group->passes = passes;
    return true;
}

/* Adds a name to the group if one pass can still make it. */
static bool add(struct cupti_chip *chip, struct plan_group *group, const char *name)
{
    mem_grow(&group->metrics, group->count, &group->capacity, sizeof *group->metrics);
    group->metrics[group->count++] = (char *)(uintptr_t)name;
    if (schedule(chip, group)) {
        group->metrics[group->count - 1] = mem_strdup(name);
        return true;
    }
    group->count--;
    return false;
}

static struct plan_group *new_group(struct chip_plan *plan)
{
    mem_grow(&plan->sampled, plan->sampled_count, &plan->sampled_capacity, sizeof *plan->sampled);
    plan->sampled[plan->sampled_count] = (struct plan_group){0};
    return &plan->sampled[plan->sampled_count++];
}

/* false: CUPTI does not sample it. */
static bool pack(struct cupti_chip *chip, struct chip_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->sampled_count; i++)
        if (add(chip, &plan->sampled[i], name))
            return true;
    if (add(chip, new_group(plan), name))
        return true;
    free(plan->sampled[--plan->sampled_count].metrics);
    return false;
}

struct search {
    const char *name;
    bool found;
};

static void look_for(void *context, const char *name, bool alone)
{
    struct search *search = context;
    (void)alone;
    search->found = search->found || strcmp(name, search->name) == 0;
}

/* Notes the gap in each section that asks for the name. */
static void note_gap(const struct expansion *e, const struct plan *request, struct gaps *gaps,
                     const char *name)
{
    for (size_t i = 0; i < request->section_count; i++) {
        struct search search = {name, false};
        section_metrics_each(request->sections[i], e->scope, look_for, &search);
        gaps[i].kinds[SECTION_METRIC_PM_SAMPLING] |= search.found;
    }
}

void expansion_pack_sampled(struct expansion *e, const struct plan *request, struct gaps *gaps)
{
    struct error error;
    struct plan_group *names = &e->sampled;
    struct cupti_chip *chip = names->count ? cupti_chip_sampled(e->chip, &error) : NULL;
    if (chip && schedule(chip, names)) {
        *new_group(e->plan) = *names;
        *names = (struct plan_group){0};
    }
    for (size_t i = 0; i < names->count; i++)
        if (!chip || !pack(chip, e->plan, names->metrics[i]))
            note_gap(e, request, gaps, names->metrics[i]);
    cupti_chip_close(chip);
}
