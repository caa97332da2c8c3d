/* A launch passes three judges: the filter of call stacks, which the host asks about once for each
 * stack; the other filters, which count; and the mode, which knows what earlier runs have measured.
 * An admitted launch is remembered with its NVTX ranges and its call stack until its result comes.
 */
#include "collect/run/peer_launch.h"

#include <stdlib.h>

#include "collect/run/chips.h"
#include "collect/run/mps_control.h"
#include "collect/run/mps_turns.h"
#include "collect/run/peer_answer.h"
#include "collect/run/run_mode.h"
#include "report/base/mem.h"
#include "report/names/collective_kernels.h"
#include "report/names/demangle.h"

static void copy_dimensions(uint32_t to[3], const Wire__Dimensions *from)
{
    to[0] = from ? from->x : 0;
    to[1] = from ? from->y : 0;
    to[2] = from ? from->z : 0;
}

static void send_verdict(struct peer *peer, const Wire__Verdict *verdict)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    message.verdict = (Wire__Verdict *)(uintptr_t)verdict;
    message.has_shared = true;
    message.shared = mps_turns_shared(peer);
    peer_answer(peer, &message);
    peer->launching = true;
}

/* Whether the filter lets this call stack pass. */
static bool stack_fits(struct peer *peer, const Wire__Seen *seen)
{
    struct profile *p = peer->profile;
    const struct stack_filter *filter = &p->settings.filter->stacks;
    /* Once no launch is admitted any more, every launch goes on to the filters, which end profiling
     * in the process. */
    if (stack_filter_takes_all(filter) || p->mode->is_full(p))
        return true;
    if (seen->stack)
        launch_stacks_announce(&peer->stacks, &p->symbolizer, seen->stack, false);
    return launch_stacks_fit(&peer->stacks, filter, seen->stack);
}

/* A launch with a call stack that does not fit counts for nothing. The process does not ask about
 * this stack again. */
static void refuse_stack(struct peer *peer, const Wire__Seen *seen)
{
    struct profile *p = peer->profile;
    Wire__Verdict verdict = WIRE__VERDICT__INIT;
    verdict.has_action = verdict.has_unfit_stack = verdict.unfit_stack = true;
    verdict.action = WIRE__ACTION__SKIP;
    launch_nvtx_announce(&peer->nvtx, seen, false);
    if (p->mode->is_first(p))
        p->launches.names.unnamed += seen->unasked;
    send_verdict(peer, &verdict);
}

/* The verdict on a launch of a program that was traced before. */
static enum launch_verdict judge_choice(const struct peer *peer, const Wire__Seen *seen,
                                        const struct launch_identity *launch, Wire__Verdict *answer)
{
    const struct profile *p = peer->profile;
    struct asked_launch asked = {.executable = peer->process.processname,
                                 .process = peer->process.processid,
                                 .number = seen->launch,
                                 .mangled = launch->mangled,
                                 .spent = p->results.seconds,
                                 .measured =
                                     p->results.made + p->results.queued + p->results.unmeasured,
                                 .passes = chips_passes(p)};
    for (size_t i = 0; i < 3; i++) {
        asked.shape[i] = launch->grid[i];
        asked.shape[i + 3] = launch->block[i];
    }
    asked.shape[6] = launch->shared;
    bool again;
    const enum launch_verdict verdict = chosen_launches_judge(p->launches.chosen, &asked, &again);
    answer->has_counters_alone = again;
    answer->counters_alone = again;
    return verdict;
}

static enum launch_verdict judge(struct peer *peer, const Wire__Seen *seen, const char *full,
                                 const char *function, Wire__Verdict *answer)
{
    struct profile *p = peer->profile;
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
    enum launch_verdict verdict =
        p->launches.chosen ? judge_choice(peer, seen, &launch, answer)
                           : launch_filter_judge(p->settings.filter, &p->launches.counts, &launch);
    if (mps_control_is_over(p))
        verdict = LAUNCH_DONE;
    return p->mode->judge(peer, seen, verdict, &answer->image);
}

/* Keeps what results will tell of the launch, and what the user is told if there are no results. */
static void remember(struct peer *peer, const Wire__Seen *seen, const char *function,
                     enum launch_verdict verdict)
{
    struct profile *p = peer->profile;
    const bool first = p->mode->is_first(p), watched = verdict == LAUNCH_WATCH;
    const bool admitted = first && (verdict == LAUNCH_MEASURE || watched);
    if (first) {
        p->launches.collective += verdict == LAUNCH_UNNAMED || watched;
        name_counts_add(&p->launches.names, function);
        p->launches.names.unnamed += seen->unasked;
        p->launches.admitted += admitted && !watched;
    }
    launch_nvtx_announce(&peer->nvtx, seen, admitted);
    if (seen->stack && admitted)
        launch_stacks_admit(&peer->stacks, seen->stack);
}

static void admit(struct peer *peer, const char *full)
{
    struct profile *p = peer->profile;
    peer->open++;
    free(peer->kernel);
    peer->kernel = mem_strdup(report_kernel_name(p->output.report, full));
    if (peer->window_started == 0)
        peer->window_started = run_now();
    p->mode->progress(peer, NULL);
}

void peer_launch(struct peer *peer, const Wire__Seen *seen)
{
    static const Wire__Action actions[] = {
        [LAUNCH_MEASURE] = WIRE__ACTION__MEASURE, [LAUNCH_SKIP] = WIRE__ACTION__SKIP,
        [LAUNCH_NEVER] = WIRE__ACTION__NEVER,     [LAUNCH_UNNAMED] = WIRE__ACTION__SKIP,
        [LAUNCH_DONE] = WIRE__ACTION__FINISH,     [LAUNCH_WATCH] = WIRE__ACTION__WATCH,
    };
    if (!stack_fits(peer, seen)) {
        refuse_stack(peer, seen);
        return;
    }
    char *full = demangle_full(seen->mangled ? seen->mangled : "");
    char *function = demangle_function(full);
    Wire__Verdict answer = WIRE__VERDICT__INIT;
    const enum launch_verdict verdict = judge(peer, seen, full, function, &answer);
    remember(peer, seen, function, verdict);
    answer.has_action = true;
    answer.action = actions[verdict];
    answer.has_image = answer.image.len > 0;
    send_verdict(peer, &answer);
    free(answer.image.data);
    if (verdict == LAUNCH_MEASURE)
        admit(peer, full);
    free(full);
    free(function);
}
