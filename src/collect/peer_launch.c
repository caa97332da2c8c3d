#include "peer_launch.h"

#include <stdlib.h>

#include "app_replay.h"
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
    ProtobufCBinaryData image = {0};
    verdict = app_replay_judge(peer, seen, verdict, &image);
    if (app_replay_first(p)) {
        seen_kernels_add(&p->seen, function);
        p->seen.unnamed += seen->unasked;
        p->taken += verdict == LAUNCH_TAKE;
    }
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Verdict m = WIRE__VERDICT__INIT;
    m.has_action = true;
    m.action = actions[verdict];
    m.has_image = image.len > 0;
    m.image = image;
    message.verdict = &m;
    peer_answer(peer, &message);
    free(image.data);
    if (verdict == LAUNCH_TAKE) {
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
