#include "collect/inject/base/image_copy.h"

#include <signal.h>
#include <string.h>

/* Smaller copies are made faster than a thread is started. Most of the time goes to the kernel,
 * which finds memory for several threads at a time. */
enum { LEAST_BYTES = 8 << 20, PIECE_BYTES = 16 << 20, MOST_PIECES = 8 };

struct piece {
    uint8_t *to;
    const uint8_t *from;
    size_t size;
    pthread_t thread;
    bool started;
};

static bool start_thread(pthread_t *thread, void *(*run)(void *), void *context)
{
    sigset_t all, before;
    /* The thread must not handle the program's signals. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void *copy_piece(void *context)
{
    const struct piece *piece = context;
    memcpy(piece->to, piece->from, piece->size);
    return NULL;
}

static void copy_bytes(uint8_t *to, const uint8_t *from, size_t size)
{
    struct piece pieces[MOST_PIECES];
    size_t count = size / PIECE_BYTES < MOST_PIECES ? size / PIECE_BYTES + 1 : MOST_PIECES;
    for (size_t i = 0; i < count; i++) {
        size_t at = size / count * i, end = i + 1 == count ? size : size / count * (i + 1);
        pieces[i] = (struct piece){to + at, from + at, end - at, 0, false};
        pieces[i].started =
            i + 1 < count && start_thread(&pieces[i].thread, copy_piece, &pieces[i]);
        if (!pieces[i].started)
            copy_piece(&pieces[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (pieces[i].started)
            pthread_join(pieces[i].thread, NULL);
}

static bool copy_image(struct image *image, const struct image *original)
{
    if (!image_open(image, original->size))
        return false;
    copy_bytes(image->bytes, original->bytes, original->size);
    return true;
}

/* Nobody waits for this copy, so one thread is enough. */
static void *run(void *context)
{
    struct image_copy *copy = context;
    if (image_open(&copy->image, copy->original->size))
        memcpy(copy->image.bytes, copy->original->bytes, copy->original->size);
    return NULL;
}

void image_copy_start(struct image_copy *copy, const struct image *original)
{
    if (copy->started || original->size < LEAST_BYTES)
        return;
    copy->original = original;
    copy->image = (struct image){.file = -1};
    copy->started = start_thread(&copy->thread, run, copy);
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
