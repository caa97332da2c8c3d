#include "tui/term/crash_trace.h"

#include <execinfo.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/base/user_path.h"

enum { MOST_CALLS = 64 };

static struct {
    char *paths[2]; /* tried in this order */
} trace;

static char *temporary(const char *name)
{
    const char *folder = getenv("TMPDIR");
    return mem_printf("%s/rooftop-%s", folder && *folder == '/' ? folder : "/tmp", name);
}

void crash_trace_prepare(void)
{
    void *call;
    backtrace(&call, 1); /* the first call loads a library */
    for (size_t i = 0; i < sizeof trace.paths / sizeof *trace.paths; i++)
        free(trace.paths[i]);
    char *name = mem_printf("crash-%ld.txt", (long)getpid());
    trace.paths[0] = user_state_path(name);
    trace.paths[1] = temporary(name);
    free(name);
}

/* ---- all that follows runs in the handler and calls only what is safe there ---- */

static void say(int file, const char *text)
{
    size_t length = strlen(text);
    while (length) {
        const ssize_t written = write(file, text, length);
        if (written <= 0)
            return;
        text += written;
        length -= (size_t)written;
    }
}

static void say_number(int file, uintmax_t number, unsigned base)
{
    char digits[2 * sizeof number * 4 + 1];
    char *at = digits + sizeof digits - 1;
    *at = '\0';
    do
        *--at = "0123456789abcdef"[number % base];
    while (number /= base);
    say(file, at);
}

static const char *signal_name(int number)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},  {SIGILL, "SIGILL"},
                 {SIGABRT, "SIGABRT"}, {SIGSYS, "SIGSYS"}, {SIGTRAP, "SIGTRAP"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].number == number)
            return names[i].name;
    return "a signal";
}

/* Makes the file, and its folders, which only the user may enter. */
static int make_file(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

static void say_head(int file, int signal_number, const siginfo_t *info)
{
    say(file, "rooftop " ROOFTOP_VERSION " was ended by ");
    say(file, signal_name(signal_number));
    if (info && info->si_code > 0) {
        say(file, " at the address 0x");
        say_number(file, (uintptr_t)info->si_addr, 16);
    } else if (info && info->si_code == SI_USER) {
        say(file, " from process ");
        say_number(file, (uintmax_t)info->si_pid, 10);
    }
    say(file, "\n");
}

void crash_trace_write(int signal_number, const siginfo_t *info)
{
    void *calls[MOST_CALLS];
    const int count = backtrace(calls, MOST_CALLS);
    int file = -1;
    size_t i = 0;
    for (; i < sizeof trace.paths / sizeof *trace.paths && file < 0; i++)
        file = trace.paths[i] ? make_file(trace.paths[i]) : -1;
    say_head(STDERR_FILENO, signal_number, info);
    if (file < 0) {
        backtrace_symbols_fd(calls, count, STDERR_FILENO);
        return;
    }
    say_head(file, signal_number, info);
    backtrace_symbols_fd(calls, count, file);
    close(file);
    say(STDERR_FILENO, "The trace is in ");
    say(STDERR_FILENO, trace.paths[i - 1]);
    say(STDERR_FILENO, ": please send it and say what you did.\n");
}
