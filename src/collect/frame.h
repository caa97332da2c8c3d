/* frame: the host's side of the framing of wire.proto: u32 little-endian length, then the message.
 */
#ifndef ROOFTOP_FRAME_H
#define ROOFTOP_FRAME_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame_reader {
    uint8_t *bytes;
    size_t length, capacity, taken; /* taken: bytes of the frame handed out last */
    bool broken;                    /* a frame is longer than any message can be */
    int *files;                     /* that came and nobody has taken yet */
    size_t file_count, file_capacity;
};

/* Files that may come with one message. */
enum { FRAME_MOST_FILES = 16 };

/* Reads what is there. false: the other side has closed; frames read before are still handed out.
 */
bool frame_reader_fill(struct frame_reader *reader, int fd);

/* The next whole frame; it is valid until the next call. */
bool frame_reader_next(struct frame_reader *reader, uint8_t **bytes, size_t *length);

/* The next of the open files that came with the frames, in their order; the caller closes it. -1:
 * there is none. */
int frame_reader_file(struct frame_reader *reader);
void frame_reader_free(struct frame_reader *reader);

bool frame_send(int fd, const ProtobufCMessage *message);

#endif
