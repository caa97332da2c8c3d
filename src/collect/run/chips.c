/* A plan is looked for in the cache first (plan_cache.h). Only if it is not there CUPTI's objects
 * for the chip are made now; else chips_open() makes them while the program sets up its counters.
 */
#include "collect/run/chips.h"

#include <stdlib.h>
#include <string.h>

#include "collect/cupti/chip_list.h"
#include "collect/machine/boards.h"
#include "collect/machine/instances.h"
#include "collect/plan/plan_cache.h"
#include "collect/plan/plan_wants.h"
#include "collect/result/result_builder.h"
#include "collect/run/run_mode.h"
#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

static bool has_links(const Wire__Device *device)
{
    const Wire__Board *board = device_board(device);
    return board && board->n_links;
}

static struct cupti_chip *open_chip(struct profile *p, const Wire__Device *device,
                                    struct error *error)
{
    struct cupti_chip *chip = cupti_chip_open(
        p->metrics.cupti, device->chip, device->availability.data, device->availability.len, error);
    if (chip && has_links(device))
        cupti_chip_allow_links(chip);
    return chip;
}

/* *chip stays NULL if the plan is one that was kept. */
static bool make_plan(struct profile *p, const Wire__Device *device, struct chip_plan *plan,
                      struct cupti_chip **chip, struct error *error)
{
    const struct section_scope scope = result_scope(device, p->machine.driver);
    char *folder = disk_cache_folder("schedules");
    const struct plan_cache cache = {folder,
                                     cupti_library_path(p->metrics.cupti),
                                     device->chip,
                                     device->availability.data,
                                     device->availability.len,
                                     has_links(device)};
    bool good = plan_cache_get(plan, &cache, &p->metrics.plan, &scope);
    if (!good && (*chip = open_chip(p, device, error))) {
        good = chip_plan_make(plan, &p->metrics.plan, *chip, &scope, error);
        if (good)
            plan_cache_put(plan, &cache, &p->metrics.plan, &scope);
        else
            cupti_chip_close(*chip);
    }
    free(folder);
    return good;
}

const char *chips_mig_note(const Wire__Device *device)
{
    const Wire__Board *board = device_board(device);
    if (!board || !board->mig)
        return "";
    const Wire__Instance *instance = instances_of_device(board, device);
    if (!instance || !instance->has_shared)
        return "; it is in MIG mode, where units that instances share cannot be measured: "
               "profile on an instance that has the whole GPU, or ask for metrics of sm and l1tex";
    return instance->shared
               ? "; this is a compute instance that shares L2 and memory with others of its GPU "
                 "instance, so their counters cannot be read: profile on one that has a GPU "
                 "instance to itself, or ask for metrics of sm and l1tex"
               : "; this is a MIG instance with a GPU instance to itself, which has counters of "
                 "its own units only";
}

enum { NAMES_SAID = 12 };

/* What the sections ask for and will not get: one message for each reason. */
static void say_missing(struct profile *p, const struct chip_state *chip)
{
    const struct chip_plan *plan = &chip->plan;
    struct strbuf names = {0};
    for (size_t i = 0; i < plan->refused_count && i < NAMES_SAID; i++)
        strbuf_addf(&names, "%s%s", i ? ", " : "", plan->refused[i]);
    if (plan->refused_count > NAMES_SAID)
        strbuf_addf(&names, " and %zu more", plan->refused_count - NAMES_SAID);
    if (plan->refused_count)
        run_say(p, MESSAGE_WARNING, "this GPU (%s) does not offer the metric%s %s: left out%s",
                chip->name, plan->refused_count > 1 ? "s" : "", names.data,
                chips_mig_note(chip->device));
    for (size_t i = 0; i < plan->unknown_count && i < NAMES_SAID; i++)
        run_say(p, MESSAGE_WARNING, "%s: not measured%s", plan->unknown[i],
                chips_mig_note(chip->device));
    if (plan->gaps)
        run_say(p, MESSAGE_WARNING, "not collected yet: %s", plan->gaps);
    if ((plan->inside_count || plan->sampled_count) && !p->mode->measures_inside)
        run_say(p, MESSAGE_WARNING,
                "instructions are counted, and warps and counters sampled, with --replay-mode "
                "kernel only: the results lack these metrics");
    if (!p->machine.facts && plan_wants_links(&p->metrics.plan))
        run_say(p, MESSAGE_WARNING, "links and NUMA nodes are unknown: %s", p->machine.error.text);
    strbuf_free(&names);
}

