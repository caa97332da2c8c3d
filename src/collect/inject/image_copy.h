/* image_copy: a copy of initialised counter data, made on a thread of its own while the window
 * before is measured: writing to memory that is new takes as long as counting a launch in a pass.
 */
#ifndef ROOFTOP_INJECT_IMAGE_COPY_H
#define ROOFTOP_INJECT_IMAGE_COPY_H

#include <pthread.h>
#include <stdbool.h>

#include "image.h"

struct image_copy {
    struct image image;
    const struct image *original;
    pthread_t thread;
    bool started;
};

/* Begins a copy, unless there is one. The original must stay until the copy is taken or dropped. If
 * it cannot be made now, image_copy_take() makes it. */
void image_copy_start(struct image_copy *copy, const struct image *original);

/* The copy that was begun, or a new one. false: no memory. */
bool image_copy_take(struct image_copy *copy, const struct image *original, struct image *image);

void image_copy_drop(struct image_copy *copy);

#endif
