#include "tui/trace/trace_screen.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "report/base/message.h"
#include "tui/term/screen.h"
#include "tui/trace/trace_timeline.h"

static void on_keys(void *context, int fd, short events)
{
    struct trace_timeline *t = context;
    bool any = false;
    (void)fd;
    for (int key; (key = screen_key()) >= 0; any = true)
        trace_timeline_key(t, key, screen_columns(), screen_rows());
    if (!any && (events & (POLLHUP | POLLERR)))
        t->quit = true;
}

static void on_signal(void *context, int fd, short events)
{
    struct trace_timeline *t = context;
    struct signalfd_siginfo info;
    (void)events;
    while (read(fd, &info, sizeof info) == sizeof info)
        if (info.ssi_signo == SIGWINCH)
            screen_resize();
        else if (info.ssi_signo != SIGCHLD)
            t->quit = true;
}

static void run(struct trace_timeline *t, int signals)
{
    struct loop *loop = loop_new();
    loop_watch(loop, screen_descriptor(), POLLIN, on_keys, t);
    loop_watch(loop, signals, POLLIN, on_signal, t);
    while (!t->quit) {
        trace_timeline_fit(t, screen_columns(), screen_rows());
        trace_timeline_draw(t);
        loop_step(loop, screen_key_wait());
        if (screen_key_wait() >= 0)
            on_keys(t, screen_descriptor(), 0);
    }
    loop_free(loop);
}

int trace_screen_show(const struct trace_view *view, const char *title, const char *theme)
{
    struct trace_timeline timeline;
    struct error error;
    const int signals = signals_open(false);
    if (!screen_open(theme, &error)) {
        message_print(stderr, error.text);
        close(signals);
        return 1;
    }
    trace_timeline_open(&timeline, view, title);
    run(&timeline, signals);
    screen_close();
    if (timeline.command)
        printf("%s\n", timeline.command);
    trace_timeline_close(&timeline);
    close(signals);
    return 0;
}
