/* screen [-v] PROGRAM REPORTS [KEYS]...: microseconds until the first screen of a report, or a
 * folder of them, on a terminal of 120x40, to its last row, which names the keys. Then for each
 * word of keys the longest time that one of its keys took, from being pressed to the end of the
 * frame that shows what it did, and the longest processor time of the program in between. The first
 * key is pressed 300 ms after the first screen: where much is to be looked at, opportunities are
 * still looked for. -v: on standard error, of each key how long it waited to be taken and how long
 * its frame then took, with the processor time of both.
 *
 * Output alone does not tell whose frame it is: one that shows what goes on in the background may
 * come right before the key's or after it. So the program is traced. A key's frame is what is
 * written between the read that took the key and the next time that the program looks for something
 * to serve, a poll() of several descriptors; curses itself polls only the terminal. A key that
 * changes nothing on the screen is done at that poll. What is stopped at are reads from the
 * terminal and, until a frame is done, the calls in between: some 0.1 ms a key. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_SILENCE_MS = 300, KEY_SILENCE_MS = 50, WAIT_CLOCK_MS = 10000 };

struct moment {
    int64_t time, work; /* work: processor time of the program until then */
};

struct program {
    pid_t pid;
    clockid_t clock;                   /* of its processor time */
    int terminal, stops;               /* stops: readable when the program has stopped */
    struct __ptrace_syscall_info call; /* under way */
    char key;
    enum { DONE, TO_PRESS, PRESSED, TAKEN } state; /* of the key */
    struct moment pressed, taken, written, done;   /* written: {0}: nothing */
    char output[1 << 20];                          /* until its end the first */
    size_t length;
};

static int64_t now_by(clockid_t clock)
{
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static int64_t now(void)
{
    return now_by(CLOCK_MONOTONIC);
}

/* And what the program worked. */
static struct moment moment(const struct program *p)
{
    return (struct moment){now(), now_by(p->clock)};
}

/* --- the program -------------------------------------------------------------------------------
 */

static void run_traced(const char *program, const char *reports)
{
    struct sock_filter stop_at_reads[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_read, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, STDIN_FILENO, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof stop_at_reads / sizeof *stop_at_reads, stop_at_reads};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setenv("TERM", "xterm-256color", 1);
    raise(SIGSTOP); /* until it is traced */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0)
        execl(program, program, "-i", reports, (char *)NULL);
    _exit(127);
}

static bool start(struct program *p, const char *program, const char *reports)
{
    struct winsize size = {.ws_row = 40, .ws_col = 120};
    sigset_t child;
    int status;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    p->stops = signalfd(-1, &child, SFD_NONBLOCK);
    p->pid = forkpty(&p->terminal, NULL, NULL, &size);
    if (p->pid == 0)
        run_traced(program, reports);
    if (p->pid < 0 || waitpid(p->pid, &status, WUNTRACED) < 0 || !WIFSTOPPED(status))
        return false;
    if (clock_getcpuclockid(p->pid, &p->clock) != 0)
        return false;
    long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;
    return ptrace(PTRACE_SEIZE, p->pid, NULL, options) == 0 && kill(p->pid, SIGCONT) == 0;
}

/* --- its stops ---------------------------------------------------------------------------------
 */

/* For something to serve: of several descriptors. */
static bool is_wait(const struct __ptrace_syscall_info *call)
{
#ifdef SYS_poll
    if (call->entry.nr == SYS_poll)
        return call->entry.args[1] > 1;
#endif
    return call->entry.nr == SYS_ppoll && call->entry.args[1] > 1;
}

static void on_return(struct program *p, int64_t returned)
{
    const struct __ptrace_syscall_info *call = &p->call;
    if (returned <= 0)
        return;
    if (call->entry.nr == SYS_read && call->entry.args[0] == STDIN_FILENO && p->state == PRESSED) {
        p->state = TAKEN;
        p->taken = moment(p);
        p->written = (struct moment){0};
    } else if (call->entry.nr == SYS_write && call->entry.args[0] == STDOUT_FILENO &&
               p->state == TAKEN) {
        p->written = moment(p);
    }
}

/* At a call or its return; which requests what it goes on with. */
static int on_call(struct program *p)
{
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, p->pid, sizeof info, &info) <= 0)
        return PTRACE_CONT;
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
        on_return(p, info.exit.rval);
        return p->state == TAKEN ? PTRACE_SYSCALL : PTRACE_CONT;
    }
    p->call = info; /* at a filter's stop it begins in the same way */
    if (p->state == TAKEN && is_wait(&info)) {
        p->state = DONE;
        p->done = p->written.time ? p->written : moment(p);
        return PTRACE_CONT;
    }
    return PTRACE_SYSCALL;
}

