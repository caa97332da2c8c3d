/* name_index: numbers for names, in the order in which they were first seen. Names are not copied
 * and must outlive the index. Initialise with {0}; release with name_index_free(). */
#ifndef ROOFTOP_NAME_INDEX_H
#define ROOFTOP_NAME_INDEX_H

#include <stddef.h>
#include <stdint.h>

struct name_index {
    const char **names;
    size_t count, capacity;
    uint32_t *slots; /* number + 1, 0 = free */
    size_t slot_count;
};

/* The number of the name, added if it is new (then it is count - 1). */
size_t name_index_add(struct name_index *index, const char *name);
void name_index_free(struct name_index *index);

#endif
