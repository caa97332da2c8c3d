#include "collect/inject/base/image.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "collect/inject/base/descriptor.h"

enum { HUGE_PAGE = 2 << 20, SHARED_FROM = 64 << 10 };

static size_t huge_pages(size_t size)
{
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* All of an image is touched, and with huge pages that takes a tenth of the time. */
static uint8_t *map_zeroes(size_t size)
{
    size_t rounded = huge_pages(size);
    uint8_t *bytes = mmap(NULL, rounded + HUGE_PAGE, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED)
        return NULL;
    size_t before = -(uintptr_t)bytes % HUGE_PAGE;
    if (before)
        munmap(bytes, before);
    munmap(bytes + before + rounded, HUGE_PAGE - before);
    madvise(bytes + before, rounded, MADV_HUGEPAGE);
    return bytes + before;
}

bool image_open_plain(struct image *image, size_t size)
{
    *image = (struct image){.size = size, .file = -1};
    image->mapped = size >= HUGE_PAGE;
    image->bytes = image->mapped ? map_zeroes(size) : calloc(1, size ? size : 1);
    return image->bytes != NULL;
}

/* A limit of the program's on the size of files also holds for files in memory, and the kernel
 * enforces it by a signal. */
static bool may_be_file(size_t size)
{
    struct rlimit limit;
    return size >= SHARED_FROM && getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
           (limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur);
}

bool image_open(struct image *image, size_t size)
{
    *image = (struct image){.size = size, .file = -1};
    int file = may_be_file(size) ? memfd_create("rooftop", MFD_CLOEXEC | MFD_ALLOW_SEALING) : -1;
    if (file < 0)
        return image_open_plain(image, size);
    file = descriptor_raise(file);
    void *bytes = MAP_FAILED;
    /* The host maps the file, so it must not become shorter. */
    if (ftruncate(file, (off_t)size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) == 0)
        bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED) {
        close(file);
        return image_open_plain(image, size);
    }
    image->bytes = bytes;
    image->file = file;
    return true;
}

void image_close(struct image *image)
{
    if (image->bytes && image->file >= 0) {
        munmap(image->bytes, image->size);
        close(image->file);
    } else if (image->bytes && image->mapped) {
        munmap(image->bytes, huge_pages(image->size));
    } else {
        free(image->bytes);
    }
    *image = (struct image){.file = -1};
}
