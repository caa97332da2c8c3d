#include "collect/os/signals.h"

#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>

static const int ours[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH};
static const int others[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGCONT, SIGURG, SIGIO};

bool signals_is_for_program(int signal_number)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i] == signal_number)
            return true;
    return signal_number >= SIGRTMIN && signal_number <= SIGRTMAX;
}

int signals_open(bool all)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        sigaddset(&set, ours[i]);
    for (int i = 1; i <= SIGRTMAX && all; i++)
        if (signals_is_for_program(i))
            sigaddset(&set, i);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}
