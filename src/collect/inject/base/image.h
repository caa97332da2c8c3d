/* image: memory for the counter data of a window. A large image is a file in memory, which the
 * host gets in place of a copy. Where there are no such files it is plain memory, and its bytes
 * are sent. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_IMAGE_H
#define ROOFTOP_COLLECT_INJECT_BASE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image {
    uint8_t *bytes; /* NULL: none */
    size_t size;
    int file;    /* -1: plain memory */
    bool mapped; /* plain memory of mmap() */
};

/* The content is undefined. false: no memory. */
bool image_open(struct image *image, size_t size);

/* Plain memory, all zero. */
bool image_open_plain(struct image *image, size_t size);

void image_close(struct image *image);

#endif
