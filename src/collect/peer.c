#include "peer.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app_replay.h"
#include "boards.h"
#include "gpu_wait.h"
#include "mem.h"
#include "module_functions.h"
#include "mps_control.h"
#include "mps_turns.h"
#include "peer_device.h"
#include "peer_launch.h"
#include "peer_window.h"
#include "process_choice.h"
#include "series_setup.h"
#include "session_info.h"

enum { PROTOCOL = 1, PATIENCE_SECONDS = 30 };

void peer_answer(struct peer *peer, const Wire__ToTarget *message)
{
    frame_send(peer->socket, &message->base);
}

static bool is_chosen(struct peer *peer)
{
    struct profile *p = peer->profile;
    const struct process_choice choice = {&p->settings.filter->processes, p->settings.ranks,
                                          p->launcher.child, p->settings.root_process_only};
    const char *name = peer->process.processname, *slash = strrchr(name, '/');
    struct process_facts who = {peer->pid, name, process_rank(peer->pid)};
    const char *option = process_left_out(&choice, &who);
    char rank[32] = "";
    if (who.rank >= 0)
        snprintf(rank, sizeof rank, ", rank %d", who.rank);
    run_detail(p, "process %u (%s%s) %s%s", peer->process.processid, name, rank,
               option ? "is left out by " : "is profiled", option ? option : "");
    if (option) {
        p->unprofiled_by = option;
        seen_kernels_add(&p->unprofiled, slash ? slash + 1 : name);
    }
    return !option;
}

void peer_hello(struct peer *peer, const Wire__Hello *hello)
{
    struct profile *p = peer->profile;
    Wire__ToTarget message = WIRE__TO_TARGET__INIT;
    Wire__Setup setup = WIRE__SETUP__INIT;
    peer->process.processid = hello->pid;
    peer->process.hostname = "127.0.0.1";
    peer->process.processname = mem_strdup(hello->executable ? hello->executable : "");
    setup.has_profile = setup.has_flush_caches = setup.has_replay_timeout = true;
    setup.profile = peer->profiled = hello->protocol == PROTOCOL && is_chosen(peer);
    setup.flush_caches = p->settings.flush_caches;
    setup.replay_timeout = p->settings.replay_timeout;
    setup.has_window_launches = setup.has_whole_graphs = true;
    setup.whole_graphs = p->settings.whole_graphs;
    setup.has_ranges = setup.has_leave_host = true;
    setup.ranges = p->settings.choice.whole_ranges;
    setup.leave_host = p->settings.leave_host;
    setup.window_launches = p->settings.window < UINT32_MAX ? (uint32_t)p->settings.window : 0;
    p->hellos++;
    if (setup.profile)
        app_replay_hello(peer, &setup);
    series_setup_fill(&setup, p->settings.series);
    message.setup = &setup;
    peer_answer(peer, &message);
    series_setup_drop(&setup);
    if (!setup.profile) {
        p->left_alone++;
        return;
    }
    if (!p->machine_read) { /* while the program starts */
        p->machine_read = true;
        p->machine = boards_read("/sys", &p->machine_error);
    }
    if (!p->session_written) {
        p->session_written = true;
        session_info_add(p->report, p->writer, p->settings.command_line, p->settings.folder, hello,
                         &peer->process);
    }
}

static void on_module(struct peer *peer, const Wire__Module *module)
{
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
        source_import_add(&p->import, source);
    source->has_binary = p->settings.import_code; /* of the file; rules look into it either way */
    if (p->writer)
        report_writer_source(p->writer, source, &peer->process);
    source->has_binary = true;
    report_add_source(p->report, peer->process.processid, source);
}

static void on_notice(struct peer *peer, const Wire__Notice *notice)
{
    struct profile *p = peer->profile;
    enum message_level level = notice->fatal ? MESSAGE_ERROR : MESSAGE_WARNING;
    char *text = notices_text(&p->notices, notice);
    if (text)
        run_say(p, level, "%s", text);
    free(text);
    if (notice->fatal)
        p->failed = p->refused = true;
    p->unprofiled_graph = p->unprofiled_graph || notice->unprofiled_graph;
}

static void on_bye(struct peer *peer, const Wire__Bye *bye)
{
    peer->said_bye = true;
    peer->profile->seen.unnamed += bye->unasked;
    left_out_add(&peer->profile->left_out, bye);
    run_detail(peer->profile, "process %u is done: %llu launch%s", peer->process.processid,
               (unsigned long long)bye->launches, bye->launches == 1 ? "" : "es");
}

