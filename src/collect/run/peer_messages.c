/* Each field of ToHost is one kind of message and has one row in the table below. A row names the
 * function that handles it, the phases in which a process may send it, and the phase that begins
 * then. The program is not trusted: a message that comes at another time, while the process has to
 * wait for an answer, or beyond the limits of message_limits.c ends its connection. So a handler
 * may rely on all of this. */
#include "collect/run/peer_messages.h"

#include <stdlib.h>
#include <string.h>

#include "collect/result/module_functions.h"
#include "collect/result/session_info.h"
#include "collect/run/message_limits.h"
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

/* The message does not say which device its module is for. The devices of a process nearly always
 * have the same chip. */
static const Wire__Device *peer_first_device(const struct peer *peer)
{
    size_t at = 0;
    while (at + 1 < MOST_DEVICES && !peer->devices[at].device)
        at++;
    return peer->devices[at].device;
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
    if (module->cubin.len)
        memcpy(source->binary.data, module->cubin.data, module->cubin.len);
    session_info_describe_source(source, peer_first_device(peer));
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
    if (++peer->notices == MOST_NOTICES + 1)
        run_say(p, MESSAGE_WARNING,
                "%s (process %u) says more than %d things: the rest is not shown",
                peer->process.processname ? peer->process.processname : "a process",
                peer->process.processid, MOST_NOTICES);
    if (peer->notices > MOST_NOTICES)
        return false;
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
    peer->phase = PEER_DONE;
    peer->profile->launches.names.unnamed += bye->unasked;
    unasked_launches_add(&peer->profile->launches.unasked, bye);
    run_detail(peer->profile, "process %u is done: %llu launch%s", peer->process.processid,
               (unsigned long long)bye->launches, bye->launches == 1 ? "" : "es");
    return false;
}

/* The phases in which a message may come, as bits. */
enum {
    WHEN_CONNECTED = 1 << PEER_CONNECTED,
    WHEN_GREETED = 1 << PEER_GREETED,
    WHEN_MEASURES = 1 << PEER_MEASURES,
    WHEN_PROFILED = WHEN_GREETED | WHEN_MEASURES,
    /* Before its Hello a process says why it cannot be profiled. */
    WHEN_ALIVE = WHEN_CONNECTED | WHEN_PROFILED,
};

/* MEBIBYTES of the message at most: what holds code and counters is large. */
enum { SMALL = 16, LARGE = 1024 };

static const struct kind {
    const char *name;
    size_t offset; /* of the field in Wire__ToHost */
    message_handler *handle;
    unsigned allowed;
    unsigned mebibytes;
} kinds[] = {
#define KIND(name, field, allowed, size)                                                           \
    {                                                                                              \
        name, offsetof(Wire__ToHost, field), on_##field, allowed, size                             \
    }
    KIND("Hello", hello, WHEN_CONNECTED, SMALL),
    KIND("Device", device, WHEN_PROFILED, SMALL),
    KIND("Seen", seen, WHEN_PROFILED, SMALL),
    KIND("Turn", turn, WHEN_PROFILED, SMALL),
    KIND("Pass", pass, WHEN_MEASURES, SMALL),
    KIND("BeginRanges", begin, WHEN_MEASURES, LARGE),
    /* Launches that could not be measured on any device have results, too. */
    KIND("Window", window, WHEN_PROFILED, LARGE),
    KIND("Module", module, WHEN_MEASURES, LARGE),
    KIND("Notice", notice, WHEN_ALIVE, SMALL),
    KIND("Bye", bye, WHEN_PROFILED, SMALL),
    KIND("LaunchStack", stack, WHEN_PROFILED, SMALL),
#undef KIND
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *const phase_words[] = {
    [PEER_CONNECTED] = "before it has said who it is",
    [PEER_GREETED] = "before it has announced a device",
    [PEER_MEASURES] = "at the wrong time",
    [PEER_LEFT_OUT] = "although it is not profiled",
    [PEER_DONE] = "after it has said goodbye",
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

/* The process has asked something and has no answer yet. */
static bool waits_for_answer(const struct peer *peer)
{
    return peer->mps.hello || peer->mps.seen || peer->mps.asks || peer->wait.waits;
}

static bool may_send(const struct peer *peer, const struct kind *kind, size_t length,
                     struct error *error)
{
    if (waits_for_answer(peer))
        return error_set(error, "sent the message %s while it waits for an answer", kind->name);
    const unsigned now = 1U << peer->phase;
    const bool is_over = kind->allowed < now && now <= WHEN_MEASURES;
    if (!(kind->allowed & now))
        return error_set(error, "sent the message %s %s", kind->name,
                         is_over ? "a second time" : phase_words[peer->phase]);
    return length <= (size_t)kind->mebibytes << 20 ||
           error_set(error, "sent the message %s with %zu bytes, at most %u MiB", kind->name,
                     length, kind->mebibytes);
}

/* The kind of the message, or NULL: of none that is known, or of several. */
static const struct kind *find_kind(const Wire__ToHost *message, size_t *count)
{
    const struct kind *found = NULL;
    *count = 0;
    for (size_t i = 0; i < KINDS; i++)
        if (get_field(message, kinds[i].offset)) {
            found = &kinds[i];
            ++*count;
        }
    return *count == 1 ? found : NULL;
}

bool peer_message(struct peer *peer, Wire__ToHost *message, size_t length, struct error *error)
{
    size_t count;
    const struct kind *kind = find_kind(message, &count);
    if (count > 1)
        return error_set(error, "sent %zu messages as one", count);
    if (!kind) {
        say_unknown(peer);
        return true;
    }
    if (!may_send(peer, kind, length, error))
        return false;
    void *field = get_field(message, kind->offset);
    if (!message_limits_keep(field, error))
        return false;
    if (kind->handle(peer, field))
        clear_field(message, kind->offset);
    return true;
}
