#include "collect/inject/host/send_module.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/program/modules.h"

void send_module(struct inject *inject, const Wire__Facts *facts)
{
    struct cubin *cubin =
        facts->has_module ? modules_find(inject->program.modules, facts->module) : NULL;
    if (!cubin || cubin->sent)
        return;
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Module m = WIRE__MODULE__INIT;
    m.has_reference = m.has_cubin = true;
    m.reference = cubin->reference;
    m.cubin = (ProtobufCBinaryData){cubin->size, cubin->bytes};
    message.module = &m;
    cubin->sent = channel_send(&inject->channel, &message);
}
