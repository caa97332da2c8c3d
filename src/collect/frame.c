#include "frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "mem.h"

enum { CHUNK = 1 << 20, LARGEST = 1 << 30 };

static size_t next_length(const struct frame_reader *r)
{
    size_t length = 0;
    for (int i = 0; i < 4; i++)
        length |= (size_t)r->bytes[i] << (8 * i);
    return length;
}

bool frame_reader_fill(struct frame_reader *r, int fd)
{
    if (r->capacity - r->length < CHUNK) {
        r->capacity = r->length + 2 * CHUNK;
        r->bytes = mem_realloc(r->bytes, r->capacity);
    }
    ssize_t got = recv(fd, r->bytes + r->length, r->capacity - r->length, 0);
    if (got > 0)
        r->length += (size_t)got;
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

bool frame_reader_next(struct frame_reader *r, uint8_t **bytes, size_t *length)
{
    if (r->taken) {
        r->length -= r->taken;
        memmove(r->bytes, r->bytes + r->taken, r->length);
        r->taken = 0;
    }
    if (r->length < 4)
        return false;
    *length = next_length(r);
    if (*length > LARGEST) {
        r->broken = true;
        return false;
    }
    if (r->length - 4 < *length)
        return false;
    *bytes = r->bytes + 4;
    r->taken = *length + 4;
    return true;
}

void frame_reader_free(struct frame_reader *r)
{
    free(r->bytes);
    *r = (struct frame_reader){0};
}

bool frame_send(int fd, const ProtobufCMessage *message)
{
    size_t length = protobuf_c_message_get_packed_size(message), sent = 0;
    uint8_t *bytes = mem_alloc(4 + length);
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(length >> (8 * i));
    protobuf_c_message_pack(message, bytes + 4);
    while (sent < 4 + length) {
        ssize_t got = send(fd, bytes + sent, 4 + length - sent, MSG_NOSIGNAL);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        sent += (size_t)got;
    }
    free(bytes);
    return sent == 4 + length;
}
