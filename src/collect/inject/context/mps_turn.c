#include "collect/inject/context/mps_turn.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/context/introduce.h"
#include "collect/inject/context/kept_counters.h"

/* The address of a GPU on the PCI bus. */
static uint64_t address_of(const struct inject *inject, CUdevice device)
{
    int domain = 0, bus = 0, slot = 0;
    inject->driver.device_get_attribute(&domain, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, device);
    inject->driver.device_get_attribute(&bus, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, device);
    inject->driver.device_get_attribute(&slot, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, device);
    return (uint64_t)(unsigned)domain << 16 | (uint64_t)(unsigned)bus << 8 | (unsigned)slot;
}

static void tell_over(struct inject *inject, bool keeps)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Turn m = WIRE__TURN__INIT;
    m.has_over = m.over = m.has_keeps = true;
    m.keeps = keeps;
    message.turn = &m;
    channel_send(&inject->channel, &message);
}

/* Returns whether this is news. */
static bool note(struct inject *inject, const Wire__ToTarget *answer)
{
    if (!answer || !answer->shared || inject->shares_gpu)
        return false;
    inject->shares_gpu = true;
    introduce_end(inject);
    contexts_release_counters(inject);
    return true;
}

/* If counters run now, mps_turn_end() says that they are free. */
void mps_turn_note(struct inject *inject, const Wire__ToTarget *answer)
{
    if (note(inject, answer) && !inject->counting)
        tell_over(inject, false);
}

bool mps_turn_begin(struct inject *inject, const struct context_state *context, bool first)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Turn m = WIRE__TURN__INIT;
    introduce_end(inject);
    contexts_release_beside(inject, context);
    if (!context->mps && !inject->shares_gpu && !first)
        return false;
    m.has_over = true;
    m.has_gpu = !context->mps;
    m.gpu = address_of(inject, context->device);
    message.turn = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    if (answer && answer->has_shared && !answer->shared)
        inject->shares_gpu = false; /* the others have gone */
    note(inject, answer);
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return answer != NULL;
}

void mps_turn_end(struct inject *inject, const struct context_state *context)
{
    const bool keeps = !context->mps && !inject->shares_gpu;
    if (!keeps)
        contexts_release_counters(inject);
    tell_over(inject, keeps);
    if (keeps)
        kept_counters_watch(inject);
}
