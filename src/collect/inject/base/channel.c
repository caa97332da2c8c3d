#include "collect/inject/base/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "collect/inject/base/descriptor.h"

/* The host schedules metrics on its first answer, which takes up to seconds on a loaded machine. */
enum { ANSWER_SECONDS = 120, LARGEST_ANSWER = 1 << 28 };

/* Counts only seconds in which this process ran: while the program is stopped (Ctrl-Z), the host
 * may be stopped, too. */
static bool wait_for(const struct channel *channel, short events)
{
    for (int left = ANSWER_SECONDS; left > 0;) {
        struct pollfd ready = {channel->socket, events, 0};
        int got = poll(&ready, 1, 1000);
        if (got > 0)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
        left -= got == 0;
    }
    return false;
}

bool channel_open(struct channel *channel, const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    channel->socket = -1;
    if (strlen(path) >= sizeof address.sun_path)
        return false;
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    fd = descriptor_raise(fd);
    /* Limits the wait for a host that accepts no more connections. */
    const struct timeval limit = {ANSWER_SECONDS, 0};
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        close(fd);
        return false;
    }
    struct stat made;
    if (fstat(fd, &made) < 0) {
        close(fd);
        return false;
    }
    channel->socket = fd;
    channel->device = made.st_dev;
    channel->inode = made.st_ino;
    return true;
}

/* A program may close all descriptors and open others under the same numbers. Such a descriptor is
 * not ours, so it is neither written to nor closed. */
static bool is_still_ours(struct channel *channel)
{
    struct stat now;
    if (fstat(channel->socket, &now) == 0 && now.st_dev == channel->device &&
        now.st_ino == channel->inode)
        return true;
    channel->socket = -1;
    return false;
}

void channel_close(struct channel *channel)
{
    if (channel->socket >= 0 && is_still_ours(channel))
        close(channel->socket);
    channel->socket = -1;
}

static bool fail(struct channel *channel)
{
    channel_close(channel);
    return false;
}

/* files: descriptors that go with the first byte. */
static bool send_all(struct channel *channel, const uint8_t *bytes, size_t length, const int *files,
                     size_t file_count)
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(CHANNEL_MOST_FILES * sizeof(int))];
    } control;
    while (length) {
        struct iovec part = {(void *)(uintptr_t)bytes, length};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (file_count) {
            memset(&control, 0, sizeof control);
            message.msg_control = &control;
            message.msg_controllen = CMSG_SPACE(file_count * sizeof *files);
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(file_count * sizeof *files);
            memcpy(CMSG_DATA(header), files, file_count * sizeof *files);
        }
        ssize_t sent = sendmsg(channel->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || (errno == EAGAIN && wait_for(channel, POLLOUT))))
            continue;
        if (sent <= 0)
            return fail(channel);
        bytes += sent;
        length -= (size_t)sent;
        file_count = 0;
    }
    return true;
}

static bool receive_all(struct channel *channel, uint8_t *bytes, size_t length)
{
    while (length) {
        ssize_t got = wait_for(channel, POLLIN) ? recv(channel->socket, bytes, length, 0) : 0;
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return fail(channel);
        bytes += got;
        length -= (size_t)got;
    }
    return true;
}

static bool send_locked(struct channel *channel, const Wire__ToHost *message, const int *files,
                        size_t file_count)
{
    if (channel->socket < 0 || !is_still_ours(channel))
        return false;
    size_t length = wire__to_host__get_packed_size(message);
    uint8_t *bytes = length < UINT32_MAX ? malloc(4 + length) : NULL;
    if (!bytes)
        return fail(channel);
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(length >> (8 * i));
    wire__to_host__pack(message, bytes + 4);
    bool good = send_all(channel, bytes, 4 + length, files, file_count);
    free(bytes);
    return good;
}

bool channel_send(struct channel *channel, const Wire__ToHost *message)
{
    return channel_send_files(channel, message, NULL, 0);
}

bool channel_send_files(struct channel *channel, const Wire__ToHost *message, const int *files,
                        size_t file_count)
{
    pthread_mutex_lock(&channel->lock);
    bool good = send_locked(channel, message, files, file_count);
    pthread_mutex_unlock(&channel->lock);
    return good;
}

static Wire__ToTarget *receive(struct channel *channel)
{
    uint8_t prefix[4];
    if (!receive_all(channel, prefix, 4))
        return NULL;
    size_t length = 0;
    for (int i = 0; i < 4; i++)
        length |= (size_t)prefix[i] << (8 * i);
    uint8_t *bytes = length <= LARGEST_ANSWER ? malloc(length + 1) : NULL;
    if (!bytes) {
        fail(channel);
        return NULL;
    }
    Wire__ToTarget *answer = NULL;
    if (receive_all(channel, bytes, length)) {
        answer = wire__to_target__unpack(NULL, length, bytes);
        if (!answer)
            fail(channel);
    }
    free(bytes);
    return answer;
}

Wire__ToTarget *channel_ask(struct channel *channel, const Wire__ToHost *message)
{
    return channel_ask_files(channel, message, NULL, 0);
}

Wire__ToTarget *channel_ask_files(struct channel *channel, const Wire__ToHost *message,
                                  const int *files, size_t file_count)
{
    pthread_mutex_lock(&channel->lock);
    Wire__ToTarget *answer =
        send_locked(channel, message, files, file_count) ? receive(channel) : NULL;
    while (answer && answer->waiting) {
        wire__to_target__free_unpacked(answer, NULL);
        answer = receive(channel);
    }
    pthread_mutex_unlock(&channel->lock);
    return answer;
}
