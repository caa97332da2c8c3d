/* reach: whether launches can get at memory that they share with the program's own code: pinned and
 * managed memory.
 *
 * The program may change such memory between two launches without a call, so launches that can
 * reach it are measured alone, and it is saved with them. A launch can if a pointer into it is
 * among its arguments, by itself or in a structure, or lies in device memory, where any kernel may
 * find it. Managed variables need no pointer (snapshot.h). */
#ifndef ROOFTOP_INJECT_REACH_H
#define ROOFTOP_INJECT_REACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

#include "launch.h"
#include "memory.h"

struct inject;
struct snapshot;

struct reach {
    bool tried; /* to load the kernel */
    CUmodule module;
    CUfunction scan;
    CUdeviceptr table; /* begin and end of each shared region, then the answer */
    size_t table_size;
};

/* Whether a word of these bytes points into shared memory. */
bool reach_of_bytes(const struct memory_tracker *tracker, const void *bytes, size_t size);
bool reach_of_launch(const struct memory_tracker *tracker, const struct launch *launch);

/* Whether the saved device memory holds such a pointer; also true if that cannot be found out. */
bool reach_of_snapshot(struct reach *reach, const struct snapshot *snapshot, struct inject *inject,
                       CUstream stream);

void reach_release(struct reach *reach, struct inject *inject);
void reach_free(struct reach *reach, struct inject *inject);

#endif
