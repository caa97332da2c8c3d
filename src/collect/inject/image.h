/* image: memory for the counter data of a window. Large ones are files in memory, which the host
 * gets instead of a copy; where that cannot be had they are plain memory and are sent. */
#ifndef ROOFTOP_INJECT_IMAGE_H
#define ROOFTOP_INJECT_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image {
    uint8_t *bytes; /* NULL: none */
    size_t size;
    int file;    /* -1: plain memory */
    bool mapped; /* plain memory of mmap() */
};

/* Content is undefined. false: no memory. */
bool image_open(struct image *image, size_t size);

/* Plain memory, all zero. */
bool image_open_plain(struct image *image, size_t size);

void image_close(struct image *image);

#endif
