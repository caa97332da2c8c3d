#include "collect/trace_run/trace_peer.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collect/program/process_choice.h"
#include "collect/run/message_limits.h"
#include "collect/trace_run/trace_blocks.h"
#include "report/base/mem.h"
#include "report/base/message_depth.h"
#include "report/base/wire_walk.h"
#include "wire.pb-c.h"

/* How long a send may block. */
enum { SEND_SECONDS = 30 };

/* Of ToHost and of Trace in wire.proto. */
enum { TRACE_MESSAGE = 100, TRACE_BLOCK = 1 };

/* The limit of a block, and of what else a message has. */
enum { MOST_OTHER_BYTES = 1 << 20, LARGEST_FRAME = (64 << 20) + MOST_OTHER_BYTES };

static void drop(struct traced *traced)
{
    struct trace_run *run = traced->run;
    struct traced **at = &run->connected;
    while (*at != traced)
        at = &(*at)->next;
    *at = traced->next;
    loop_unwatch(run->loop, traced->socket);
    close(traced->socket);
    frame_reader_free(&traced->reader);
    free(traced);
}

static void fill_setup(const struct trace_run *run, pid_t pid, Wire__TraceSetup *m)
{
    const struct trace_kinds *k = &run->settings.kinds;
    const int rank = process_rank(pid);
    m->has_cuda = m->has_runtime = m->has_driver = m->has_both = m->has_sync = true;
    m->has_memory = m->has_um = m->has_overhead = m->has_nvtx = m->has_whole_graphs = true;
    m->has_queued = m->has_buffer_bytes = m->has_jit = m->has_environment = true;
    m->has_decompressions = m->has_rotations = m->has_device_graphs = true;
    m->cuda = k->cuda;
    m->runtime = k->runtime;
    m->driver = k->driver;
    m->both = k->both;
    m->sync = k->sync;
    m->memory = k->memory;
    m->um = k->um;
    m->overhead = k->overhead;
    m->nvtx = k->nvtx;
    m->jit = k->jit;
    m->environment = k->environment;
    m->decompressions = k->decompressions;
    m->rotations = k->rotations;
    m->device_graphs = k->device_graphs;
    m->whole_graphs = k->whole_graphs;
    m->queued = k->queued;
    m->buffer_bytes = k->buffer_bytes;
    m->has_from = m->has_until = true;
    m->from = k->delay > 0 ? run->started + (uint64_t)(k->delay * 1e9) : 0;
    m->until = k->duration > 0 ? run->started + (uint64_t)((k->delay + k->duration) * 1e9) : 0;
    m->has_rank = rank >= 0;
    m->rank = rank >= 0 ? (uint32_t)rank : 0;
}

static bool is_chosen(struct trace_run *run, pid_t pid, const char *executable)
{
    const struct process_choice choice = {run->settings.processes, run->settings.ranks,
                                          run->launcher.child, run->settings.root_process_only};
    const struct process_facts who = {pid, executable, process_rank(pid)};
    return !process_excluded_by(&choice, &who);
}

static void on_hello(struct traced *traced, const Wire__Hello *hello)
{
    struct trace_run *run = traced->run;
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Setup setup = WIRE__SETUP__INIT;
    Wire__TraceSetup trace = WIRE__TRACE_SETUP__INIT;
    setup.has_profile = true;
    setup.profile = hello->protocol == WIRE__PROTOCOL__CURRENT &&
                    is_chosen(run, traced->pid, hello->executable ? hello->executable : "");
    fill_setup(run, traced->pid, &trace);
    setup.trace = &trace;
    message.setup = &setup;
    traced->greeted = true;
    traced->traced = setup.profile;
    traced->number = hello->pid;
    run->greeted++;
    run->excluded += !setup.profile;
    frame_send(traced->socket, &message.base);
}

static void on_notice(struct traced *traced, const Wire__Notice *notice)
{
    if (++traced->notices == MOST_NOTICES + 1)
        trace_run_say(traced->run, TRACE_MESSAGE_WARNING,
                      "process %d says more than %d things: the rest is not shown",
                      (int)traced->pid, MOST_NOTICES);
    if (traced->notices > MOST_NOTICES)
        return;
    trace_run_say(traced->run, notice->fatal ? TRACE_MESSAGE_ERROR : TRACE_MESSAGE_WARNING, "%s",
                  notice->text ? notice->text : "");
}

/* The bytes of the blocks in a message, or rather in messages that become one. */
static size_t block_bytes(const struct wire_field *message)
{
    struct wire_walk walk = {message->data, message->data + message->length, false};
    struct wire_field field;
    size_t length = 0;
    while (wire_walk_next(&walk, &field))
        if (field.number == TRACE_BLOCK && field.type == WIRE_BYTES)
            length += field.length;
    return length;
}

