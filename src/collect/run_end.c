#include "run_end.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cuda.h>

/* Without one there are only those of MPS clients. */
static const char *program_name(const struct profile *p)
{
    return p->settings.program ? p->settings.program[0] : "the MPS clients";
}

void run_signal_all(struct profile *p, int signal_number)
{
    if (!p->child_gone)
        kill(p->launcher.child, signal_number);
    for (const struct peer *peer = p->peers; peer; peer = peer->next)
        if (peer->pid > 0 && peer->pid != p->launcher.child)
            kill(peer->pid, signal_number);
}

void run_stop(struct profile *p)
{
    if (p->killed_at > 0)
        return;
    p->stopped = !p->child_gone;
    run_signal_all(p, SIGTERM);
    p->killed_at = run_now();
}

/* Nobody connected. */
static void say_no_call(struct profile *p)
{
    int status = WIFEXITED(p->child_status) ? WEXITSTATUS(p->child_status) : 0;
    char code[64] = "";
    if (status)
        snprintf(code, sizeof code, " before it ended with status %d", status);
    run_say(p, MESSAGE_ERROR,
            "%s made no CUDA call%s: nothing was profiled (%sa script that starts the real program "
            "through sudo, env -i or a container hides it)",
            program_name(p), code,
            status ? "are its arguments and the working directory right? " : "");
}

/* Why there is nothing, in the order in which it can be told. */
static void explain_nothing(struct profile *p)
{
    bool crashed = WIFSIGNALED(p->child_status) && !p->stopped;
    const bool ranges = p->settings.choice.whole_ranges;
    if (p->unmeasured)
        run_say(p, MESSAGE_WARNING, "%llu of %llu %s could not be measured",
                (unsigned long long)p->unmeasured, (unsigned long long)p->taken,
                ranges ? "ranges" : "launches");
    if (p->results || p->failed || p->refused || crashed)
        return;
    if (p->taken) {
        p->failed = true;
        return;
    }
    if (p->unprofiled.count && !p->settings.root_process_only && !seen_kernels_any(&p->seen)) {
        char *list = seen_kernels_names(&p->unprofiled);
        run_say(p, MESSAGE_ERROR, "%s leaves out every process that used CUDA: %s",
                p->unprofiled_by, list);
        free(list);
        p->failed = true;
        return;
    }
    if (seen_kernels_any(&p->seen)) {
        char *list = seen_kernels_text(&p->seen);
        run_say(p, MESSAGE_ERROR, "no %s passed the filters; the program %s: %s",
                ranges ? "range" : "kernel", ranges ? "had" : "launched", list);
        free(list);
        p->failed = true;
        return;
    }
    char *left_out = left_out_text(&p->left_out);
    if (left_out) {
        run_say(p, MESSAGE_ERROR, "no %s passed the filters: %s", ranges ? "range" : "kernel",
                left_out);
        free(left_out);
        p->failed = true;
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
    else if (p->unprofiled_graph)
        run_say(p, MESSAGE_ERROR,
                "%s launched kernels only inside CUDA graphs that cannot be profiled",
                program_name(p));
    else if (p->left_alone && p->settings.root_process_only)
        run_say(p, MESSAGE_ERROR,
                "%s launched no kernel itself, %llu of its children use CUDA: profile them with "
                "--target-processes all",
                program_name(p), (unsigned long long)p->left_alone);
    else if (!p->hellos)
        say_no_call(p);
    else
        run_say(p, MESSAGE_ERROR, "%s used CUDA, but launched no kernel", program_name(p));
    p->failed = true;
}

static void explain_skipped(struct profile *p)
{
    if (p->communicating)
        run_say(p, MESSAGE_NOTE,
                "%llu launch%s of NCCL or NVSHMEM kernels %s not measured: they wait for other "
                "GPUs, which do not run again with them; -k takes them all the same",
                (unsigned long long)p->communicating, p->communicating == 1 ? "" : "es",
                p->communicating == 1 ? "was" : "were");
}

static void explain_imported(struct profile *p)
{
    char *note = p->results ? source_import_note(&p->import) : NULL;
    if (note)
        run_say(p, MESSAGE_WARNING, "%s", note);
    free(note);
}

static void explain_end(struct profile *p)
{
    if (WIFSIGNALED(p->child_status) && !p->stopped)
        run_say(p, MESSAGE_ERROR, "%s was ended by signal %d (%s)%s", program_name(p),
                WTERMSIG(p->child_status), strsignal(WTERMSIG(p->child_status)),
                p->results ? "; the results until then are kept" : "");
    else if (WIFEXITED(p->child_status) && WEXITSTATUS(p->child_status) &&
             p->settings.check_exit_code && !p->stopped)
        run_say(p, MESSAGE_WARNING, "%s ended with status %d", program_name(p),
                WEXITSTATUS(p->child_status));
    else if (WIFEXITED(p->child_status))
        run_detail(p, "%s ended with status %d", program_name(p), WEXITSTATUS(p->child_status));
}

void run_finish(struct profile *p)
{
    if (p->finished)
        return;
    p->finished = true;
    p->ended = run_now();
    clock_guard_stop(p->guard);
    p->guard = NULL;
    explain_end(p);
    explain_skipped(p);
    explain_nothing(p);
    explain_imported(p);
    p->events.finished(p->events.context);
}
