#include "guarded_copy.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__

/* AddressSanitizer guards both ends of a block itself, and says who read there. */
uint8_t *guarded_copy(const void *bytes, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

void guarded_free(void *copy)
{
    free(copy);
}

#else

/* The copies that are in use, so that guarded_free() needs no size. */
static struct guarded {
    uint8_t *copy, *pages;
    size_t length; /* of the pages, with the guard */
} guarded[16];

enum { GUARDED = sizeof guarded / sizeof *guarded };

/* The place of the copy in the table; of NULL: an empty place. */
static struct guarded *find(const uint8_t *copy)
{
    for (size_t i = 0; i < GUARDED; i++)
        if (guarded[i].copy == copy)
            return &guarded[i];
    abort();
}

uint8_t *guarded_copy(const void *bytes, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size / page + 1) * page;
    uint8_t *pages =
        mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + room, page, PROT_NONE) != 0)
        abort();
    struct guarded *place = find(NULL);
    *place = (struct guarded){pages + room - size, pages, room + page};
    if (size)
        memcpy(place->copy, bytes, size);
    return place->copy;
}

void guarded_free(void *copy)
{
    struct guarded *place = find(copy);
    munmap(place->pages, place->length);
    *place = (struct guarded){0};
}

#endif
