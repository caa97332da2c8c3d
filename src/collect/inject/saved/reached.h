/* reached: which memory that is shared with the program's own code a launch can get at. Only that
 * is saved and put back with it: other threads of the program may be writing the rest.
 *
 * A launch gets at a region if a pointer into it is among its arguments, in device memory, or in
 * another region that it gets at. Where that cannot be found out it gets at all of them. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_REACHED_H
#define ROOFTOP_COLLECT_INJECT_SAVED_REACHED_H

#include <cuda.h>

struct inject;
struct launch;
struct snapshot;

/* Marks these regions, and no others. launch: NULL if it is not known what runs. The snapshot has
 * the device memory; `stream` is of the current context, which is idle. */
void reached_mark(struct snapshot *snapshot, struct inject *inject, CUstream stream,
                  const struct launch *launch);

#endif
