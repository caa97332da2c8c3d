/* name_index: gives names numbers, in the order in which they are first seen.
 *
 * Names are not copied and must outlive the index. Initialise with {0}; release with
 * name_index_free(). */
#ifndef ROOFTOP_REPORT_BASE_NAME_INDEX_H
#define ROOFTOP_REPORT_BASE_NAME_INDEX_H

#include <stddef.h>
#include <stdint.h>

struct name_index {
    const char **names;
    size_t count, capacity;
    uint32_t *slots; /* number + 1, 0 = free */
    size_t slot_count;
};

/* Returns the number of the name. A new name is added and gets the number count - 1. */
size_t name_index_add(struct name_index *index, const char *name);
void name_index_free(struct name_index *index);

#endif
