#include "tui/cpu/cpu_screen.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "report/base/message.h"
#include "tui/cpu/cpu_view.h"
#include "tui/term/screen.h"

struct showing {
    struct cpu_view view;
    const struct cpu_live *live;
};

static void on_keys(void *context, int fd, short events)
{
    struct showing *s = context;
    bool any = false;
    (void)fd;
    for (int key; (key = screen_key()) >= 0; any = true)
        if (key == KEY_PASTED)
            cpu_view_say(&s->view, "pasted text does nothing here");
        else
            cpu_view_key(&s->view, key, screen_columns(), screen_rows());
    if (!any && (events & (POLLHUP | POLLERR)))
        s->view.quit = true;
}

static void end_by(struct showing *s, int number)
{
    s->view.quit = true;
    signals_end_by(number);
}

static void on_signal(void *context, int fd, short events)
{
    struct showing *s = context;
    struct signalfd_siginfo info;
    (void)events;
    while (read(fd, &info, sizeof info) == sizeof info)
        if (info.ssi_signo == SIGWINCH)
            screen_resize();
        else if (info.ssi_signo == SIGTSTP)
            screen_stop();
        else if (info.ssi_signo != SIGCHLD)
            end_by(s, (int)info.ssi_signo);
}

/* The next time that keys or the count need something. */
static int wait_of(const struct showing *s)
{
    const int key = screen_key_wait(), live = s->view.live ? s->live->wait(s->live->context) : -1;
    return key < 0 ? live : live < 0 || key < live ? key : live;
}

static void work(struct showing *s)
{
    bool ended = false;
    if (!s->view.live)
        return;
    const bool changed = s->live->work(s->live->context, s->view.interval, &ended);
    s->view.live = !ended;
    if (ended)
        s->view.paused = false;
    if (changed || ended)
        cpu_view_changed(&s->view);
}

static void run_loop(struct showing *s, int signals)
{
    struct loop *loop = loop_new();
    loop_watch(loop, screen_descriptor(), POLLIN, on_keys, s);
    loop_watch(loop, signals, POLLIN, on_signal, s);
    while (!s->view.quit) {
        cpu_view_fit(&s->view, screen_columns(), screen_rows());
        cpu_view_draw(&s->view);
        loop_step(loop, wait_of(s));
        if (screen_key_wait() >= 0)
            on_keys(s, screen_descriptor(), 0);
        work(s);
    }
    loop_free(loop);
}

int cpu_screen_show(const struct cpu_run *run, const struct cpu_choice *choice,
                    const struct cpu_live *live, const char *theme, bool *again)
{
    struct showing s = {.live = live};
    struct error error;
    const int signals = live ? live->signals : signals_open(SIGNALS_OF_SCREEN);
    const bool opened = screen_open(theme, &error);
    *again = false;
    if (opened) {
        cpu_view_open(&s.view, run, choice);
        s.view.live = live != NULL;
        if (live)
            s.view.interval = live->interval;
        if (*screen_note())
            cpu_view_say(&s.view, "%s", screen_note());
        run_loop(&s, signals);
        screen_close();
        *again = s.view.again;
        cpu_view_close(&s.view);
    } else {
        message_print(stderr, error.text);
    }
    if (!live)
        close(signals);
    return opened ? 0 : 1;
}
