#include "tui/trace/trace_screen.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "collect/os/loop.h"
#include "collect/os/signals.h"
#include "report/base/message.h"
#include "tui/term/outside.h"
#include "tui/term/screen.h"
#include "tui/trace/trace_pane.h"
#include "tui/trace/trace_timeline.h"

struct shown {
    struct trace_timeline timeline;
    const struct trace_feed *feed; /* NULL: the trace is complete */
    struct loop *loop;
    bool is_out; /* another program has the terminal */
    bool asked;  /* whether to end the program */
};

static bool program_runs(const struct shown *s)
{
    return s->feed && s->feed->runs(s->feed->context);
}

static void on_keys(void *context, int fd, short events)
{
    struct trace_timeline *t = &((struct shown *)context)->timeline;
    bool any = false;
    (void)fd;
    for (int key; (key = screen_key()) >= 0; any = true)
        if (key == KEY_PASTED)
            trace_timeline_paste(t, screen_pasted());
        else
            trace_timeline_key(t, key, screen_columns(), screen_rows());
    if (!any && (events & (POLLHUP | POLLERR)))
        t->quit = true;
}

static bool is_forwarded(const struct shown *s, int number)
{
    return s->feed && s->feed->forwards && signals_is_for_program(number);
}

static bool is_for_program(const struct shown *s, int number)
{
    return program_runs(s) && (number == SIGINT || is_forwarded(s, number));
}

/* Of those the program that has the terminal gets its own. */
static bool is_for_whoever_is_there(int number)
{
    return number == SIGINT || number == SIGQUIT || number == SIGWINCH;
}

/* Nobody is asked about a program that still runs. */
static void end_by(struct shown *s, int number)
{
    s->timeline.quit = s->asked = true;
    signals_end_by(number);
}

static void on_signal(void *context, int fd, short events)
{
    struct shown *s = context;
    struct signalfd_siginfo info;
    (void)events;
    while (read(fd, &info, sizeof info) == sizeof info)
        if (s->is_out && is_for_whoever_is_there((int)info.ssi_signo))
            continue;
        else if (info.ssi_signo == SIGWINCH)
            screen_resize();
        else if (info.ssi_signo == SIGTSTP)
            screen_stop();
        else if (is_for_program(s, (int)info.ssi_signo))
            s->feed->signal(s->feed->context, (int)info.ssi_signo);
        else if (info.ssi_signo != SIGCHLD && !is_forwarded(s, (int)info.ssi_signo))
            end_by(s, (int)info.ssi_signo);
}

/* What the program has sent is shown; leaving while it runs has to be asked for twice. */
static void follow(struct shown *s)
{
    struct trace_timeline *t = &s->timeline;
    const struct trace_view *newer = s->feed->renew(s->feed->context);
    t->runs = program_runs(s);
    if (newer)
        trace_timeline_renew(t, newer);
    t->state = s->feed->state(s->feed->context);
    if (!t->quit || s->asked || !program_runs(s))
        return;
    t->quit = false;
    s->asked = true;
    trace_timeline_say(t, "the program still runs: q again ends it");
}

/* The longest ms without a look at the program. */
enum { LOOK_EACH = 100 };

static int wait_of(const struct shown *s)
{
    const int wait = screen_key_wait();
    return program_runs(s) && (wait < 0 || wait > LOOK_EACH) ? LOOK_EACH : wait;
}

static void wait_for(struct shown *s, pid_t child, struct outside_end *end)
{
    while (child && !outside_has_ended(child, end)) {
        if (s->timeline.quit && signals_ended_by() == SIGHUP) {
            kill(child, SIGHUP);
            kill(child, SIGCONT);
            return;
        }
        loop_step(s->loop, -1);
    }
}

/* Another rooftop has the terminal until it ends. */
static void go_out(struct shown *s)
{
    struct trace_timeline *t = &s->timeline;
    struct word_list words = t->errand;
    struct outside_end end = {0};
    t->errand = (struct word_list){0};
    t->marked = false; /* there may be new results */
    loop_unwatch(s->loop, screen_descriptor());
    outside_begin();
    s->is_out = true;
    wait_for(s, outside_start(words.words, &end), &end);
    s->is_out = false;
    outside_end(t->quit);
    loop_watch(s->loop, screen_descriptor(), POLLIN, on_keys, s);
    if (!outside_is_good(&end)) {
        struct strbuf text = {0};
        outside_tell(&text, "profiling", &end);
        trace_timeline_say(t, "%s", text.data);
        strbuf_free(&text);
    }
    word_list_free(&words);
}

static void run(struct shown *s, int signals)
{
    struct loop *loop = s->loop = s->feed ? s->feed->loop : loop_new();
    struct trace_timeline *t = &s->timeline;
    loop_watch(loop, screen_descriptor(), POLLIN, on_keys, s);
    loop_watch(loop, signals, POLLIN, on_signal, s);
    while (!t->quit) {
        trace_timeline_fit(t, screen_columns(), screen_rows());
        trace_timeline_draw(t);
        const bool due = trace_pane_is_due(t), marks_due = trace_timeline_marks_are_due(t);
        loop_step(loop, due || marks_due ? 0 : wait_of(s));
        if (due)
            trace_pane_make(t);
        if (marks_due)
            trace_timeline_make_marks(t);
        if (screen_key_wait() >= 0)
            on_keys(s, screen_descriptor(), 0);
        if (s->feed)
            follow(s);
        if (t->errand.count && !t->quit)
            go_out(s);
    }
    loop_unwatch(loop, screen_descriptor());
    loop_unwatch(loop, signals);
    if (!s->feed)
        loop_free(loop);
}

int trace_screen_show(const struct trace_view *view, const struct trace_shown *shown)
{
    return trace_screen_follow(NULL, view, shown);
}

int trace_screen_follow(const struct trace_feed *feed, const struct trace_view *view,
                        const struct trace_shown *what)
{
    struct shown shown = {.feed = feed};
    struct trace_timeline *t = &shown.timeline;
    struct error error;
    const int signals =
        signals_open(SIGNALS_OF_SCREEN | (feed && feed->forwards ? SIGNALS_OF_PROGRAMS : 0));
    if (!screen_open(what->theme, &error)) {
        message_print(stderr, error.text);
        close(signals);
        return 1;
    }
    trace_timeline_open(t, view, what->title);
    t->profile = what->profile;
    t->runs = program_runs(&shown);
    if (*screen_note())
        trace_timeline_say(t, "%s", screen_note());
    run(&shown, signals);
    screen_close();
    if (t->command)
        printf("%s\n", t->command);
    trace_timeline_close(t);
    close(signals);
    return 0;
}
