#include "collect/os/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "report/base/mem.h"

enum { CHUNK = 1 << 20, LARGEST = 1 << 30 };

static size_t next_length(const struct frame_reader *r)
{
    size_t length = 0;
    for (int i = 0; i < 4; i++)
        length |= (size_t)r->bytes[i] << (8 * i);
    return length;
}

static void keep_files(struct frame_reader *r, struct msghdr *message)
{
    struct cmsghdr *header = CMSG_FIRSTHDR(message);
    for (; header; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            mem_grow(&r->files, r->file_count, &r->file_capacity, sizeof *r->files);
            memcpy(&r->files[r->file_count++], CMSG_DATA(header) + i * sizeof(int), sizeof(int));
        }
    }
}

int frame_reader_file(struct frame_reader *r)
{
    if (!r->file_count)
        return -1;
    int file = r->files[0];
    memmove(r->files, r->files + 1, --r->file_count * sizeof *r->files);
    return file;
}

bool frame_reader_fill(struct frame_reader *r, int fd)
{
    if (r->capacity - r->length < CHUNK) {
        r->capacity = r->length + 2 * CHUNK;
        r->bytes = mem_realloc(r->bytes, r->capacity);
    }
    struct iovec part = {r->bytes + r->length, r->capacity - r->length};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(FRAME_MOST_FILES * sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    ssize_t got = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
    if (got > 0) {
        r->length += (size_t)got;
        keep_files(r, &message);
    }
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

bool frame_reader_next(struct frame_reader *r, uint8_t **bytes, size_t *length)
{
    if (r->handed_out) {
        r->length -= r->handed_out;
        memmove(r->bytes, r->bytes + r->handed_out, r->length);
        r->handed_out = 0;
    }
    if (r->length < 4)
        return false;
    *length = next_length(r);
    if (*length > (r->most ? r->most : LARGEST)) {
        r->broken = true;
        return false;
    }
    if (r->length - 4 < *length)
        return false;
    *bytes = r->bytes + 4;
    r->handed_out = *length + 4;
    return true;
}

void frame_reader_free(struct frame_reader *r)
{
    for (size_t i = 0; i < r->file_count; i++)
        close(r->files[i]);
    free(r->files);
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
