#include "collect/run/peer_answer.h"

/* Seconds. The injection library waits for two minutes (wait_clock.h there). */
static const double between_signs = 20;

void peer_answer(struct peer *peer, const Wire__ToTarget *message)
{
    frame_send(peer->socket, &message->base);
}

void peer_keep_waiting(struct peer *peer, double *alive)
{
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    if (run_now() - *alive < between_signs)
        return;
    *alive = run_now();
    message.has_waiting = message.waiting = true;
    peer_answer(peer, &message);
}
