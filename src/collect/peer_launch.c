#include "peer_launch.h"

#include <stdlib.h>

#include "app_replay.h"
#include "collective_kernels.h"
#include "demangle.h"
#include "mem.h"
#include "mps_control.h"
#include "peer.h"

static void copy_dimensions(uint32_t to[3], const Wire__Dimensions *from)
{
    to[0] = from ? from->x : 0;
    to[1] = from ? from->y : 0;
    to[2] = from ? from->z : 0;
}

/* Launches with other call stacks count for nothing, and are not asked about again. */
static bool stack_fits(struct peer *peer, const Wire__Seen *seen)
{
    struct profile *p = peer->profile;
    const struct stack_filter *filter = &p->settings.filter->stacks;
    /* At the end of a run all may come: the first one is told. */
    if (stack_filter_takes_all(filter) ||
        (!p->series && launch_filter_is_done(p->settings.filter, &p->counts)))
        return true;
    if (seen->stack)
        peer_stacks_seen(&peer->stacks, &p->symbolizer, seen->stack, false);
    if (peer_stacks_fit(&peer->stacks, filter, seen->stack))
        return true;
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Verdict m = WIRE__VERDICT__INIT;
    m.has_action = m.has_unfit_stack = m.unfit_stack = true;
    m.action = WIRE__ACTION__SKIP;
    message.verdict = &m;
    peer_nvtx_seen(&peer->nvtx, seen, false);
    peer->launching = true;
    if (app_replay_first(p))
        p->seen.unnamed += seen->unasked;
    peer_answer(peer, &message);
    return false;
}

void peer_launch(struct peer *peer, const Wire__Seen *seen)
{
    static const Wire__Action actions[] = {
        [LAUNCH_TAKE] = WIRE__ACTION__TAKE,   [LAUNCH_SKIP] = WIRE__ACTION__SKIP,
        [LAUNCH_NEVER] = WIRE__ACTION__NEVER, [LAUNCH_UNNAMED] = WIRE__ACTION__SKIP,
        [LAUNCH_DONE] = WIRE__ACTION__FINISH,
    };
    struct profile *p = peer->profile;
    if (!stack_fits(peer, seen))
        return;
    char *full = demangle_full(seen->mangled ? seen->mangled : "");
    char *function = demangle_function(full);
    struct launch_identity launch = {.function = function,
                                     .demangled = full,
                                     .mangled = seen->mangled ? seen->mangled : "",
                                     .context = seen->context,
                                     .stream = seen->has_stream ? &seen->stream : NULL,
                                     .device = seen->device,
                                     .shared = seen->dynamic_shared,
                                     .only_by_name = kernel_is_collective(function)};
    copy_dimensions(launch.grid, seen->grid);
    copy_dimensions(launch.block, seen->block);
    enum launch_verdict verdict = launch_filter_judge(p->settings.filter, &p->counts, &launch);
    ProtobufCBinaryData image = {0};
    if (mps_control_is_over(p))
        verdict = LAUNCH_DONE;
    verdict = app_replay_judge(peer, seen, verdict, &image);
    if (app_replay_first(p)) {
        p->communicating += verdict == LAUNCH_UNNAMED;
        seen_kernels_add(&p->seen, function);
        p->seen.unnamed += seen->unasked;
        p->taken += verdict == LAUNCH_TAKE;
    }
    /* With application replay the results are those of the first run. */
    peer_nvtx_seen(&peer->nvtx, seen, verdict == LAUNCH_TAKE && app_replay_first(p));
    if (seen->stack && verdict == LAUNCH_TAKE && app_replay_first(p))
        peer_stacks_taken(&peer->stacks, seen->stack);
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Verdict m = WIRE__VERDICT__INIT;
    m.has_action = true;
    m.action = actions[verdict];
    m.has_image = image.len > 0;
    m.image = image;
    message.verdict = &m;
    peer_answer(peer, &message);
    free(image.data);
    peer->launching = true;
    if (verdict == LAUNCH_TAKE) {
        peer->open++;
        free(peer->kernel);
        peer->kernel = mem_strdup(report_kernel_name(p->report, full));
        if (peer->window_started == 0)
            peer->window_started = run_now();
        if (p->series)
            app_replay_show(peer, false);
    }
    free(full);
    free(function);
}
