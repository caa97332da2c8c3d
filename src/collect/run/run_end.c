#include "collect/run/run_end.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cuda.h>

#include "collect/run/run_mode.h"

/* Without a program of our own there are only those of MPS clients. */
static const char *program_name(const struct profile *p)
{
    if (p->settings.attaches)
        return p->launcher.attached.name;
    return p->settings.program ? p->settings.program[0] : "the MPS clients";
}

void run_signal_all(struct profile *p, int signal_number)
{
    if (!p->program.gone)
        kill(p->launcher.child, signal_number);
    for (const struct peer *peer = p->processes.connected; peer; peer = peer->next)
        if (peer->pid > 0 && peer->pid != p->launcher.child)
            kill(peer->pid, signal_number);
}

void run_stop(struct profile *p)
{
    if (p->program.killed_at > 0)
        return;
    p->program.stopped = !p->program.gone;
    run_signal_all(p, SIGTERM);
    p->program.killed_at = run_now();
}

/* No process has connected. */
static void say_no_call(struct profile *p)
{
    int status = WIFEXITED(p->program.status) ? WEXITSTATUS(p->program.status) : 0;
    char code[64] = "";
    if (status)
        snprintf(code, sizeof code, " before it ended with status %d", status);
    run_say(p, MESSAGE_ERROR,
            "%s made no CUDA call%s: nothing was profiled (%sa script that starts the real program "
            "through sudo, env -i or a container hides it)",
            program_name(p), code,
            status ? "are its arguments and the working directory right? " : "");
}

/* Tells why there are no results. The first reason that applies is the one. */
static void explain_nothing(struct profile *p)
{
    bool crashed = WIFSIGNALED(p->program.status) && !p->program.stopped;
    if (p->results.unmeasured)
        run_say(p, MESSAGE_WARNING, "%llu of %llu %s could not be measured",
                (unsigned long long)p->results.unmeasured, (unsigned long long)p->launches.admitted,
                p->mode->things);
    if (p->results.made || p->outcome.failed || p->outcome.refused || crashed)
        return;
    if (p->launches.admitted) {
        p->outcome.failed = true;
        return;
    }
    if (p->processes.excluded.count && !p->settings.root_process_only &&
        !name_counts_any(&p->launches.names)) {
        char *list = name_counts_names(&p->processes.excluded);
        run_say(p, MESSAGE_ERROR, "%s leaves out every process that used CUDA: %s",
                p->processes.excluded_by, list);
        free(list);
        p->outcome.failed = true;
        return;
    }
    /* As in ncu, that is no error: a rank or a test may have nothing to measure. */
    const enum message_level level = p->settings.strict ? MESSAGE_ERROR : MESSAGE_WARNING;
    if (name_counts_any(&p->launches.names)) {
        char *list = name_counts_text(&p->launches.names);
        run_say(p, level, "no %s passed the filters; the program %s: %s", p->mode->thing,
                p->mode->made, list);
        free(list);
        p->outcome.failed = p->settings.strict;
        return;
    }
    char *unasked = unasked_launches_text(&p->launches.unasked);
    if (unasked) {
        run_say(p, level, "no %s passed the filters: %s", p->mode->thing, unasked);
        free(unasked);
        p->outcome.failed = p->settings.strict;
        return;
    }
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*initialize)(unsigned) = NULL;
    if (driver)
        *(void **)&initialize = dlsym(driver, "cuInit");
    unsetenv("CUDA_INJECTION64_PATH");
    int status = initialize ? initialize(0) : 0;
    if (!driver)
        run_say(p, MESSAGE_ERROR,
                "no CUDA driver on this machine: libcuda.so.1 was not found; install "
                "the NVIDIA driver or run on a machine with a GPU");
    else if (status == CUDA_ERROR_NO_DEVICE)
        run_say(p, MESSAGE_ERROR,
                "no GPU: the CUDA driver finds no device (see nvidia-smi, and "
                "CUDA_VISIBLE_DEVICES)");
    else if (status)
        run_say(p, MESSAGE_ERROR,
                "the CUDA driver does not start (error %d of cuInit); see "
                "nvidia-smi and dmesg",
                status);
    else if (p->launches.unprofiled_graph)
        run_say(p, MESSAGE_ERROR,
                "%s launched kernels only inside CUDA graphs that cannot be profiled",
                program_name(p));
    else if (p->processes.excluded_count && p->settings.root_process_only)
        run_say(p, MESSAGE_ERROR,
                "%s launched no kernel itself, %llu of its children use CUDA: profile them with "
                "--target-processes all",
                program_name(p), (unsigned long long)p->processes.excluded_count);
    else if (!p->processes.greeted)
        say_no_call(p);
    else
        run_say(p, MESSAGE_ERROR, "%s used CUDA, but launched no kernel", program_name(p));
    p->outcome.failed = true;
}

