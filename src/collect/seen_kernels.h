/* seen_kernels: names of kernels that were launched and how often, for the message when none passed
 * the filters. */
#ifndef ROOFTOP_SEEN_KERNELS_H
#define ROOFTOP_SEEN_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct seen_kernels {
    struct seen_kernel {
        char *name;
        uint64_t launches;
    } * kernels;
    size_t count, capacity;
    uint64_t unnamed; /* further launches of kernels that were refused before */
};

void seen_kernels_add(struct seen_kernels *seen, const char *name);
bool seen_kernels_any(const struct seen_kernels *seen);
/* "a, b (4 launches in all)", the most frequent first, at most 12; free() it. */
char *seen_kernels_text(struct seen_kernels *seen);
/* The names alone. */
char *seen_kernels_names(struct seen_kernels *seen);
void seen_kernels_free(struct seen_kernels *seen);

#endif
