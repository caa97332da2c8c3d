#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "descriptor.h"

/* The host schedules metrics on its first answer, which takes up to seconds on a loaded machine. */
enum { CHANNEL_PATIENCE_MS = 120000, LARGEST_ANSWER = 1 << 28 };

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
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        close(fd);
        return false;
    }
    channel->socket = fd;
    return true;
}

void channel_close(struct channel *channel)
{
    if (channel->socket >= 0)
        close(channel->socket);
    channel->socket = -1;
}

static bool fail(struct channel *channel)
{
    channel_close(channel);
    return false;
}

static bool send_all(struct channel *channel, const uint8_t *bytes, size_t length)
{
    while (length) {
        ssize_t sent = send(channel->socket, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return fail(channel);
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static bool receive_all(struct channel *channel, uint8_t *bytes, size_t length)
{
    while (length) {
        struct pollfd ready = {channel->socket, POLLIN, 0};
        int events = poll(&ready, 1, CHANNEL_PATIENCE_MS);
        if (events < 0 && errno == EINTR)
            continue;
        ssize_t got = events > 0 ? recv(channel->socket, bytes, length, 0) : 0;
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return fail(channel);
        bytes += got;
        length -= (size_t)got;
    }
    return true;
}

bool channel_send(struct channel *channel, const Wire__ToHost *message)
{
    if (channel->socket < 0)
        return false;
    size_t length = wire__to_host__get_packed_size(message);
    uint8_t *bytes = length < UINT32_MAX ? malloc(4 + length) : NULL;
    if (!bytes)
        return fail(channel);
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(length >> (8 * i));
    wire__to_host__pack(message, bytes + 4);
    bool good = send_all(channel, bytes, 4 + length);
    free(bytes);
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
    Wire__ToTarget *answer = channel_send(channel, message) ? receive(channel) : NULL;
    while (answer && answer->waiting) {
        wire__to_target__free_unpacked(answer, NULL);
        answer = receive(channel);
    }
    return answer;
}