/* While it stands still: only then its clock is right. */
static bool press(struct program *p)
{
    p->pressed = moment(p);
    p->state = PRESSED;
    return write(p->terminal, &p->key, 1) == 1;
}

/* false: it has ended. */
static bool serve_stops(struct program *p)
{
    struct signalfd_siginfo infos[8];
    int status;
    while (read(p->stops, infos, sizeof infos) > 0)
        continue;
    while (waitpid(p->pid, &status, WNOHANG) > 0) {
        if (!WIFSTOPPED(status))
            return false;
        bool call = WSTOPSIG(status) == (SIGTRAP | 0x80) ||
                    status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8);
        bool event = status >> 16 || WSTOPSIG(status) == SIGTRAP;
        if (status >> 16 == PTRACE_EVENT_STOP && p->state == TO_PRESS && !press(p))
            return false;
        int go = call ? on_call(p) : p->state == TAKEN ? PTRACE_SYSCALL : PTRACE_CONT;
        ptrace(go, p->pid, NULL, (long)(call || event ? 0 : WSTOPSIG(status)));
    }
    return true;
}

/* --- what it shows -----------------------------------------------------------------------------
 */

/* Serves it until `until`, and less long if it `is_done`. false: the program is gone. */
static bool serve(struct program *p, int64_t until, bool is_done(const struct program *))
{
    static char bytes[65536];
    struct pollfd fds[] = {{p->terminal, POLLIN, 0}, {p->stops, POLLIN, 0}};
    for (int64_t left; !is_done(p) && (left = until - now()) > 0;) {
        if (poll(fds, 2, (int)(left / 1000 + 1)) < 0)
            return false;
        if (fds[1].revents && !serve_stops(p))
            return false;
        ssize_t count = fds[0].revents ? read(p->terminal, bytes, sizeof bytes) : 0;
        if (count < 0)
            return false;
        size_t room = sizeof p->output - p->length;
        size_t kept = (size_t)count < room ? (size_t)count : room;
        memcpy(p->output + p->length, bytes, kept);
        p->length += kept;
    }
    return true;
}

static bool shows_keys(const struct program *p)
{
    static const char last_row[] = "quit";
    return memmem(p->output, p->length, last_row, strlen(last_row));
}

static bool is_framed(const struct program *p)
{
    return p->state == DONE;
}

static bool is_never(const struct program *p)
{
    (void)p;
    return false;
}

/* How long the key took, and worked; false: it shows nothing. */
static bool take_time(struct program *p, char key, bool tell, struct moment *took)
{
    p->key = key;
    p->state = TO_PRESS;
    if (ptrace(PTRACE_INTERRUPT, p->pid, NULL, NULL) != 0 ||
        !serve(p, now() + WAIT_CLOCK_MS * 1000LL, is_framed) || p->state != DONE)
        return false;
    *took = (struct moment){p->done.time - p->pressed.time, p->done.work - p->pressed.work};
    if (tell)
        fprintf(stderr, "%c waited %lld (%lld), frame %lld (%lld)\n", key < ' ' ? '^' : key,
                (long long)(p->taken.time - p->pressed.time),
                (long long)(p->taken.work - p->pressed.work),
                (long long)(p->done.time - p->taken.time),
                (long long)(p->done.work - p->taken.work));
    return serve(p, now() + KEY_SILENCE_MS * 1000LL, is_never);
}

int main(int argc, char **argv)
{
    static struct program program;
    bool tell = argc > 1 && strcmp(argv[1], "-v") == 0;
    argv += tell;
    argc -= tell;
    if (argc < 3) {
        fprintf(stderr, "usage: screen [-v] PROGRAM REPORTS [KEYS]...\n");
        return 2;
    }
    int64_t started = now();
    if (!start(&program, argv[1], argv[2]) ||
        !serve(&program, started + WAIT_CLOCK_MS * 1000LL, shows_keys) || !shows_keys(&program)) {
        fprintf(stderr, "screen: %s shows nothing\n", argv[1]);
        return 1;
    }
    printf("%lld", (long long)(now() - started));
    serve(&program, now() + START_SILENCE_MS * 1000LL, is_never);
    for (int i = 3; i < argc; i++) {
        struct moment took, longest = {0};
        for (const char *key = argv[i]; *key; key++) {
            if (!take_time(&program, *key, tell, &took)) {
                fprintf(stderr, "screen: key %zu of \"%s\" shows nothing\n",
                        (size_t)(key - argv[i]), argv[i]);
                return 1;
            }
            longest.time = took.time > longest.time ? took.time : longest.time;
            longest.work = took.work > longest.work ? took.work : longest.work;
        }
        printf(" %lld %lld", (long long)longest.time, (long long)longest.work);
    }
    printf("\n");
    kill(program.pid, SIGKILL);
    waitpid(program.pid, NULL, 0);
    return 0;
}
