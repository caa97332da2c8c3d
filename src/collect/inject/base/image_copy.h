/* image_copy: copies initialised counter data for the next window, on a thread of its own while
 * the current window is measured. Writing to new memory takes as long as counting a launch in a
 * pass, so the copy should be ready when it is needed. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_IMAGE_COPY_H
#define ROOFTOP_COLLECT_INJECT_BASE_IMAGE_COPY_H

#include <pthread.h>
#include <stdbool.h>

#include "collect/inject/base/image.h"

struct image_copy {
    struct image image;
    const struct image *original;
    pthread_t thread;
    bool started;
};

/* Begins a copy, unless one has begun. The original must stay until the copy is handed over or
 * dropped.
 * If no thread can be started, image_copy_take() makes the copy. */
void image_copy_start(struct image_copy *copy, const struct image *original);

/* Hands over the copy that was begun, or a new one; waits for the thread. false: no memory. */
bool image_copy_take(struct image_copy *copy, const struct image *original, struct image *image);

void image_copy_drop(struct image_copy *copy);

#endif
