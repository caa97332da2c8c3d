#include "cpu/measure/cpu_child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_EXECUTED = 127, BY_SIGNAL = 128 };

static void redirect(int output)
{
    const int nothing = open("/dev/null", O_RDONLY);
    if (output < 0)
        return;
    dup2(output, 1);
    dup2(output, 2);
    if (nothing >= 0)
        dup2(nothing, 0);
}

static void become(char *const *program, int hold, int fault, int output)
{
    sigset_t none;
    char byte;
    sigemptyset(&none);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    redirect(output);
    if (read(hold, &byte, 1) != 1)
        _exit(NOT_EXECUTED); /* dropped */
    execvp(program[0], program);
    const int number = errno;
    if (write(fault, &number, sizeof number) != (ssize_t)sizeof number)
        _exit(NOT_EXECUTED);
    _exit(NOT_EXECUTED);
}

bool cpu_child_start(struct cpu_child *child, char *const *program, int output, struct error *error)
{
    int hold[2], fault[2];
    if (pipe2(hold, O_CLOEXEC) < 0)
        return error_set(error, "cannot start %s: %s", program[0], strerror(errno));
    if (pipe2(fault, O_CLOEXEC) < 0) {
        close(hold[0]);
        close(hold[1]);
        return error_set(error, "cannot start %s: %s", program[0], strerror(errno));
    }
    child->pid = fork();
    if (child->pid == 0) {
        close(hold[1]);
        close(fault[0]);
        become(program, hold[0], fault[1], output);
    }
    close(hold[0]);
    close(fault[1]);
    child->hold = hold[1];
    child->fault = fault[0];
    if (child->pid > 0)
        return true;
    close(hold[1]);
    close(fault[0]);
    return error_set(error, "cannot start %s: %s", program[0], strerror(errno));
}

bool cpu_child_release(struct cpu_child *child, char *const *program, struct error *error)
{
    int number = 0;
    const bool told = write(child->hold, "", 1) == 1;
    close(child->hold);
    child->hold = -1;
    /* The other end closes when the program begins. */
    const ssize_t got = told ? read(child->fault, &number, sizeof number) : 0;
    close(child->fault);
    child->fault = -1;
    if (got != (ssize_t)sizeof number)
        return true;
    cpu_child_ended(child, true, &(int){0});
    return error_set(error, "cannot run %s: %s", program[0], strerror(number));
}

bool cpu_child_ended(struct cpu_child *child, bool wait, int *status)
{
    int how;
    pid_t got;
    do
        got = waitpid(child->pid, &how, wait ? 0 : WNOHANG);
    while (got < 0 && errno == EINTR);
    if (got != child->pid)
        return false;
    *status = WIFEXITED(how) ? WEXITSTATUS(how) : BY_SIGNAL + WTERMSIG(how);
    return true;
}

void cpu_child_drop(struct cpu_child *child)
{
    if (child->hold >= 0)
        close(child->hold);
    if (child->fault >= 0)
        close(child->fault);
    child->hold = child->fault = -1;
    cpu_child_ended(child, true, &(int){0});
}
