/* The schedule goes to the process as soon as it has the GPU. Clocks are locked and the turn under
 * MPS is begun before, so that the first pass is measured under the same conditions as the last.
 * chips_open() comes after the message, since it takes a while in which the program can set up its
 * counters. If clocks cannot be locked, the user is warned and the process is profiled all the
 * same. */
#include "collect/run/peer_schedule.h"

#include <stdio.h>
#include <stdlib.h>

#include "collect/machine/boards.h"
#include "collect/plan/plan_internal.h"
#include "collect/plan/schedule_names.h"
#include "collect/result/session_info.h"
#include "collect/run/chips.h"
#include "collect/run/inside_schedule.h"
#include "collect/run/mps_turns.h"
#include "collect/run/peer_answer.h"
#include "collect/run/run_mode.h"
#include "report/base/mem.h"

static bool lock_clock(struct profile *p, const Wire__Device *device)
{
    const uint64_t at = device_address(device);
    struct error error;
    char pci[32];
    if (p->settings.clocks == CLOCKS_LEFT)
        return false;
    if (!p->machine.guard)
        p->machine.guard = clock_guard_start(&error);
    snprintf(pci, sizeof pci, "%08x:%02x:%02x.0", (unsigned)(at >> 16), (unsigned)(at >> 8 & 0xff),
             (unsigned)(at & 0xff));
    if (p->machine.guard && clock_guard_lock(p->machine.guard, pci, p->settings.clocks, &error))
        return true;
    run_say(p, MESSAGE_WARNING, "%s; times may vary (--clock-control none leaves clocks alone)",
            error.text);
    return false;
}

void peer_schedule_refuse(struct peer *peer, const char *why)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Schedule schedule = WIRE__SCHEDULE__INIT;
    run_say(peer->profile, MESSAGE_ERROR, "%s", why);
    peer->profile->outcome.failed = true;
    schedule.refused = (char *)(uintptr_t)why;
    message.schedule = &schedule;
    peer_answer(peer, &message);
}

void peer_schedule_send(struct peer *peer, const struct chip_state *chip)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Schedule schedule = WIRE__SCHEDULE__INIT;
    message.schedule = &schedule;
    const struct schedule_part part =
        peer->profile->mode->schedule(peer->profile, &chip->plan, &schedule);
    Wire__Group *groups = mem_alloc(part.count * sizeof *groups);
    Wire__Group **pointers = mem_alloc(part.count * sizeof *pointers);
    for (size_t i = 0; i < part.count; i++) {
        const struct plan_group *group = &chip->plan.groups[part.first + i];
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
    schedule.n_groups = part.count;
    schedule.groups = pointers;
    struct inside_schedule inside;
    if (peer->profile->mode->measures_inside)
        inside_schedule_fill(&schedule, &inside, &chip->plan, chip->name, &peer->profile->settings);
    peer_answer(peer, &message);
    inside_schedule_drop(&schedule);
    for (size_t i = 0; i < schedule.n_groups; i++)
        free(groups[i].metrics);
    free(groups);
    free(pointers);
}

void peer_schedule_grant(struct peer *peer, uint32_t ordinal)
{
    struct profile *p = peer->profile;
    const Wire__Device *device = peer->devices[ordinal].device;
    struct chip_state *chip = peer->devices[ordinal].chip;
    peer->devices[ordinal].clock_locked = lock_clock(p, device);
    mps_turns_begin(peer, device);
    if (p->mode->is_first(p))
        session_info_add_device(p->output.report, p->output.writer, device, &peer->process);
    run_detail(p, "device %u: %s, %zu set%s of counters", device->ordinal, device->name,
               chip->plan.group_count, chip->plan.group_count == 1 ? "" : "s");
    peer_schedule_send(peer, chip);
    /* This takes a tenth of a second, in which the program sets up its counters. */
    chips_open(p, chip, device);
}
