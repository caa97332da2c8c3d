#include "peer_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>

#include "app_replay.h"
#include "boards.h"
#include "disk_cache.h"
#include "gpu_wait.h"
#include "launch_metrics.h"
#include "link_metrics.h"
#include "mem.h"
#include "mps_turns.h"
#include "pci_facts.h"
#include "peer.h"
#include "plan_cache.h"
#include "plan_internal.h"
#include "result_builder.h"
#include "schedule_names.h"
#include "session_info.h"
#include "strbuf.h"

static unsigned pci_part(const Wire__Device *device, unsigned attribute)
{
    return (unsigned)wire_number(device->attributes, device->n_attributes, attribute, 0);
}

static bool lock_clock(struct profile *p, const Wire__Device *device)
{
    struct error error;
    char pci[32];
    if (p->settings.clocks == CLOCKS_LEFT)
        return false;
    if (!p->guard)
        p->guard = clock_guard_start(&error);
    snprintf(pci, sizeof pci, "%08x:%02x:%02x.0",
             pci_part(device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
             pci_part(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
             pci_part(device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID));
    if (p->guard && clock_guard_lock(p->guard, pci, p->settings.clocks, &error))
        return true;
    run_say(p, MESSAGE_WARNING, "%s; times may vary (--clock-control none leaves clocks alone)",
            error.text);
    return false;
}

/* What the program cannot know of the device, or may not see. */
static void add_machine_facts(struct profile *p, Wire__Device *device)
{
    struct pci_facts facts =
        pci_facts_read("/sys/bus/pci/devices", pci_part(device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
                       pci_part(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
                       pci_part(device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID));
    device->has_pci_revision = facts.revision >= 0;
    device->pci_revision = (uint32_t)facts.revision;
    device->has_pci_rate = facts.rate != 0;
    device->pci_rate = facts.rate;
    device->has_pci_width = facts.width != 0;
    device->pci_width = facts.width;
    device->has_pci_port_rate = facts.port_rate >= 0;
    device->pci_port_rate = (uint32_t)facts.port_rate;
    device->has_pci_port_width = facts.port_width >= 0;
    device->pci_port_width = (uint32_t)facts.port_width;
    if (device->n_visible > MOST_DEVICES)
        device->n_visible = MOST_DEVICES;
    if (device->machine) /* not the program's to tell */
        wire__machine__free_unpacked(device->machine, NULL);
    device->machine = p->machine ? boards_copy(p->machine) : NULL;
}

static bool has_links(const Wire__Device *device)
{
    const Wire__Board *board = device_board(device);
    return board && board->n_links;
}

static struct cupti_chip *open_chip(struct profile *p, const Wire__Device *device,
                                    struct error *error)
{
    struct cupti_chip *chip = cupti_chip_open(p->cupti, device->chip, device->availability.data,
                                              device->availability.len, error);
    if (chip && has_links(device))
        cupti_chip_allow_links(chip);
    return chip;
}

/* *chip stays NULL if the plan is one that was kept. */
static bool make_plan(struct profile *p, const Wire__Device *device, struct chip_plan *plan,
                      struct cupti_chip **chip, struct error *error)
{
    const struct section_scope scope = result_scope(device, p->driver);
    char *folder = disk_cache_folder("schedules");
    const struct plan_cache cache = {folder,
                                     cupti_library_path(p->cupti),
                                     device->chip,
                                     device->availability.data,
                                     device->availability.len,
                                     has_links(device)};
    bool good = plan_cache_get(plan, &cache, &p->plan, &scope);
    if (!good && (*chip = open_chip(p, device, error))) {
        good = chip_plan_make(plan, &p->plan, *chip, &scope, error);
        if (good)
            plan_cache_put(plan, &cache, &p->plan, &scope);
        else
            cupti_chip_close(*chip);
    }
    free(folder);
    return good;
}

/* Instances of a GPU in MIG mode have units of their own and others that they share. */
static const char *mig_note(const Wire__Device *device)
{
    const Wire__Board *board = device_board(device);
    return board && board->mig
               ? "; it is in MIG mode, where units that instances share cannot be measured: "
                 "profile on an instance that has the whole GPU, or ask for metrics of sm and l1tex"
               : "";
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
                chip->name, plan->refused_count > 1 ? "s" : "", names.data, mig_note(chip->device));
    if (plan->gaps)
        run_say(p, MESSAGE_WARNING, "not collected yet: %s", plan->gaps);
    if (!p->machine && link_metrics_wanted(&p->plan))
        run_say(p, MESSAGE_WARNING, "links and NUMA nodes are unknown: %s", p->machine_error.text);
    strbuf_free(&names);
}

static struct chip_state *find_chip(struct profile *p, Wire__Device *device, struct error *error)
{
    for (size_t i = 0; i < p->chip_count; i++)
        if (strcmp(p->chips[i].name, device->chip) == 0)
            return &p->chips[i];
    struct cupti_chip *chip = NULL;
    struct chip_plan plan;
    if (!make_plan(p, device, &plan, &chip, error))
        return NULL;
    struct chip_state *state = &p->chips[p->chip_count++];
    *state = (struct chip_state){mem_strdup(device->chip), chip, plan, device};
    plan_show_requested(&p->plan, &state->plan);
    packed_sections_forget(&p->sections);
    recorder_chip(p->recorder, &p->settings.request, device, &state->plan, p->driver);
    for (size_t i = 0; i < plan.note_count; i++)
        run_say(p, MESSAGE_NOTE, "%s", plan.notes[i]);
    say_missing(p, state);
    return state;
}

void peer_device_refuse(struct peer *peer, const char *why)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Schedule schedule = WIRE__SCHEDULE__INIT;
    run_say(peer->profile, MESSAGE_ERROR, "%s", why);
    peer->profile->failed = true;
    schedule.refused = (char *)(uintptr_t)why;
    message.schedule = &schedule;
    peer_answer(peer, &message);
}

static void answer(struct peer *peer, const struct chip_state *chip)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Schedule schedule = WIRE__SCHEDULE__INIT;
    message.schedule = &schedule;
    size_t first = 0, count = chip->plan.group_count;
    app_replay_schedule(peer->profile, &chip->plan, &first, &count, &schedule);
    Wire__Group *groups = mem_alloc(count * sizeof *groups);
    Wire__Group **pointers = mem_alloc(count * sizeof *pointers);
    for (size_t i = 0; i < count; i++) {
        const struct plan_group *group = &chip->plan.groups[first + i];
        wire__group__init(&groups[i]);
        groups[i].has_config = groups[i].has_passes = true;
        groups[i].config = (ProtobufCBinaryData){group->image_size, group->image};
        groups[i].metrics =
            (char **)schedule_names(group->metrics, group->count, &groups[i].n_metrics);
        groups[i].passes = group->passes;
        groups[i].has_optional = true;
        groups[i].optional = plan_family(group->metrics[0]) != 0;
        pointers[i] = &groups[i];
    }
    schedule.n_groups = count;
    schedule.groups = pointers;
    peer_answer(peer, &message);
    for (size_t i = 0; i < schedule.n_groups; i++)
        free(groups[i].metrics);
    free(groups);
    free(pointers);
}

void peer_device(struct peer *peer, Wire__Device *device)
{
    struct profile *p = peer->profile;
    struct error error = {"the program sent a device that is none"};
    bool valid = device->chip && device->name && device->ordinal < MOST_DEVICES &&
                 p->chip_count < MOST_DEVICES;
    struct chip_state *chip = valid ? peer->devices[device->ordinal].chip : NULL;
    /* Each context asks, also a second one of the device. */
    if (chip) {
        wire__device__free_unpacked(device, NULL);
        answer(peer, chip);
        return;
    }
    if (valid)
        add_machine_facts(p, device);
    chip = valid ? find_chip(p, device, &error) : NULL;
    if (!chip) {
        if (valid)
            strncat(error.text, mig_note(device), sizeof error.text - strlen(error.text) - 1);
        peer_device_refuse(peer, error.text);
        wire__device__free_unpacked(device, NULL);
        return;
    }
    peer->devices[device->ordinal].device = device;
    peer->devices[device->ordinal].chip = chip;
    gpu_wait_begin(peer, device->ordinal);
}

void peer_device_ready(struct peer *peer, uint32_t ordinal)
{
    struct profile *p = peer->profile;
    const Wire__Device *device = peer->devices[ordinal].device;
    struct chip_state *chip = peer->devices[ordinal].chip;
    struct error error;
    peer->devices[ordinal].clock_locked = lock_clock(p, device);
    mps_turns_begin(peer, device);
    if (app_replay_first(p))
        session_info_add_device(p->report, p->writer, device, &peer->process);
    run_detail(p, "device %u: %s, %zu set%s of counters", device->ordinal, device->name,
               chip->plan.group_count, chip->plan.group_count == 1 ? "" : "s");
    answer(peer, chip);
    /* While the program sets up its counters. */
    if (!chip->chip && !(chip->chip = open_chip(p, device, &error)))
        run_say(p, MESSAGE_ERROR, "%s", error.text);
}

void peer_device_free_chips(struct profile *p)
{
    for (size_t i = 0; i < p->chip_count; i++) {
        chip_plan_free(&p->chips[i].plan);
        cupti_chip_close(p->chips[i].chip);
        wire__device__free_unpacked(p->chips[i].device, NULL);
        free(p->chips[i].name);
    }
    free(p->chips);
}
