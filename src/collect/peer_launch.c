#include "peer_launch.h"

#include <stdlib.h>

#include "demangle.h"
#include "mem.h"
#include "peer.h"

void peer_launch(struct peer *peer, const Wire__Seen *seen)
{
    static const Wire__Action actions[] = {
        [LAUNCH_TAKE] = WIRE__ACTION__TAKE,
        [LAUNCH_SKIP] = WIRE__ACTION__SKIP,
        [LAUNCH_NEVER] = WIRE__ACTION__NEVER,
        [LAUNCH_DONE] = WIRE__ACTION__FINISH,
    };
    struct profile *p = peer->profile;
    char *full = demangle_full(seen->mangled ? seen->mangled : "");
    char *function = demangle_function(full);
    struct launch_identity launch = {function, full, seen->mangled ? seen->mangled : "",
                                     seen->context, seen->has_stream ? &seen->stream : NULL};
    enum launch_verdict verdict = launch_filter_judge(p->settings.filter, &p->counts, &launch);
    seen_kernels_add(&p->seen, function);
    p->seen.unnamed += seen->unasked;
    peer_nvtx_seen(&peer->nvtx, seen, verdict == LAUNCH_TAKE);
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Verdict m = WIRE__VERDICT__INIT;
    m.has_action = true;
    m.action = actions[verdict];
    message.verdict = &m;
    peer_answer(peer, &message);
    if (verdict == LAUNCH_TAKE) {
        p->taken++;
        free(peer->kernel);
        peer->kernel = mem_strdup(report_kernel_name(p->report, full));
        if (peer->window_started == 0)
            peer->window_started = run_now();
    }
    free(full);
    free(function);
}
