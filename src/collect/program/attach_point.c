/* The one that attaches sends its variables, each with its byte 0, and ends its direction of the
 * stream. The other one answers with the name of the program, and the stream ends when that is
 * executed. */
#include "collect/program/attach_point.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { TRIES = 50, BETWEEN_TRIES_MS = 100, PATIENCE_SECONDS = 10, LARGEST = 1 << 22 };

/* A name that begins with a byte 0 is in no file system. */
static socklen_t address_of(struct sockaddr_un *address, unsigned port)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    const int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1,
                                "rooftop-launch-%u-%u", (unsigned)geteuid(), port);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

static int new_socket(void)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static bool is_of_this_user(int fd, struct ucred *who)
{
    socklen_t length = sizeof *who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, who, &length) == 0 && who->uid == geteuid();
}

/* The other side may be stopped, and then nobody waits for it for ever. */
static void limit_waits(int fd)
{
    const struct timeval limit = {PATIENCE_SECONDS, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

int attach_point_open(const struct attach_ports *ports, unsigned *port, struct error *error)
{
    struct sockaddr_un address;
    int problem = EADDRINUSE;
    for (uint64_t i = 0; i < ports->count && problem == EADDRINUSE; i++) {
        *port = (unsigned)(ports->first + i);
        const socklen_t length = address_of(&address, *port);
        const int fd = new_socket();
        if (fd >= 0 && bind(fd, (struct sockaddr *)&address, length) == 0 && listen(fd, 8) == 0)
            return fd;
        problem = errno;
        if (fd >= 0)
            close(fd);
    }
    if (problem == EADDRINUSE)
        error_set(error,
                  "other programs wait at all ports from %llu to %llu: attach to them, or choose "
                  "another --port or more --max-connections",
                  (unsigned long long)ports->first,
                  (unsigned long long)(ports->first + ports->count - 1));
    else
        error_set(error, "port %u: cannot wait for a rooftop --mode attach: %s", *port,
                  strerror(problem));
    return -1;
}

/* Reads until the stream ends. false: it did not, it was too long, or it was too slow. */
static bool receive_all(int fd, struct strbuf *text)
{
    char bytes[4096];
    while (text->length < LARGEST) {
        const ssize_t got = recv(fd, bytes, sizeof bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got == 0;
        strbuf_add(text, bytes, (size_t)got);
    }
    return false;
}

static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static void set_variables(char *text, size_t length)
{
    for (size_t at = 0; at < length; at += strlen(text + at) + 1) {
        char *value = strchr(text + at, '=');
        if (!value)
            continue;
        *value = '\0';
        setenv(text + at, value + 1, 1);
        *value = '=';
    }
}

bool attach_point_wait(int listener, const char *name, struct error *error)
{
    for (;;) {
        struct ucred who;
        struct strbuf text = {0};
        const int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        if (fd < 0 && (errno == EINTR || errno == ECONNABORTED))
            continue;
        if (fd < 0)
            return error_set(error, "no rooftop --mode attach can come: %s", strerror(errno));
        limit_waits(fd);
        const bool good = is_of_this_user(fd, &who) && receive_all(fd, &text) && text.length &&
                          !text.data[text.length - 1] && send_all(fd, name, strlen(name));
        if (good)
            set_variables(text.data, text.length);
        strbuf_free(&text);
        if (good)
            return true; /* the connection ends when this process becomes the program */
        close(fd);
    }
}

/* The socket of a program that waits at the port; -1: none of this user does. */
static int knock(unsigned port, struct ucred *who)
{
    struct sockaddr_un address;
    const socklen_t length = address_of(&address, port);
    const int fd = new_socket();
    if (fd < 0)
        return -1;
    limit_waits(fd);
    if (connect(fd, (struct sockaddr *)&address, length) == 0 && is_of_this_user(fd, who))
        return fd;
    close(fd);
    return -1;
}

static bool introduce(int fd, const char *const *variables, size_t count, struct strbuf *name)
{
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = send_all(fd, variables[i], strlen(variables[i]) + 1);
    return good && shutdown(fd, SHUT_WR) == 0 && receive_all(fd, name) && name->length;
}

bool attach_point_join(const struct attach_ports *ports, const char *const *variables, size_t count,
                       struct attached *attached, struct error *error)
{
    for (int i = 0; i < TRIES; i++) {
        for (uint64_t j = 0; j < ports->count; j++) {
            struct ucred who = {0};
            struct strbuf name = {0};
            const unsigned port = (unsigned)(ports->first + j);
            const int fd = knock(port, &who);
            const bool good = fd >= 0 && introduce(fd, variables, count, &name);
            if (fd >= 0)
                close(fd);
            if (good && who.pid > 0) {
                *attached = (struct attached){who.pid, port, strbuf_detach(&name)};
                return true;
            }
            strbuf_free(&name);
        }
        usleep(BETWEEN_TRIES_MS * 1000);
    }
    return error_set(error,
                     "no program of this user waits at the ports %llu to %llu of this machine: "
                     "start it with rooftop --mode launch PROGRAM, in the same container if there "
                     "is one",
                     (unsigned long long)ports->first,
                     (unsigned long long)(ports->first + ports->count - 1));
}
