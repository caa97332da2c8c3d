/* The run mode makes results of what a process has measured; this file keeps the books around it:
 * how many launches are still open, and how long the window took. The last pass of a window is
 * answered, because the process waits there until the host is ready for more. */
#include "collect/run/peer_window.h"

#include "collect/run/peer_answer.h"
#include "collect/run/result_queue.h"
#include "collect/run/run_mode.h"

void peer_pass(struct peer *peer, const Wire__Pass *pass)
{
    peer->launching = false;
    peer->profile->mode->progress(peer, pass);
    if (pass->pass >= pass->passes) {
        Wire__ToTarget message = WIRE__TO_TARGET__INIT;
        peer_answer(peer, &message);
    }
}

void peer_window(struct peer *peer, Wire__Window *window)
{
    struct profile *p = peer->profile;
    /* Launches that were watched come behind the launch that ends that, and took no time. */
    if (window->n_results && result_is_watched(window->results[0])) {
        for (size_t i = 0; i < window->n_results; i++)
            peer->open -= window->results[i]->time_alone && peer->open;
        p->mode->window(peer, window);
        return;
    }
    double now = run_now(), spent = peer->window_started > 0 ? now - peer->window_started : 0;
    peer->open -= window->n_results < peer->open ? window->n_results : peer->open;
    run_detail(p, "process %u: %zu launch%s measured together in %.3f s", peer->process.processid,
               window->n_results, window->n_results == 1 ? "" : "es", spent);
    p->results.seconds += spent;
    peer->window_started = window->more ? now : 0;
    p->mode->window(peer, window);
}
