/* wire_proxy SEED PROGRAM ARGUMENT...: runs a program between which and the host of rooftop it
 * stands. What the host says goes to the program as it is. Frames of the program are changed on
 * their way, some of them: fields of the message (mutate.h), bytes, the length before it; or they
 * are left out, doubled, held back, said again later, made up, cut short, and connections end.
 *
 * All of it follows from the seed and the number of the run, which is counted in the file
 * WIRE_PROXY_RUNS: application replay runs the program several times. WIRE_PROXY_LOG=FILE gets a
 * line for each change. The exit status is the program's. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mutate.h"
#include "report/base/mem.h"
#include "wire.pb-c.h"

enum {
    MOST_CONNECTIONS = 32,
    MOST_FILES = 16,
    MOST_HISTORY = 64,
    STEP_MS = 50,
    /* One of both may wait for what was left out. */
    PATIENCE_MS = 1000,
    LAST_MS = 3000
};

struct connection {
    int program, host; /* -1: closed */
    struct strbuf come;
    int files[MOST_FILES];
    size_t file_count;
    struct strbuf held; /* a frame that comes later */
    bool changed;
    int64_t active; /* when something came last, ms */
};

static struct random randoms;
static struct connection connections[MOST_CONNECTIONS];
static size_t connection_count;
static struct strbuf history[MOST_HISTORY];
static size_t history_count;
static unsigned rate; /* percent of the frames that are changed */
static FILE *told;

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void tell(const char *format, ...)
{
    va_list list;
    if (!told)
        return;
    va_start(list, format);
    vfprintf(told, format, list);
    va_end(list);
    fputc('\n', told);
    fflush(told);
}

static void hang_up(struct connection *c)
{
    if (c->program >= 0)
        close(c->program);
    if (c->host >= 0)
        close(c->host);
    for (size_t i = 0; i < c->file_count; i++)
        close(c->files[i]);
    c->file_count = 0;
    c->program = c->host = -1;
}

/* Sends bytes, and the files with the first of them. */
static void send_bytes(struct connection *c, const char *bytes, size_t length)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(MOST_FILES * sizeof(int))];
    } control;
    while (length && c->host >= 0) {
        struct iovec part = {(void *)(uintptr_t)bytes, length};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (c->file_count) {
            memset(&control, 0, sizeof control);
            message.msg_control = &control;
            message.msg_controllen = CMSG_SPACE(c->file_count * sizeof(int));
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(c->file_count * sizeof(int));
            memcpy(CMSG_DATA(header), c->files, c->file_count * sizeof(int));
        }
        ssize_t sent = sendmsg(c->host, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0) {
            hang_up(c);
            return;
        }
        for (size_t i = 0; i < c->file_count; i++)
            close(c->files[i]);
        c->file_count = 0;
        bytes += sent;
        length -= (size_t)sent;
    }
}

static void send_frame(struct connection *c, const struct strbuf *frame, int64_t lie)
{
    struct strbuf whole = {0};
    const uint64_t length = frame->length + (uint64_t)lie;
    for (int i = 0; i < 4; i++)
        strbuf_addc(&whole, (char)(length >> 8 * i));
    strbuf_add(&whole, strbuf_text(frame), frame->length);
    if (random_chance(&randoms, 3)) /* in parts */
        for (size_t at = 0, step; at < whole.length; at += step) {
            step = 1 + random_below(&randoms, 200);
            step = step > whole.length - at ? whole.length - at : step;
            send_bytes(c, whole.data + at, step);
        }
    else
        send_bytes(c, whole.data, whole.length);
    strbuf_free(&whole);
}

static void remember(const struct strbuf *frame)
{
    struct strbuf *at =
        &history[history_count < MOST_HISTORY ? history_count++
                                              : random_below(&randoms, MOST_HISTORY)];
    strbuf_clear(at);
    strbuf_add(at, frame->data, frame->length);
}

