/* Another GPU or process that writes memory which this one has handed out. It does so at the worst
 * moments: before and behind any copy, fill or kernel, whoever asked for it. Which of these is a
 * matter of FAKEGPU_PEER, a seed. */
#include <stdlib.h>

#include "driver.h"
#include "peer.h"

static struct {
    void (*write)(void *context);
    void *context;
    uint64_t state;
} peer;

void fakegpu_peer(void (*write)(void *), void *context)
{
    const char *seed = getenv("FAKEGPU_PEER");
    driver_lock();
    peer.write = write;
    peer.context = context;
    peer.state = 2 * (seed ? strtoull(seed, NULL, 10) : 1) + 1;
    driver_unlock();
}

static struct {
    int device;
    bool (*step)(void *context); /* NULL: none */
    void *context;
} working;

void fakegpu_goes_on(int device, bool (*step)(void *), void *context)
{
    driver_lock();
    working.device = device;
    working.step = step;
    working.context = context;
    driver_unlock();
}

static void work_on(void)
{
    if (working.step && !working.step(working.context))
        working.step = NULL;
}

void peer_wait(int device)
{
    driver_lock();
    while (working.step && working.device == device)
        work_on();
    driver_unlock();
}

/* One of three moments is the peer's. */
void peer_moment(void)
{
    driver_lock();
    work_on();
    if (peer.write) {
        peer.state ^= peer.state << 13;
        peer.state ^= peer.state >> 7;
        peer.state ^= peer.state << 17;
        if (peer.state % 3 == 0)
            peer.write(peer.context);
    }
    driver_unlock();
}
