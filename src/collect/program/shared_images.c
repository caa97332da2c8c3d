#include "collect/program/shared_images.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static void *map(int file, uint64_t size, int protection)
{
    struct stat status;
    int seals = fcntl(file, F_GET_SEALS);
    if (!size || fstat(file, &status) != 0 || (uint64_t)status.st_size < size || seals < 0 ||
        !(seals & F_SEAL_SHRINK))
        return MAP_FAILED;
    return mmap(NULL, size, protection, MAP_SHARED, file, 0);
}

static void *map_next(const Wire__GroupData *data, struct frame_reader *reader, int protection)
{
    int file = frame_reader_file(reader);
    void *bytes = file >= 0 && !data->has_image ? map(file, data->shared, protection) : MAP_FAILED;
    if (file >= 0)
        close(file);
    return bytes;
}

uint8_t *shared_image_open(Wire__GroupData *data, struct frame_reader *reader, struct error *error)
{
    if (!data->has_shared)
        return data->image.data;
    void *bytes = map_next(data, reader, PROT_READ | PROT_WRITE);
    if (bytes != MAP_FAILED)
        return bytes;
    error_set(error, "the program's counter data cannot be written");
    return NULL;
}

void shared_image_close(const Wire__GroupData *data, uint8_t *bytes)
{
    if (bytes && data->has_shared)
        munmap(bytes, data->shared);
}

bool shared_images_map(Wire__Window *window, struct frame_reader *reader, struct error *error)
{
    bool good = true;
    for (size_t i = 0; i < window->n_groups; i++) {
        Wire__GroupData *data = window->groups[i];
        if (!data->has_shared)
            continue;
        void *bytes = map_next(data, reader, PROT_READ);
        if (bytes == MAP_FAILED) {
            data->has_shared = false;
            good = error_set(error, "the program's counter data cannot be read");
            continue;
        }
        data->has_image = true;
        data->image = (ProtobufCBinaryData){data->shared, bytes};
    }
    return good;
}

void shared_images_unmap(Wire__Window *window)
{
    for (size_t i = 0; i < window->n_groups; i++) {
        Wire__GroupData *data = window->groups[i];
        if (!data->has_shared || !data->has_image)
            continue;
        munmap(data->image.data, data->image.len);
        data->image = (ProtobufCBinaryData){0};
        data->has_image = false;
    }
}