static void change_fields(struct strbuf *frame)
{
    struct arena arena = {0};
    const struct strbuf *from = &history[random_below(&randoms, (unsigned)history_count)];
    struct tree *tree =
        tree_read(&arena, &wire__to_host__descriptor, (const uint8_t *)frame->data, frame->length);
    struct tree *other =
        tree_read(&arena, &wire__to_host__descriptor, (const uint8_t *)from->data, from->length);
    struct strbuf changed = {0};
    for (unsigned i = 1 + random_below(&randoms, 3); i; i--)
        mutate_tree(&randoms, tree, other);
    tree_write(tree, &changed);
    arena_free(&arena);
    strbuf_free(frame);
    *frame = changed;
}

static void make_up(struct strbuf *frame)
{
    strbuf_clear(frame);
    change_fields(frame);
}

/* Sends a frame, changed. */
static void change(struct connection *c, struct strbuf *frame)
{
    const unsigned what = random_below(&randoms, 100);
    const unsigned kind = frame->length ? (unsigned char)frame->data[0] >> 3 : 0;
    c->changed = true;
    tell("%u: frame of kind %u, %zu bytes: change %u", (unsigned)(c - connections), kind,
         frame->length, what);
    if (what < 50) {
        change_fields(frame);
        send_frame(c, frame, 0);
    } else if (what < 55) {
        mutate_bytes(&randoms, frame);
        send_frame(c, frame, 0);
    } else if (what < 61) {
        ; /* left out */
    } else if (what < 69) {
        send_frame(c, frame, 0);
        send_frame(c, frame, 0);
    } else if (what < 75 && !c->held.length) {
        strbuf_add(&c->held, frame->data, frame->length);
    } else if (what < 85) {
        const bool before = random_chance(&randoms, 50);
        const struct strbuf *old = &history[random_below(&randoms, (unsigned)history_count)];
        if (before)
            send_frame(c, old, 0);
        send_frame(c, frame, 0);
        if (!before)
            send_frame(c, old, 0);
    } else if (what < 88) {
        send_frame(c, frame, (int64_t)(int32_t)mutate_number(&randoms, 0));
    } else if (what < 90) {
        frame->length = random_below(&randoms, (unsigned)frame->length + 1);
        send_frame(c, frame, 10);
        hang_up(c);
    } else if (what < 91) {
        hang_up(c);
    } else {
        struct strbuf made = {0};
        make_up(&made);
        send_frame(c, &made, 0);
        send_frame(c, frame, 0);
        strbuf_free(&made);
    }
}

static void take_frame(struct connection *c, const char *bytes, size_t length)
{
    struct strbuf frame = {0};
    strbuf_add(&frame, bytes, length);
    remember(&frame);
    const bool held = c->held.length;
    if (random_chance(&randoms, rate))
        change(c, &frame);
    else
        send_frame(c, &frame, 0);
    if (held) {
        send_frame(c, &c->held, 0);
        strbuf_clear(&c->held);
    }
    strbuf_free(&frame);
}

static void take_frames(struct connection *c)
{
    size_t at = 0;
    while (c->come.length - at >= 4 && c->host >= 0) {
        size_t length = 0;
        for (int i = 0; i < 4; i++)
            length |= (size_t)(unsigned char)c->come.data[at + (size_t)i] << 8 * i;
        if (c->come.length - at - 4 < length)
            break;
        take_frame(c, c->come.data + at + 4, length);
        at += 4 + length;
    }
    c->come.length -= at;
    memmove(c->come.data, c->come.data + at, c->come.length);
}

static void from_program(struct connection *c)
{
    static char bytes[1 << 20];
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(MOST_FILES * sizeof(int))];
    } control;
    struct iovec part = {bytes, sizeof bytes};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t got = recvmsg(c->program, &message, MSG_CMSG_CLOEXEC);
    if (got <= 0) {
        hang_up(c);
        return;
    }
    for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); h; h = CMSG_NXTHDR(&message, h))
        for (size_t i = 0;
             h->cmsg_type == SCM_RIGHTS && i < (h->cmsg_len - CMSG_LEN(0)) / sizeof(int); i++)
            if (c->file_count < MOST_FILES)
                memcpy(&c->files[c->file_count++], CMSG_DATA(h) + i * sizeof(int), sizeof(int));
    strbuf_add(&c->come, bytes, (size_t)got);
    take_frames(c);
}

