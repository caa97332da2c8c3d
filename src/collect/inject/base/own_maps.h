/* own_maps: the mappings of this process, as the kernel lists them. They are read without stdio,
 * whose buffers come from the program's heap. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_OWN_MAPS_H
#define ROOFTOP_COLLECT_INJECT_BASE_OWN_MAPS_H

#include <stdbool.h>
#include <stdint.h>

struct own_map {
    uint64_t begin, end;
    bool readable, executable, shared;
    const char *path; /* "": it is of no file; a very long path is cut */
};

/* Calls `use` for each mapping, by ascending addresses, until it returns false. Returns false if
 * the list cannot be read. */
bool own_maps_read(bool (*use)(void *context, const struct own_map *map), void *context);

#endif
