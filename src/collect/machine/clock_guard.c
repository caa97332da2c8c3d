/* The host sends one request for each GPU, which is the mode's number and the PCI address, and gets
 * one answer: an empty text if the clocks are locked, else the reason. The child ignores all
 * signals. When its socket closes it resets each GPU that it has locked, unless another rooftop
 * still needs the lock (clock_share.h). */
#include "collect/machine/clock_guard.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect/machine/clock_share.h"
#include "collect/machine/nvml.h"
#include "report/base/mem.h"

enum { REQUEST = 64, ANSWER = 384, MOST_DEVICES = 64, TIMEOUT_MS = 20000, STEP_MS = 2 };

struct clock_guard {
    int socket;
    pid_t child;
};

struct locked {
    char pci[REQUEST];
    nvml_device device;
    int share; /* see clock_share.h */
};

/* Reads the mode of a request and returns the address. */
static const char *read_request(const char *request, enum clock_mode *mode)
{
    *mode = request[0] == '0' + CLOCKS_BOOST ? CLOCKS_BOOST : CLOCKS_BASE;
    return request + 1;
}

static int clock_of(const struct nvml *nvml, nvml_device device, enum clock_mode mode,
                    unsigned *mhz)
{
    return mode == CLOCKS_BOOST ? NVML_ASK(nvml, max_clock, device, NVML_CLOCK_GRAPHICS, mhz)
                                : nvml->default_clock(device, NVML_CLOCK_GRAPHICS, mhz);
}

/* What to do about a failure, other than leaving the clocks alone. */
static const char *advice(const struct nvml *nvml, nvml_device device, int result)
{
    int virtual_mode = 0;
    if (result == NVML_NO_PERMISSION)
        return " (this needs root)";
    if (NVML_ASK(nvml, virtualization, device, &virtual_mode) == NVML_GOOD &&
        virtual_mode == NVML_VIRTUAL_GPU)
        return " (this virtual GPU does not let its machine set them; its host can, with "
               "nvidia-smi --lock-gpu-clocks=tdp,tdp)";
    return "";
}

static void lock_device(const struct nvml *nvml, const char *request, struct locked *locked,
                        size_t *count, char *answer)
{
    nvml_device device = NULL;
    enum clock_mode mode;
    unsigned mhz = 0, mig = 0, pending;
    const char *pci = read_request(request, &mode);
    for (size_t i = 0; i < *count; i++)
        if (strcmp(locked[i].pci, pci) == 0)
            return;
    int result = nvml->by_pci(pci, &device);
    if (!result && NVML_ASK(nvml, mig_mode, device, &mig, &pending) == NVML_GOOD && mig) {
        snprintf(answer, ANSWER,
                 "the GPU is in MIG mode and its instances share their clocks; whoever has the "
                 "whole GPU can lock them with nvidia-smi --lock-gpu-clocks=tdp,tdp and reset them "
                 "with --reset-gpu-clocks");
        return;
    }
    if (!result)
        result = clock_of(nvml, device, mode, &mhz);
    if (!result && *count < MOST_DEVICES) {
        int share = clock_share_take(pci);
        result = nvml->lock(device, mhz, mhz);
        struct locked *made = &locked[*count];
        *made = (struct locked){.device = device, .share = share};
        snprintf(made->pci, sizeof made->pci, "%s", pci);
        *count += !result;
        if (result)
            clock_share_drop(share);
    }
    snprintf(answer, ANSWER, "%s%s", result ? nvml->error_string(result) : "",
             result && device ? advice(nvml, device, result) : "");
}

/* The child: serves requests until the host is gone, then resets the clocks. */
static void guard(const struct nvml *nvml, int fd)
{
    struct locked locked[MOST_DEVICES];
    size_t count = 0;
    char request[REQUEST], answer[ANSWER];
    setsid();
    for (int signal_number = 1; signal_number < 32; signal_number++)
        signal(signal_number, SIG_IGN);
    int result = nvml->init();
    for (;;) {
        ssize_t length = recv(fd, request, sizeof request - 1, 0);
        if (length < 0 && errno == EINTR)
            continue;
        if (length <= 0)
            break;
        request[length] = '\0';
        snprintf(answer, sizeof answer, "%s", result ? nvml->error_string(result) : "");
        if (!result)
            lock_device(nvml, request, locked, &count, answer);
        if (send(fd, answer, strlen(answer) + 1, MSG_NOSIGNAL) < 0)
            break;
    }
    for (size_t i = 0; i < count; i++) {
        if (clock_share_is_last(locked[i].share))
            nvml->reset(locked[i].device);
        clock_share_drop(locked[i].share);
    }
    if (!result)
        nvml->shutdown();
    _exit(0);
}

struct clock_guard *clock_guard_start(struct error *error)
{
    struct nvml nvml;
    const char *missing;
    int pair[2];
    if (!nvml_load(&nvml, &missing)) {
        error_set(error, "clocks are not locked: NVML lacks %s", missing);
        return NULL;
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) {
        error_set(error, "clocks are not locked: %s", strerror(errno));
        return NULL;
    }
    pid_t child = fork();
    if (child == 0) {
        close(pair[0]);
        guard(&nvml, pair[1]);
    }
    close(pair[1]);
    if (child < 0) {
        close(pair[0]);
        error_set(error, "clocks are not locked: %s", strerror(errno));
        return NULL;
    }
    struct clock_guard *started = mem_alloc(sizeof *started);
    *started = (struct clock_guard){pair[0], child};
    return started;
}

bool clock_guard_lock(struct clock_guard *started, const char *pci, enum clock_mode mode,
                      struct error *error)
{
    char answer[ANSWER] = "the management library does not answer", request[REQUEST];
    struct pollfd ready = {started->socket, POLLIN, 0};
    int length = snprintf(request, sizeof request, "%d%s", (int)mode, pci);
    if (send(started->socket, request, (size_t)length, MSG_NOSIGNAL) < 0 ||
        poll(&ready, 1, TIMEOUT_MS) <= 0 ||
        recv(started->socket, answer, sizeof answer - 1, 0) < 0 || answer[0])
        return error_set(error, "the clocks of the GPU at %s are not locked: %s", pci, answer);
    return true;
}

void clock_guard_stop(struct clock_guard *started)
{
    if (!started)
        return;
    close(started->socket);
    /* The child resets the clocks even if nobody waits for it. */
    for (int waited = 0; waited < TIMEOUT_MS; waited += STEP_MS) {
        if (waitpid(started->child, NULL, WNOHANG) != 0)
            break;
        usleep(STEP_MS * 1000);
    }
    free(started);
}
