#include "tui/term/outside.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tui/term/screen.h"

extern char **environ;

static struct {
    struct termios lines; /* the terminal, while it hands over single keys */
} outside;

void outside_begin(void)
{
    screen_leave();
}

void outside_end(bool stay)
{
    if (!stay)
        screen_return();
}

/* Errors are the user's to see, wherever our own messages go. */
static int spawn(pid_t *child, char *const words[], const posix_spawn_file_actions_t *actions)
{
    posix_spawnattr_t attributes;
    sigset_t signals;
    int failed = posix_spawnattr_init(&attributes);
    if (failed)
        return failed;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    failed = posix_spawnp(child, words[0], actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    return failed;
}

pid_t outside_start(char *const words[], struct outside_end *end)
{
    pid_t child = 0;
    posix_spawn_file_actions_t actions;
    int failed = posix_spawn_file_actions_init(&actions);
    if (!failed) {
        failed = posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
        if (!failed)
            failed = spawn(&child, words, &actions);
        posix_spawn_file_actions_destroy(&actions);
    }
    *end = (struct outside_end){OUTSIDE_NOT_STARTED, failed};
    return failed ? 0 : child;
}

/* A program with jobs that was killed leaves the terminal to a group of its own, and to use it
 * would stop us. It stays with the shell that we were started from: then we were put into the
 * background.
 */
static void take_terminal(void)
{
    sigset_t output, before;
    const pid_t front = tcgetpgrp(STDIN_FILENO);
    if (front < 0 || front == getpgrp() || front == getpgid(getppid()) || front == getsid(0))
        return;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    sigprocmask(SIG_BLOCK, &output, &before);
    tcsetpgrp(STDIN_FILENO, getpgrp());
    sigprocmask(SIG_SETMASK, &before, NULL);
}

bool outside_has_ended(pid_t child, struct outside_end *end)
{
    int status;
    const pid_t which = waitpid(child, &status, WNOHANG | WUNTRACED);
    if (which == 0 || (which < 0 && errno == EINTR))
        return false;
    if (which > 0 && WIFSTOPPED(status)) {
        /* Without a shell that waits for us the system ignores it. */
        raise(SIGTSTP);
        kill(child, SIGCONT);
        return false;
    }
    take_terminal();
    if (which > 0 && WIFSIGNALED(status))
        *end = (struct outside_end){OUTSIDE_KILLED, WTERMSIG(status)};
    else
        *end = (struct outside_end){OUTSIDE_EXITED, which > 0 ? WEXITSTATUS(status) : -1};
    return true;
}

bool outside_is_good(const struct outside_end *end)
{
    return end->how == OUTSIDE_EXITED && end->number == 0;
}

void outside_tell(struct strbuf *out, const char *name, const struct outside_end *end)
{
    strbuf_adds(out, name);
    if (end->how == OUTSIDE_NOT_STARTED)
        strbuf_addf(out, " cannot be started: %s", strerror(end->number));
    else if (end->how == OUTSIDE_KILLED)
        strbuf_addf(out, " was ended by signal %d (%s)", end->number, strsignal(end->number));
    else if (end->how == OUTSIDE_EXITED)
        strbuf_addf(out, " ended with exit status %d", end->number);
}

void outside_write(const char *text)
{
    size_t length = strlen(text);
    while (length) {
        const ssize_t written = write(STDOUT_FILENO, text, length);
        if (written < 0 && errno != EINTR)
            return;
        text += written > 0 ? written : 0;
        length -= written > 0 ? (size_t)written : 0;
    }
}

void outside_keys(bool single)
{
    if (!single) {
        tcsetattr(STDIN_FILENO, TCSADRAIN, &outside.lines);
    } else if (tcgetattr(STDIN_FILENO, &outside.lines) == 0) {
        struct termios keys = outside.lines;
        keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        keys.c_cc[VMIN] = 1;
        keys.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
    }
}