static size_t other_bytes(const uint8_t *bytes, size_t length)
{
    struct wire_walk walk = {bytes, bytes + length, false};
    struct wire_field field;
    while (wire_walk_next(&walk, &field))
        if (field.number == TRACE_MESSAGE && field.type == WIRE_BYTES)
            length -= block_bytes(&field);
    return length;
}

/* NULL: see error. Small bytes can become large messages, so their number is limited before. */
static Wire__ToHost *unpack(const uint8_t *bytes, size_t length, struct error *error)
{
    Wire__ToHost *m = NULL;
    if (other_bytes(bytes, length) > MOST_OTHER_BYTES) {
        error_set(error, "it is too long");
        return NULL;
    }
    if (message_is_shallow(&wire__to_host__descriptor, bytes, length))
        m = wire__to_host__unpack(NULL, length, bytes);
    if (!m)
        error_set(error, "it cannot be read");
    return m;
}

/* What the program sends is believed within limits, and in the order of the protocol. */
static bool is_allowed(const struct traced *traced, const Wire__ToHost *m, struct error *error)
{
    if (!traced->greeted && !m->hello)
        return error_set(error, "it came before the process said who it is");
    if (traced->greeted && m->hello)
        return error_set(error, "the process said before who it is");
    if (traced->said_bye)
        return error_set(error, "it came behind the last one");
    if (m->trace && !traced->traced)
        return error_set(error, "it has records, and the process is not traced");
    return message_limits_keep(&m->base, error);
}

static void take_message(struct traced *traced, const Wire__ToHost *m)
{
    if (m->hello)
        on_hello(traced, m->hello);
    else if (m->trace)
        trace_blocks_take(traced, m->trace->block.data, m->trace->block.len);
    else if (m->notice)
        on_notice(traced, m->notice);
    else if (m->bye)
        traced->said_bye = true;
}

static void refuse(struct traced *traced, const char *why)
{
    traced->refused = true;
    trace_run_say(traced->run, TRACE_MESSAGE_ERROR,
                  "process %d sent a message that is not accepted: %s", (int)traced->pid, why);
}

static void serve_frame(struct traced *traced, const uint8_t *bytes, size_t length)
{
    struct error error;
    Wire__ToHost *m = unpack(bytes, length, &error);
    if (m && is_allowed(traced, m, &error))
        take_message(traced, m);
    else
        refuse(traced, error.text);
    if (m)
        wire__to_host__free_unpacked(m, NULL);
}

/* Nothing here asks for files: kept, they would use up those that rooftop may open. */
static void close_files(struct frame_reader *reader)
{
    for (int file; (file = frame_reader_file(reader)) >= 0;)
        close(file);
}

static void serve(void *context, int fd, short events)
{
    struct traced *traced = context;
    uint8_t *bytes;
    size_t length;
    (void)events;
    const bool open = frame_reader_fill(&traced->reader, fd);
    close_files(&traced->reader);
    while (!traced->refused && frame_reader_next(&traced->reader, &bytes, &length))
        serve_frame(traced, bytes, length);
    if (traced->reader.broken)
        refuse(traced, "it is too long");
    if (open && !traced->refused)
        return;
    if (traced->traced && !traced->said_bye && process_is_alive(traced->pid))
        trace_run_say(traced->run, TRACE_MESSAGE_WARNING,
                      "process %d %s: what it does from now on is not traced", (int)traced->pid,
                      traced->refused ? "goes on" : "closed its connection and goes on");
    drop(traced);
}

void trace_peer_add(struct trace_run *run, int socket)
{
    const struct timeval timeout = {SEND_SECONDS, 0};
    struct ucred who;
    socklen_t size = sizeof who;
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
    struct traced *traced = mem_alloc(sizeof *traced);
    traced->run = run;
    traced->socket = socket;
    traced->reader.most = LARGEST_FRAME;
    traced->pid = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? who.pid : 0;
    traced->next = run->connected;
    run->connected = traced;
    loop_watch(run->loop, socket, POLLIN, serve, traced);
}

static bool accept_one(struct trace_run *run)
{
    const int socket = accept4(run->launcher.listener, NULL, NULL, SOCK_CLOEXEC);
    if (socket >= 0)
        trace_peer_add(run, socket);
    return socket >= 0;
}

void trace_peer_accept(void *context, int fd, short events)
{
    (void)fd;
    (void)events;
    accept_one(context);
}

/* Without a file that is free none can be accepted, though one waits. */
void trace_peer_accept_waiting(struct trace_run *run)
{
    struct pollfd waiting = {run->launcher.listener, POLLIN, 0};
    while (poll(&waiting, 1, 0) > 0 && accept_one(run))
        ;
}

void trace_peer_drop_all(struct trace_run *run)
{
    for (struct traced *traced = run->connected, *next; traced; traced = next) {
        next = traced->next;
        drop(traced);
    }
}