static void explain_skipped(struct profile *p)
{
    const unsigned long long watched = p->results.watched, left = p->launches.collective - watched;
    if (watched)
        run_say(
            p, MESSAGE_NOTE,
            "%llu result%s of NCCL or NVSHMEM kernels ha%s a time and no counters: they wait for "
            "other GPUs, which do not run again with them; -k counts them all the same",
            watched, watched == 1 ? "" : "s", watched == 1 ? "s" : "ve");
    if (left)
        run_say(p, MESSAGE_NOTE,
                "%llu launch%s of NCCL or NVSHMEM kernels %s not measured: they wait for other "
                "GPUs, which do not run again with them; -k measures them all the same",
                left, left == 1 ? "" : "es", left == 1 ? "was" : "were");
}

/* The launches that were not measured for a reason that was said a few times already. */
static void explain_unmeasured(struct profile *p)
{
    const struct name_counts *reasons = &p->results.reasons;
    for (size_t i = 0; i < reasons->count; i++) {
        const uint64_t times = reasons->names[i].times;
        if (times > UNMEASURED_SAID)
            run_say(p, MESSAGE_WARNING, "%llu more of %s",
                    (unsigned long long)(times - UNMEASURED_SAID), reasons->names[i].name);
    }
}

static void explain_imported(struct profile *p)
{
    char *note = p->results.made ? source_import_note(&p->output.import) : NULL;
    if (note)
        run_say(p, MESSAGE_WARNING, "%s", note);
    free(note);
}

/* Tells the last lines that a run whose output nobody saw has printed. */
static void explain_output(struct profile *p)
{
    enum { LINES = 4 };
    struct run_program *program = &p->program;
    char text[OUTPUT_TAIL + 1];
    size_t lines = 0, begin = program->tail_length;
    while (begin && program->tail[begin - 1] == '\n')
        begin--;
    const size_t end = begin;
    while (begin && (lines += program->tail[begin - 1] == '\n') < LINES)
        begin--;
    for (size_t i = begin; i < end; i++) {
        const unsigned char c = (unsigned char)program->tail[i];
        text[i - begin] = (char)(c == '\n' || (c >= ' ' && c != 127) ? c : ' ');
    }
    text[end - begin] = '\0';
    if (end > begin)
        run_say(p, MESSAGE_NOTE, "the last that it printed in that run:\n%s", text);
}

static void explain_end(struct profile *p)
{
    const bool bad = !p->program.stopped && p->program.status != 0;
    if (WIFSIGNALED(p->program.status) && !p->program.stopped)
        run_say(p, MESSAGE_ERROR, "%s was ended by signal %d (%s)%s", program_name(p),
                WTERMSIG(p->program.status), strsignal(WTERMSIG(p->program.status)),
                p->results.made ? "; the results until then are kept" : "");
    else if (WIFEXITED(p->program.status) && WEXITSTATUS(p->program.status) &&
             p->settings.check_exit_code && !p->program.stopped)
        run_say(p, MESSAGE_WARNING, "%s ended with status %d", program_name(p),
                WEXITSTATUS(p->program.status));
    else if (WIFEXITED(p->program.status))
        run_detail(p, "%s ended with status %d", program_name(p), WEXITSTATUS(p->program.status));
    if (bad && !p->mode->is_first(p))
        explain_output(p);
}

void run_finish(struct profile *p)
{
    if (p->outcome.finished)
        return;
    p->outcome.finished = true;
    p->outcome.ended = run_now();
    clock_guard_stop(p->machine.guard);
    p->machine.guard = NULL;
    explain_end(p);
    explain_skipped(p);
    explain_unmeasured(p);
    explain_nothing(p);
    explain_imported(p);
    p->events.finished(p->events.context);
}
