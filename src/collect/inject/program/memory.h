/* memory: tracks what the program allocated that a kernel can write. The handlers of the driver's
 * memory calls (call_rules.c) fill the tracker; snapshot.h copies what is in it.
 *
 * Not seen: memory that kernels reach without an allocation call (pageable.h), and the heap of
 * malloc() inside kernels (kernel_hazards.h). */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_MEMORY_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_MEMORY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct inject;

/* Managed memory is the program's own code's as well. Foreign memory belongs to others, see
 * exposed.h. */
enum region_kind { REGION_DEVICE, REGION_MANAGED, REGION_FOREIGN, REGION_HOST, REGION_MAPPED };

struct region {
    uint64_t address;
    size_t size;
    enum region_kind kind;
    CUcontext context; /* that it belongs to; REGION_HOST: any */
    bool accessible;   /* kernels may write it */
    bool everyone;     /* kernels of other contexts may write it, too */
    uint64_t number;   /* of its allocation */
    uint64_t granted;  /* REGION_MAPPED: a bit for each device that may write it; 0: not known */
    uint64_t handle;   /* of the physical memory that is mapped here; 0: not known */
    int home;          /* the device whose memory that is; -1: not known */
    bool exported;     /* others can write it, see exposed.h */
    bool to_exposed;   /* it holds pointers that lead to exposed memory (saved/leads.h) */
    bool to_shared;    /* the same of memory that the program's own code shares */
    bool doubtful;     /* somebody else may have written it (saved/memory_changes.h) */
    bool to_doubtful;  /* it holds pointers that lead there */
    bool reached, followed; /* saved/reached.h */
};

struct array {
    CUarray handle;
    CUcontext context;
};

struct memory_tracker {
    struct region *regions; /* ascending addresses */
    size_t count, capacity;
    uint64_t allocations; /* so far */
    struct array *arrays; /* that surfaces can write */
    size_t array_count, array_capacity;
    struct peer_access {
        CUcontext from, to; /* kernels of one may write memory of the other */
    } * peers;
    size_t peer_count, peer_capacity;
    struct memory_seat {
        CUcontext context;
        int device;
    } * seats; /* the contexts whose device is known */
    size_t seat_count, seat_capacity;
    struct memory_variables {
        CUcontext context;     /* whose memory was saved last */
        const uint64_t *pairs; /* address and size of each; the snapshot's */
        size_t count;
    } variables; /* of modules */
    struct leaving {
        pthread_t thread;
        struct region region;
        struct array array; /* instead, if it has a handle */
    } * leaving;            /* see leaving.h */
    size_t leaving_count;
    uint64_t *exposed_handles; /* exported, or of foreign memory, see exposed.h */
    size_t handle_count, handle_capacity;
    uint64_t *foreign_surfaces; /* objects on arrays that others have, too */
    size_t surface_count;
    bool foreign_arrays;     /* such arrays were opened */
    bool guarded;            /* other processes or GPUs have a part in the program: a replay writes
                                nothing that others may write or wait for */
    bool crossed;            /* copies go from one context to another */
    bool globals_to_exposed; /* a variable of a module leads to exposed memory */
    bool globals_to_shared;
    bool globals_to_doubtful;
    uint64_t marked;  /* when the marks were made, CLOCK_MONOTONIC, nanoseconds */
    bool open_to_all; /* kernels of any context may write any device memory */
    bool incomplete;  /* an allocation could not be recorded: replay would not be safe */
};

void memory_add(struct memory_tracker *tracker, enum region_kind kind, CUcontext context,
                uint64_t address, size_t size);
void memory_remove(struct memory_tracker *tracker, uint64_t address);
void memory_remove_range(struct memory_tracker *tracker, uint64_t address, size_t size);
void memory_grant(struct memory_tracker *tracker, uint64_t address, size_t size, bool writable);
/* Kernels on this device may write it, or no longer. */
void memory_grant_device(struct memory_tracker *tracker, uint64_t address, size_t size, int device,
                         bool writable);
/* What begins at this address is memory of this device. */
void memory_set_home(struct memory_tracker *tracker, uint64_t address, int device);
/* Kernels of other contexts may write it, too. */
void memory_grant_everyone(struct memory_tracker *tracker, uint64_t address, size_t size);
/* The context is one of this device, all of whose memory its kernels may write: what was allocated
 * in another context of the device, too (measured). Before memory is added that belongs to it. */
void memory_know_context(struct memory_tracker *tracker, CUcontext context, int device);
/* -1: not known */
int memory_device_of(const struct memory_tracker *tracker, CUcontext context);
/* Kernels of `from` may write what is allocated in `to` from now on, or no longer. */
void memory_allow(struct memory_tracker *tracker, CUcontext from, CUcontext to);
void memory_forbid(struct memory_tracker *tracker, CUcontext from, CUcontext to);
/* Whether kernels of the context may write the region. */
bool memory_reaches(const struct memory_tracker *tracker, CUcontext context,
                    const struct region *region);
bool memory_is_allowed(const struct memory_tracker *tracker, CUcontext from, CUcontext to);
/* Whether contexts other than this one have device memory, or may be written by its kernels. */
bool memory_has_others(const struct memory_tracker *tracker, CUcontext context);
/* Whether kernels of one of two contexts may write what belongs to the other. */
bool memory_meets(const struct memory_tracker *tracker, CUcontext one, CUcontext other);
/* The region that the address lies in, or NULL. */
const struct region *memory_find(const struct memory_tracker *tracker, uint64_t address);
/* Stores the first and the last of the regions that a pointer into this one may be meant for: an
 * allocation may be mapped in pieces that lie side by side, and has one pointer. */
void memory_pieces(const struct memory_tracker *tracker, const struct region *region,
                   const struct region **first, const struct region **last);
/* Whether there is memory that both kernels and the program's own code write without a driver call.
 */
bool memory_is_shared(const struct memory_tracker *tracker);
/* Stores the span from the first to the last byte of such memory, with what lies between. Returns
 * false if there is no such memory. */
bool memory_shared_span(const struct memory_tracker *tracker, uint64_t *address, uint64_t *size);
bool memory_region_is_shared(const struct region *region);
bool memory_is_shared_at(const struct memory_tracker *tracker, uint64_t address);

/* The variables of modules that a snapshot of the context has: a pair of address and size for each,
 * which stay the caller's. No other snapshot's count from now on. */
void memory_know_variables(struct memory_tracker *tracker, CUcontext context, const uint64_t *pairs,
                           size_t count);
/* Whether the address is in one of them. */
bool memory_has_variable(const struct memory_tracker *tracker, uint64_t address);
/* Whether these bytes all lie in one piece of device memory of this context that may be written,
 * and that nobody else writes (exposed.h). A variable is one, while nobody else has a part in the
 * program. */
bool memory_is_device(const struct memory_tracker *tracker, CUcontext context, uint64_t address,
                      size_t size);
/* Whether all these bytes lie in one piece of pinned or registered memory. */
bool memory_is_pinned(const struct memory_tracker *tracker, uint64_t address, size_t size);

void memory_add_array(struct memory_tracker *tracker, CUcontext context, CUarray handle);
void memory_remove_array(struct memory_tracker *tracker, CUarray handle);
void memory_drop_context(struct memory_tracker *tracker, CUcontext context);

#endif
