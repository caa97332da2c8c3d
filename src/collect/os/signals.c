#include "collect/os/signals.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/signalfd.h>

enum { ALWAYS = 1 << 8, PROGRAMS = SIGNALS_OF_PROGRAMS, SCREEN = SIGNALS_OF_SCREEN };

/* When which signal is received. Whatever a screen does not receive either ends no process by
 * default, or is ignored (signals_open()), or is a fault (screen_curses.c). */
static const struct {
    int number;
    unsigned when;
} rows[] = {
    {SIGCHLD, ALWAYS},
    {SIGWINCH, ALWAYS},
    {SIGINT, ALWAYS},
    {SIGTERM, ALWAYS},
    {SIGHUP, ALWAYS},
    {SIGQUIT, ALWAYS},
    {SIGUSR1, PROGRAMS | SCREEN},
    {SIGUSR2, PROGRAMS | SCREEN},
    {SIGALRM, PROGRAMS | SCREEN},
    {SIGIO, PROGRAMS | SCREEN},
    {SIGCONT, PROGRAMS},
    {SIGURG, PROGRAMS},
    {SIGXCPU, SCREEN},
    {SIGVTALRM, SCREEN},
    {SIGPROF, SCREEN},
    {SIGPWR, SCREEN},
    {SIGSTKFLT, SCREEN},
    {SIGTSTP, SCREEN},
};

static int ended_by;

/* The real-time signals are many, and all alike. */
static unsigned when_of(int number)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].number == number)
            return rows[i].when;
    return number >= SIGRTMIN && number <= SIGRTMAX ? PROGRAMS | SCREEN : 0;
}

bool signals_is_for_program(int signal_number)
{
    return when_of(signal_number) & PROGRAMS;
}

int signals_open(unsigned also)
{
    sigset_t set, blocked;
    sigemptyset(&set);
    for (int i = 1; i <= SIGRTMAX; i++)
        if (when_of(i) & (ALWAYS | also))
            sigaddset(&set, i);
    blocked = set;
    sigdelset(&blocked, SIGTSTP);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void signals_end_by(int signal_number)
{
    if (!ended_by)
        ended_by = signal_number;
}

int signals_ended_by(void)
{
    return ended_by;
}

/* A leak sanitizer looks for leaks at a usual end only. */
void __lsan_do_leak_check(void) __attribute__((weak));

void signals_end(void)
{
    sigset_t only;
    if (!ended_by)
        return;
    fflush(NULL);
    if (__lsan_do_leak_check)
        __lsan_do_leak_check();
    sigemptyset(&only);
    sigaddset(&only, ended_by);
    signal(ended_by, SIG_DFL);
    raise(ended_by);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
}
