#include "terminal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_READ = 65536, STEP_MS = 20 };

int64_t terminal_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

void terminal_start(struct terminal *terminal, int rows, int columns, char *const *argv,
                    char *const *variables)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    terminal->bytes = 0;
    terminal->over = false;
    terminal->pid = forkpty(&terminal->fd, NULL, NULL, &size);
    if (terminal->pid < 0) {
        perror("forkpty");
        exit(2);
    }
    if (terminal->pid == 0) {
        execve(argv[0], argv, variables);
        perror(argv[0]);
        _exit(127);
    }
    fcntl(terminal->fd, F_SETFL, O_NONBLOCK);
    fcntl(terminal->fd, F_SETFD, FD_CLOEXEC);
}

/* Whether something came. */
static bool take(struct terminal *terminal)
{
    static char bytes[LONGEST_READ];
    ssize_t count = read(terminal->fd, bytes, sizeof bytes);
    if (count <= 0) {
        if (count == 0 || (errno != EAGAIN && errno != EINTR))
            terminal->over = true;
        return false;
    }
    terminal->bytes += (size_t)count;
    if (terminal->saw)
        terminal->saw(terminal->context, bytes, (size_t)count);
    return true;
}

bool terminal_type(struct terminal *terminal, const char *bytes, size_t count)
{
    while (count && !terminal->over) {
        ssize_t written = write(terminal->fd, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (!take(terminal)) {
            struct pollfd poll_fd = {terminal->fd, POLLIN | POLLOUT, 0};
            poll(&poll_fd, 1, STEP_MS);
        }
    }
    return !terminal->over;
}

void terminal_size(struct terminal *terminal, int rows, int columns)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    ioctl(terminal->fd, TIOCSWINSZ, &size);
}

void terminal_drain(struct terminal *terminal, int silence_ms, int longest_ms)
{
    int64_t end = terminal_now() + longest_ms, quiet = terminal_now() + silence_ms;
    struct pollfd poll_fd = {terminal->fd, POLLIN, 0};
    while (!terminal->over && terminal_now() < end && terminal_now() < quiet) {
        int64_t left = quiet - terminal_now();
        if (poll(&poll_fd, 1, left > 0 ? (int)left : 0) > 0 && take(terminal))
            quiet = terminal_now() + silence_ms;
    }
}

bool terminal_works(const struct terminal *terminal)
{
    char path[64], text[512];
    bool works = false;
    snprintf(path, sizeof path, "/proc/%d/task", (int)terminal->pid);
    DIR *threads = opendir(path);
    for (struct dirent *thread; threads && !works && (thread = readdir(threads));) {
        if (thread->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "/proc/%d/task/%.16s/stat", (int)terminal->pid, thread->d_name);
        FILE *file = fopen(path, "r");
        const char *name_end = file && fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL;
        /* Its state follows a blank. */
        works = name_end && (name_end[2] == 'R' || name_end[2] == 'D');
        if (file)
            fclose(file);
    }
    if (threads)
        closedir(threads);
    return works;
}

int64_t terminal_worked_ms(const struct terminal *terminal)
{
    char path[64], text[1024];
    unsigned long long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)terminal->pid);
    FILE *file = fopen(path, "r");
    const char *name_end = file && fgets(text, sizeof text, file) ? strrchr(text, ')') : NULL;
    if (file)
        fclose(file);
    /* Its fields 14 and 15. */
    if (!name_end || sscanf(name_end + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu",
                            &user, &system) != 2)
        return 0;
    return (int64_t)((user + system) * 1000 / (unsigned long long)sysconf(_SC_CLK_TCK));
}

/* Looks for the home position and the clearing behind it, which may come in two reads. */
struct clearing {
    char last[8];
    size_t length;
    bool seen;
    void (*saw)(void *context, const char *bytes, size_t count);
    void *context;
};

static void look(void *context, const char *bytes, size_t count)
{
    struct clearing *clearing = context;
    if (clearing->saw)
        clearing->saw(clearing->context, bytes, count);
    for (size_t i = 0; i < count; i++) {
        memmove(clearing->last, clearing->last + 1, sizeof clearing->last - 1);
        clearing->last[sizeof clearing->last - 1] = bytes[i];
        if (memcmp(clearing->last + 2, "\033[H\033[J", 6) == 0 ||
            memcmp(clearing->last + 1, "\033[H\033[2J", 7) == 0)
            clearing->seen = true;
    }
}

int terminal_answer(struct terminal *terminal, int rows, int columns, int longest_ms)
{
    struct clearing clearing = {.saw = terminal->saw, .context = terminal->context};
    int64_t start = terminal_now();
    struct pollfd poll_fd = {terminal->fd, POLLIN, 0};
    terminal_size(terminal, rows, columns);
    kill(terminal->pid, SIGWINCH); /* the size may be the same */
    terminal->saw = look;
    terminal->context = &clearing;
    while (!terminal->over && !clearing.seen && terminal_now() - start < longest_ms)
        if (poll(&poll_fd, 1, STEP_MS) > 0)
            take(terminal);
    terminal->saw = clearing.saw;
    terminal->context = clearing.context;
    return clearing.seen ? (int)(terminal_now() - start) : -1;
}

bool terminal_end(struct terminal *terminal, int signal, int longest_ms)
{
    int64_t end = terminal_now() + longest_ms;
    bool in_time = true;
    if (signal)
        kill(terminal->pid, signal);
    while (waitpid(terminal->pid, &terminal->status, WNOHANG) == 0) {
        struct pollfd poll_fd = {terminal->fd, POLLIN, 0};
        if (in_time && terminal_now() > end) {
            in_time = false;
            kill(terminal->pid, SIGKILL);
        }
        if (terminal->over)
            usleep(STEP_MS * 100);
        else if (poll(&poll_fd, 1, STEP_MS) > 0)
            take(terminal);
    }
    close(terminal->fd);
    return in_time;
}
