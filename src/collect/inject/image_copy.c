#include "image_copy.h"

#include <signal.h>
#include <string.h>

/* Below that it is quicker made than begun. */
enum { LEAST_BYTES = 8 << 20 };

static bool copy_image(struct image *image, const struct image *original)
{
    if (!image_open(image, original->size))
        return false;
    memcpy(image->bytes, original->bytes, original->size);
    return true;
}

static void *run(void *context)
{
    struct image_copy *copy = context;
    copy_image(&copy->image, copy->original);
    return NULL;
}

void image_copy_start(struct image_copy *copy, const struct image *original)
{
    sigset_t all, before;
    if (copy->started || original->size < LEAST_BYTES)
        return;
    copy->original = original;
    copy->image = (struct image){.file = -1};
    /* The program's signals are not for this thread. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    copy->started = pthread_create(&copy->thread, NULL, run, copy) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool image_copy_take(struct image_copy *copy, const struct image *original, struct image *image)
{
    if (!copy->started)
        return copy_image(image, original);
    pthread_join(copy->thread, NULL);
    copy->started = false;
    *image = copy->image;
    return image->bytes || copy_image(image, original);
}

void image_copy_drop(struct image_copy *copy)
{
    if (!copy->started)
        return;
    pthread_join(copy->thread, NULL);
    copy->started = false;
    image_close(&copy->image);
}
