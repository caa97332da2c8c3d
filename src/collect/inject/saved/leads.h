/* leads: which device memory holds pointers that lead to memory which no replay may write: exposed
 * memory (program/exposed.h), and memory that the program's own code shares.
 *
 * A kernel of ours reads all device memory that the snapshot has, and marks the allocations and
 * variables of modules that hold a pointer to such memory, then those that hold a pointer to one of
 * these, and so on. Only programs that are guarded (struct memory_tracker) pay for it.
 *
 * The marks are those of the time when the window opened. Launches that cannot get at exposed
 * memory cannot make a pointer to it; calls that bring one close the window. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_LEADS_H
#define ROOFTOP_COLLECT_INJECT_SAVED_LEADS_H

#include <stdbool.h>
#include <stddef.h>

#include <cuda.h>

struct inject;
struct memory_tracker;
struct snapshot;

struct leads {
    bool tried; /* to load the kernel */
    CUmodule module;
    CUfunction scan;
    CUdeviceptr memory; /* the table of targets, then a byte for each item */
    size_t size;
};

/* Marks the tracker's regions, beside what is marked already, on `stream` of the current context,
 * which is idle. *new: whether there are marks that were not there: if memory is in several
 * snapshots, what leads to these is still to be found in the others. false: that could not be found
 * out; nothing may run again then. */
bool leads_find(struct leads *leads, const struct snapshot *snapshot, struct inject *inject,
                CUstream stream, bool *new);

/* The same for regions that are marked as doubtful, and for shared memory, by way of which these
 * may be reached. */
bool leads_find_doubtful(struct leads *leads, const struct snapshot *snapshot,
                         struct inject *inject, CUstream stream, bool *new);

/* Take the marks away: the next window finds them anew. */
void leads_forget(struct memory_tracker *tracker);
void leads_forget_doubtful(struct memory_tracker *tracker);

/* leads_release() frees the device memory, leads_free() also the module. */
void leads_release(struct leads *leads, struct inject *inject);
void leads_free(struct leads *leads, struct inject *inject);

#endif
