#include "collect/inject/context/mps_turn.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"

bool mps_turn_begin(struct inject *inject, const struct context_state *context)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Turn m = WIRE__TURN__INIT;
    if (!context->mps)
        return false;
    m.has_over = true;
    message.turn = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return answer != NULL;
}

void mps_turn_end(struct inject *inject, struct context_state *context)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Turn m = WIRE__TURN__INIT;
    counters_release(&context->counters, &inject->cupti);
    m.has_over = m.over = true;
    message.turn = &m;
    channel_send(&inject->channel, &message);
}