static void from_host(struct connection *c)
{
    static char bytes[1 << 20];
    ssize_t got = recv(c->host, bytes, sizeof bytes, 0);
    for (ssize_t at = 0, sent; got > 0 && at < got; at += sent) {
        sent = send(c->program, bytes + at, (size_t)(got - at), MSG_NOSIGNAL);
        if (sent <= 0)
            got = 0;
    }
    if (got <= 0)
        hang_up(c);
}

static int open_socket(struct sockaddr_un *address, const char *path)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path)
        return -1;
    strcpy(address->sun_path, path);
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static void accept_one(int listener, const char *host_path)
{
    struct sockaddr_un address;
    int program = accept4(listener, NULL, NULL, SOCK_CLOEXEC),
        host = open_socket(&address, host_path);
    if (program < 0 || connection_count == MOST_CONNECTIONS ||
        connect(host, (struct sockaddr *)&address, sizeof address) < 0) {
        close(program);
        close(host);
        return;
    }
    connections[connection_count++] =
        (struct connection){.program = program, .host = host, .active = now()};
}

static int listen_at(char *path, size_t size)
{
    struct sockaddr_un address;
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/proxy-%d", folder ? folder : "/tmp", (int)getpid());
    int listener = open_socket(&address, path);
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) < 0 ||
        listen(listener, 8) < 0) {
        perror(path);
        exit(2);
    }
    return listener;
}

static unsigned count_runs(void)
{
    const char *path = getenv("WIRE_PROXY_RUNS");
    unsigned runs = 0;
    FILE *file = path ? fopen(path, "r") : NULL;
    if (file && fscanf(file, "%u", &runs) != 1)
        runs = 0;
    if (file)
        fclose(file);
    file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%u\n", runs + 1);
        fclose(file);
    }
    return runs;
}

static pid_t start(char **argv, const char *socket_path)
{
    pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("ROOFTOP_SOCKET", socket_path, 1);
    execv(argv[0], argv);
    perror(argv[0]);
    _exit(127);
}

static void serve(int listener, const char *host_path)
{
    struct pollfd fds[1 + 2 * MOST_CONNECTIONS] = {{listener, POLLIN, 0}};
    const size_t count = connection_count;
    for (size_t i = 0; i < count; i++) {
        fds[1 + 2 * i] = (struct pollfd){connections[i].program, POLLIN, 0};
        fds[2 + 2 * i] = (struct pollfd){connections[i].host, POLLIN, 0};
    }
    poll(fds, 1 + 2 * count, STEP_MS);
    for (size_t i = 0; i < count; i++) {
        struct connection *c = &connections[i];
        if (fds[1 + 2 * i].revents || fds[2 + 2 * i].revents)
            c->active = now();
        if (fds[2 + 2 * i].revents && c->host >= 0)
            from_host(c);
        if (fds[1 + 2 * i].revents && c->program >= 0)
            from_program(c);
        if (c->program >= 0 && c->changed && now() - c->active > PATIENCE_MS)
            hang_up(c);
    }
    if (fds[0].revents)
        accept_one(listener, host_path);
}

static bool any_open(void)
{
    for (size_t i = 0; i < connection_count; i++)
        if (connections[i].program >= 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    const char *host_path = getenv("ROOFTOP_SOCKET"), *log = getenv("WIRE_PROXY_LOG");
    int status = 0;
    if (argc < 3 || !host_path) {
        fprintf(stderr, "usage: wire_proxy SEED PROGRAM ARGUMENT..., below rooftop\n");
        return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    randoms = random_from(strtoull(argv[1], NULL, 10) * 1000 + count_runs());
    /* Few changes let a run get far, many try what is rare. */
    rate = (unsigned[]){0, 1, 2, 4, 8, 15, 30, 60}[random_below(&randoms, 8)];
    told = log ? fopen(log, "a") : NULL;
    int listener = listen_at(path, sizeof path);
    pid_t child = start(argv + 2, path);
    int64_t gone = 0;
    while (!gone || (any_open() && now() - gone < LAST_MS)) {
        serve(listener, host_path);
        if (!gone && waitpid(child, &status, WNOHANG) == child)
            gone = now();
    }
    unlink(path);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
