/* The first message of a process decides whether it is profiled: the options are compared with its
 * executable, its rank and its place in the program's tree of processes. The answer carries the
 * settings that the injection library needs. Only after the answer does the host read the machine's
 * facts, because the program goes on starting in the meantime. */
#include "collect/run/peer_hello.h"

#include <stdio.h>
#include <string.h>

#include "collect/machine/boards.h"
#include "collect/plan/plan_wants.h"
#include "collect/program/process_choice.h"
#include "collect/program/series_setup.h"
#include "collect/result/session_info.h"
#include "collect/run/peer_answer.h"
#include "collect/run/run_mode.h"
#include "report/base/mem.h"

static bool is_chosen(struct peer *peer)
{
    struct profile *p = peer->profile;
    const struct process_choice choice = {&p->settings.filter->processes, p->settings.ranks,
                                          p->launcher.child, p->settings.root_process_only};
    const char *name = peer->process.processname, *slash = strrchr(name, '/');
    struct process_facts who = {peer->pid, name, process_rank(peer->pid)};
    const char *option = process_excluded_by(&choice, &who);
    char rank[32] = "";
    if (who.rank >= 0)
        snprintf(rank, sizeof rank, ", rank %d", who.rank);
    run_detail(p, "process %u (%s%s) %s%s", peer->process.processid, name, rank,
               option ? "is left out by " : "is profiled", option ? option : "");
    if (option) {
        p->processes.excluded_by = option;
        name_counts_add(&p->processes.excluded, slash ? slash + 1 : name);
    }
    return !option;
}

/* Launches that were chosen from a trace lie close together, and it is known how short those
 * between them are: a window costs about as much as running 25 ms of kernels again and again. */
static uint32_t most_others(const struct profile *p)
{
    enum { WORTH = 25000000, MOST = 128, LEAST = 24 };
    const struct sample_choice *choice = p->settings.choice;
    if (!choice || choice->run_time <= 0)
        return 0;
    const double launches = WORTH * choice->run_launches / choice->run_time;
    return launches > MOST ? MOST : launches < LEAST ? LEAST : (uint32_t)launches;
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
    setup.profile = peer->profiled = hello->protocol == WIRE__PROTOCOL__CURRENT && is_chosen(peer);
    if (peer->profiled && p->events.process)
        p->events.process(p->events.context, hello->pid, peer->process.processname, true);
    setup.flush_caches = p->settings.flush_caches;
    setup.replay_timeout = p->settings.replay_timeout;
    setup.has_most_others = true;
    setup.most_others = most_others(p);
    setup.has_window_launches = setup.has_whole_graphs = true;
    setup.whole_graphs = p->settings.whole_graphs;
    setup.window_launches = p->settings.window < UINT32_MAX ? (uint32_t)p->settings.window : 0;
    setup.has_samples_warps = setup.has_patient = true;
    /* What is killed when all is measured should be killed soon. */
    setup.patient = !p->settings.own_output && !p->settings.kill_when_done;
    setup.samples_warps = plan_wants_warps(&p->metrics.plan);
    p->processes.greeted++;
    if (setup.profile)
        p->mode->hello(peer, &setup);
    series_setup_fill(&setup, p->settings.series);
    message.setup = &setup;
    peer_answer(peer, &message);
    series_setup_drop(&setup);
    peer->phase = setup.profile ? PEER_GREETED : PEER_LEFT_OUT;
    if (!setup.profile) {
        p->processes.excluded_count++;
        return;
    }
    if (!p->machine.is_read) { /* the program starts up meanwhile */
        p->machine.is_read = true;
        p->machine.facts = boards_read("/sys", &p->machine.error);
    }
    if (!p->output.session_written) {
        p->output.session_written = true;
        session_info_add(p->output.report, p->output.writer, p->settings.command_line,
                         p->settings.folder, hello, &peer->process);
    }
}
