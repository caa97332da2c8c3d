/* frame: the host's side of the framing of wire.proto: a little-endian u32 length, then the
 * message. Files that come with a message (SCM_RIGHTS) are kept until they are asked for.
 *
 * A reader grows as needed, up to the longest frame that it may read, and is freed by
 * frame_reader_free(). */
#ifndef ROOFTOP_COLLECT_OS_FRAME_H
#define ROOFTOP_COLLECT_OS_FRAME_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame_reader {
    uint8_t *bytes;
    size_t length, capacity;
    size_t handed_out; /* bytes of the frame that was handed out last */
    size_t most;       /* bytes of a frame; 0: 1 GiB */
    bool broken;       /* a frame is longer than that */
    int *files;        /* that have come and that nobody has asked for yet */
    size_t file_count, file_capacity;
};

/* How many files may come with one message. */
enum { FRAME_MOST_FILES = 16 };

/* Reads what is there, without waiting. false: the other side has closed; frames that were read
 * before are still handed out. */
bool frame_reader_fill(struct frame_reader *reader, int fd);

/* Gives the next whole frame, whose bytes stay valid until the next call. false: there is none yet.
 */
bool frame_reader_next(struct frame_reader *reader, uint8_t **bytes, size_t *length);

/* Gives the next of the open files that came with the frames, in their order; the caller closes it.
 * -1: there is none. */
int frame_reader_file(struct frame_reader *reader);
void frame_reader_free(struct frame_reader *reader);

/* Sends one message, and blocks until it is sent or the socket's timeout is over. false: it could
 * not be sent as a whole. */
bool frame_send(int fd, const ProtobufCMessage *message);

#endif
