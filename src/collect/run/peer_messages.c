/* Each field of ToHost is one kind of message and has one row in the table below. A row names the
 * function that handles it and the phases in which a process may send it. What may follow what
 * could be checked in the same place: peer_message() knows the row and the phase. */
#include "collect/run/peer_messages.h"

#include <stdlib.h>
#include <string.h>

#include "collect/result/module_functions.h"
#include "collect/result/session_info.h"
#include "collect/run/mps_control.h"
#include "collect/run/mps_turns.h"
#include "collect/run/peer_device.h"
#include "collect/run/peer_hello.h"
#include "collect/run/peer_launch.h"
#include "collect/run/peer_window.h"
#include "collect/run/run_mode.h"
#include "report/base/mem.h"

/* Handles a message. true: it has taken the message over, and frees it. */
typedef bool message_handler(struct peer *peer, void *message);

static bool on_hello(struct peer *peer, void *message)
{
    peer->phase = PEER_GREETED;
    if (mps_control_hold(peer, message))
        return true;
    peer_hello(peer, message);
    return false;
}

static bool on_device(struct peer *peer, void *message)
{
    peer_device_announce(peer, message);
    return true;
}

static bool on_seen(struct peer *peer, void *message)
{
    if (mps_turns_hold(peer, message))
        return true;
    peer_launch(peer, message);
    return false;
}

static bool on_turn(struct peer *peer, void *message)
{
    mps_turns_ask(peer, message);
    return false;
}

static bool on_pass(struct peer *peer, void *message)
{
    peer_pass(peer, message);
    return false;
}

static bool on_begin(struct peer *peer, void *message)
{
    peer->profile->mode->begin_ranges(peer, message);
    return false;
}

static bool on_window(struct peer *peer, void *message)
{
    peer_window(peer, message);
    return true;
}

static bool on_stack(struct peer *peer, void *message)
{
    struct profile *p = peer->profile;
    launch_stacks_announce(&peer->stacks, &p->symbolizer, message, p->mode->is_first(p));
    return false;
}

static bool on_module(struct peer *peer, void *message)
{
    const Wire__Module *module = message;
    struct profile *p = peer->profile;
    Rep__SourceData *source = mem_alloc(sizeof *source);
    rep__source_data__init(source);
    source->has_reference = source->has_binary = true;
    source->reference = module->reference;
    source->binary.len = module->cubin.len;
    source->binary.data = mem_alloc(module->cubin.len);
    memcpy(source->binary.data, module->cubin.data, module->cubin.len);
    session_info_describe_source(source, peer->devices[0].device);
    module_functions_add(source);
    if (p->settings.import_source)
        source_import_add(&p->output.import, source);
    source->has_binary = p->settings.import_code; /* in the file; rules need it in memory */
    if (p->output.writer)
        report_writer_source(p->output.writer, source, &peer->process);
    source->has_binary = true;
    report_add_source(p->output.report, peer->process.processid, source);
    return false;
}

static bool on_notice(struct peer *peer, void *message)
{
    const Wire__Notice *notice = message;
    struct profile *p = peer->profile;
    enum message_level level = notice->fatal ? MESSAGE_ERROR : MESSAGE_WARNING;
    char *text = notices_text(&p->notices, notice);
    if (text)
        run_say(p, level, "%s", text);
    free(text);
    if (notice->fatal)
        p->outcome.failed = p->outcome.refused = true;
    p->launches.unprofiled_graph = p->launches.unprofiled_graph || notice->unprofiled_graph;
    return false;
}

static bool on_bye(struct peer *peer, void *message)
{
    const Wire__Bye *bye = message;
    peer->said_bye = true;
    peer->profile->launches.names.unnamed += bye->unasked;
    unasked_launches_add(&peer->profile->launches.unasked, bye);
    run_detail(peer->profile, "process %u is done: %llu launch%s", peer->process.processid,
               (unsigned long long)bye->launches, bye->launches == 1 ? "" : "es");
    return false;
}

/* The phases in which a message may come, as bits. */
enum { WHEN_CONNECTED = 1 << PEER_CONNECTED, WHEN_GREETED = 1 << PEER_GREETED };

static const struct {
    size_t offset; /* of the field in Wire__ToHost */
    message_handler *handle;
    unsigned allowed;
} kinds[] = {
    {offsetof(Wire__ToHost, hello), on_hello, WHEN_CONNECTED},
    {offsetof(Wire__ToHost, device), on_device, WHEN_GREETED},
    {offsetof(Wire__ToHost, seen), on_seen, WHEN_GREETED},
    {offsetof(Wire__ToHost, turn), on_turn, WHEN_GREETED},
    {offsetof(Wire__ToHost, pass), on_pass, WHEN_GREETED},
    {offsetof(Wire__ToHost, begin), on_begin, WHEN_GREETED},
    {offsetof(Wire__ToHost, window), on_window, WHEN_GREETED},
    {offsetof(Wire__ToHost, module), on_module, WHEN_GREETED},
    {offsetof(Wire__ToHost, notice), on_notice, WHEN_GREETED},
    {offsetof(Wire__ToHost, bye), on_bye, WHEN_GREETED},
    {offsetof(Wire__ToHost, stack), on_stack, WHEN_GREETED},
};

/* The fields are pointers to structures of several types. */
static void *get_field(const Wire__ToHost *message, size_t offset)
{
    void *field;
    memcpy(&field, (const char *)message + offset, sizeof field);
    return field;
}

static void clear_field(Wire__ToHost *message, size_t offset)
{
    memset((char *)message + offset, 0, sizeof(void *));
}

/* A field of wire.proto that has no row above, or a message of another version. */
static void say_unknown(struct peer *peer)
{
    if (!peer->sent_unknown)
        run_say(peer->profile, MESSAGE_ERROR,
                "process %d sent a message that this rooftop does not know: it is ignored",
                (int)peer->pid);
    peer->sent_unknown = true;
}

bool peer_message(struct peer *peer, Wire__ToHost *message)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        void *field = get_field(message, kinds[i].offset);
        if (!field)
            continue;
        if (!(kinds[i].allowed & 1U << peer->phase))
            return false;
        if (kinds[i].handle(peer, field))
            clear_field(message, kinds[i].offset);
        return true;
    }
    say_unknown(peer);
    return true;
}