struct name_search {
    const struct profile *profile;
    struct error *error;
    bool found, any;
};

static void look_for_names(void *context, const char *name)
{
    struct name_search *search = context;
    const struct section_scope scope = {.arch = chip_arch(name),
                                        .scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};
    struct error opening;
    if (search->found)
        return;
    struct cupti_chip *chip =
        cupti_chip_open(search->profile->metrics.cupti, name, NULL, 0, &opening);
    if (!chip)
        return;
    cupti_chip_allow_links(chip);
    search->any = true;
    search->found = plan_is_known(&search->profile->metrics.plan, chip, &scope, search->error);
    cupti_chip_close(chip);
}

bool chips_some_has_names(const struct profile *p, struct error *error)
{
    struct name_search search = {.profile = p, .error = error};
    if (p->metrics.plan.own && p->metrics.plan.section_count == 1)
        cupti_library_each_chip(p->metrics.cupti, look_for_names, &search);
    return search.found || !search.any;
}

struct chip_state *chips_find(struct profile *p, Wire__Device *device, struct error *error)
{
    for (size_t i = 0; i < p->metrics.chip_count; i++)
        if (strcmp(p->metrics.chips[i].name, device->chip) == 0)
            return &p->metrics.chips[i];
    struct cupti_chip *chip = NULL;
    struct chip_plan plan;
    if (!make_plan(p, device, &plan, &chip, error))
        return NULL;
    struct chip_state *state = &p->metrics.chips[p->metrics.chip_count++];
    *state = (struct chip_state){mem_strdup(device->chip), chip, plan, device};
    plan_show_requested(&p->metrics.plan, &state->plan);
    packed_sections_forget(&p->metrics.sections);
    recorder_chip(p->output.recorder, &p->settings.request, device, &state->plan,
                  p->machine.driver);
    for (size_t i = 0; i < plan.note_count; i++)
        run_say(p, MESSAGE_NOTE, "%s", plan.notes[i]);
    say_missing(p, state);
    return state;
}

void chips_open(struct profile *p, struct chip_state *chip, const Wire__Device *device)
{
    struct error error;
    if (!chip->chip && !(chip->chip = open_chip(p, device, &error)))
        run_say(p, MESSAGE_ERROR, "%s", error.text);
}

bool chips_have_device(const struct profile *p, const Wire__Device *device)
{
    for (size_t i = 0; i < p->metrics.chip_count; i++)
        if (p->metrics.chips[i].device == device)
            return true;
    return false;
}

unsigned chips_passes(const struct profile *p)
{
    unsigned most = 0;
    for (size_t i = 0; i < p->metrics.chip_count; i++) {
        unsigned passes = 0;
        for (size_t j = 0; j < p->metrics.chips[i].plan.group_count; j++)
            passes += p->metrics.chips[i].plan.groups[j].passes;
        most = passes > most ? passes : most;
    }
    return most;
}

void chips_free(struct profile *p)
{
    for (size_t i = 0; i < p->metrics.chip_count; i++) {
        chip_plan_free(&p->metrics.chips[i].plan);
        cupti_chip_close(p->metrics.chips[i].chip);
        wire__device__free_unpacked(p->metrics.chips[i].device, NULL);
        free(p->metrics.chips[i].name);
    }
    free(p->metrics.chips);
}
