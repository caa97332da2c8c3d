#include "image.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "descriptor.h"

enum { HUGE_PAGE = 2 << 20, SHARED_FROM = 64 << 10 };

/* Counter data is touched as a whole: with huge pages that takes a tenth of the time. */
bool image_open_plain(struct image *image, size_t size)
{
    size_t rounded = (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    *image = (struct image){.size = size, .file = -1};
    image->bytes = size < HUGE_PAGE ? malloc(size) : aligned_alloc(HUGE_PAGE, rounded);
    if (image->bytes && size >= HUGE_PAGE)
        madvise(image->bytes, rounded, MADV_HUGEPAGE);
    if (image->bytes)
        memset(image->bytes, 0, size);
    return image->bytes != NULL;
}

/* A limit of the program's for files holds for those in memory, too, and is enforced by a signal.
 */
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
    /* The host maps it: it must not become shorter. */
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
    } else {
        free(image->bytes);
    }
    *image = (struct image){.file = -1};
}