static void on_message(struct peer *peer, Wire__ToHost *m)
{
    if (m->hello && mps_control_hold(peer, m->hello))
        m->hello = NULL;
    else if (m->hello)
        peer_hello(peer, m->hello);
    else if (m->device) {
        Wire__Device *device = m->device;
        m->device = NULL;
        peer_device(peer, device);
    } else if (m->seen && mps_turns_hold(peer, m->seen))
        m->seen = NULL;
    else if (m->seen)
        peer_launch(peer, m->seen);
    else if (m->turn)
        mps_turns_ask(peer, m->turn);
    else if (m->pass)
        peer_pass(peer, m->pass);
    else if (m->begin)
        app_replay_begin(peer, m->begin);
    else if (m->window) {
        Wire__Window *window = m->window;
        m->window = NULL;
        peer_window(peer, window);
    } else if (m->module)
        on_module(peer, m->module);
    else if (m->notice)
        on_notice(peer, m->notice);
    else if (m->bye)
        on_bye(peer, m->bye);
    else if (m->stack)
        peer_stacks_seen(&peer->stacks, &peer->profile->symbolizer, m->stack,
                         app_replay_first(peer->profile));
}

void peer_drop(struct peer *peer)
{
    struct profile *p = peer->profile;
    struct peer **at = &p->peers;
    peer_window_finish(peer);
    while (*at != peer)
        at = &(*at)->next;
    *at = peer->next;
    mps_control_drop(peer);
    mps_turns_drop(peer);
    loop_unwatch(p->loop, peer->socket);
    close(peer->socket);
    frame_reader_free(&peer->reader);
    if (!app_replay_keep(peer))
        peer_free(peer);
}

void peer_free(struct peer *peer)
{
    struct profile *p = peer->profile;
    gpu_wait_drop(peer);
    for (size_t i = 0; i < MOST_DEVICES; i++) {
        bool kept = false;
        for (size_t j = 0; j < p->chip_count; j++)
            kept = kept || p->chips[j].device == peer->devices[i].device;
        if (peer->devices[i].device && !kept)
            wire__device__free_unpacked(peer->devices[i].device, NULL);
    }
    free(peer->process.processname);
    free(peer->kernel);
    peer_nvtx_free(&peer->nvtx);
    peer_stacks_free(&peer->stacks);
    free(peer);
}

/* The signal that ends the program itself is told in run_end.c; of others only this is known. */
static void explain_drop(const struct peer *peer)
{
    struct profile *p = peer->profile;
    bool measuring = peer->window_started > 0;
    unsigned long long open = peer->open;
    if (peer->said_bye || !peer->profiled || p->stopped || p->signalled || p->killed_at > 0)
        return;
    if (process_is_alive(peer->pid))
        run_say(p, MESSAGE_WARNING,
                "%s (process %u) closed its connection and goes on: what it launches from here on "
                "is not measured",
                peer->process.processname, peer->process.processid);
    else if (peer->pid == p->launcher.child && open) /* its end is told anyhow */
        run_say(p, MESSAGE_WARNING, "%s was gone before its last launch%s could be measured (%llu)",
                peer->process.processname, open == 1 ? "" : "es", open);
    if (!peer->kernel || peer->pid == p->launcher.child || process_is_alive(peer->pid))
        return;
    run_say(p, measuring ? MESSAGE_ERROR : MESSAGE_NOTE,
            "%s (process %u) dropped the connection%s: it crashed, was killed, or left without "
            "cleaning up (_exit)%s",
            peer->process.processname, peer->process.processid,
            measuring ? " while launches were measured" : "",
            measuring ? "; what it launched last has no results" : "");
    p->failed = p->failed || measuring;
}

static void serve_peer(void *context, int fd, short events)
{
    struct peer *peer = context;
    (void)events;
    bool open = frame_reader_fill(&peer->reader, fd);
    uint8_t *bytes;
    size_t length;
    while (frame_reader_next(&peer->reader, &bytes, &length)) {
        Wire__ToHost *message = wire__to_host__unpack(NULL, length, bytes);
        if (!message) {
            run_say(peer->profile, MESSAGE_ERROR, "a message of the program is damaged");
            open = false;
            break;
        }
        on_message(peer, message);
        wire__to_host__free_unpacked(message, NULL);
    }
    if (!open || peer->reader.broken) {
        explain_drop(peer);
        peer_drop(peer);
    }
}

void peer_accept(void *context, int fd, short events)
{
    struct profile *p = context;
    (void)events;
    struct ucred who;
    socklen_t size = sizeof who;
    /* A process that is stopped does not read: it holds up all others. */
    struct timeval patience = {PATIENCE_SECONDS, 0};
    int socket = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
    if (socket < 0)
        return;
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    struct peer *peer = mem_alloc(sizeof *peer);
    peer->profile = p;
    peer->socket = socket;
    peer->pid = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0 ? who.pid : 0;
    rep__process_info__init(&peer->process);
    peer->next = p->peers;
    p->peers = peer;
    loop_watch(p->loop, socket, POLLIN, serve_peer, peer);
}
