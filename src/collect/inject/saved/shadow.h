/* shadow: stand-ins for memory that launches share with the program's own code.
 *
 * The program may change pinned and managed memory at any time, without a call, and other threads
 * of it may read what is there. So a replay never touches that memory: it runs on memory of ours,
 * the *shadow*, which is as large and of the same kind. Three things make a launch use it:
 *
 *   - pointers among the launch's copied arguments lead to the shadow (shadows_redirect());
 *   - so do pointers in device memory, which are set before each pass (window_shadows.c);
 *   - right before the program's own call, and in the order of its stream, what the memory holds is
 *     copied to a *slot*, and each pass copies it from there to the shadow (shadows_catch()). So a
 *     launch that runs again finds what it found the first time, whatever the program or an earlier
 *     launch wrote since.
 *
 * What can have a shadow: pinned and registered memory of at most MOST_SHADOW bytes, and managed
 * memory of at most MOST_MANAGED_SHADOW, that hold no pointers into shared memory or to
 * what others write (program/exposed.h) themselves. The
 * shadow of managed memory is device memory, where kernels find it after its first use, too.
 * Everything else that launches share with the program (managed memory that device memory points
 * to, managed variables, memory of another process) has none; such launches are measured alone
 * (snapshot.h).
 *
 * A pointer to the end of a region, as a loop compares with, leads to the end of its shadow, unless
 * other memory begins there: a kernel that writes to that must not write behind the shadow. A
 * number that only looks like a pointer is redirected, too: that changes what a replay computes,
 * and never what the program finds. A kernel that waits for what the program does next does not
 * end on a shadow; see window_passes.c.
 *
 * Shadows and slots stay from window to window. All functions need a current context. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_SHADOW_H
#define ROOFTOP_COLLECT_INJECT_SAVED_SHADOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct inject;
struct launch;
struct memory_tracker;

/* Bytes of a region that may have a shadow, of the slots that are made at first, and most bytes of
 * memory that is looked at before each launch. */
enum {
    MOST_SHADOW = 16 << 20,
    MOST_MANAGED_SHADOW = 64 << 20,
    FIRST_SLOTS = 16 << 20,
    MOST_FOLLOWED = 64 << 10
};

struct shadow {
    uint64_t address; /* of the region */
    size_t size;
    uint64_t number; /* of the region's allocation: an address may come again */
    uint64_t memory; /* the shadow; kernels use the same address; 0: not made yet */
    bool on_device;  /* it is device memory: of managed memory */
    bool nested;     /* it can have none: it holds pointers into shared memory */
    uint8_t *seen;   /* what a region that device memory points to held last; NULL: not followed */
    uint8_t *last;   /* what a region held when the program gave it back, or NULL */
};

struct shadows {
    struct shadow *entries;
    size_t count, capacity;
    CUdeviceptr slots;  /* device memory */
    bool reads_managed; /* the processor may read managed memory while kernels run */
    size_t slots_size, slots_used;
};

/* What bytes reach of the memory that is shared with the program. */
struct shadow_reach {
    bool any;       /* some of it */
    bool host;      /* some that is pinned */
    bool managed;   /* some that is managed */
    bool other;     /* some that can have no shadow */
    size_t missing; /* regions whose shadow is not made yet */
    size_t bytes;   /* of all these regions */
};

/* Adds what the words of the bytes point to. Words begin at multiples of 4 bytes. */
void shadows_reach(struct shadows *shadows, const struct memory_tracker *tracker, const void *bytes,
                   size_t size, struct shadow_reach *reach);
void shadows_reach_of_launch(struct shadows *shadows, const struct memory_tracker *tracker,
                             const struct launch *launch, struct shadow_reach *reach);

/* The shadow of a region, made if it is new; NULL: the address lies in none that can have one, or
 * there is no memory. Making one may wait for kernels that run. */
struct shadow *shadows_get(struct shadows *shadows, struct inject *inject, uint64_t address);

/* The address in the shadow that stands for this one, or 0. */
uint64_t shadows_translate(const struct shadows *shadows, const struct inject *inject,
                           uint64_t address);

/* Calls visit for each region with a shadow that the bytes point into, and lets the pointers lead
 * there. false: so did visit. */
bool shadows_redirect(struct shadows *shadows, struct inject *inject, void *bytes, size_t size,
                      bool (*visit)(void *context, struct shadow *shadow), void *context);

/* Makes room for slots of this size for at least two launches, and for many if memory is free.
 * While no slot is in use. */
bool shadows_make_room(struct shadows *shadows, struct inject *inject, size_t size);

/* Copies what host memory holds to a slot, in the stream's order. Returns the slot, or 0: no room,
 * or refused. */
CUdeviceptr shadows_catch(struct shadows *shadows, struct inject *inject, uint64_t address,
                          size_t size, CUstream stream);

/* From now on the region is looked at before each launch, if `together` bytes are not too many.
 * false: no memory. */
bool shadows_follow(const struct memory_tracker *tracker, struct shadow *shadow, size_t together);

/* Whether the region at this address is. */
bool shadows_follows(const struct shadows *shadows, uint64_t address);

/* Whether a region whose content is followed is another than it was last. Notes what it is. */
bool shadows_changed(const struct memory_tracker *tracker, struct shadow *shadow);

/* The program gives the pinned memory at this address back. What it holds is kept for
 * shadows_let_go(), if that is at most MOST_FOLLOWED bytes. */
void shadows_keep_last(struct shadows *shadows, const struct memory_tracker *tracker,
                       uint64_t address);

/* What the program has in these regions now, or had when it gave them back, goes to the shadows,
 * for kernels that wait for it; from any thread. stream: of the context, on which nothing else is
 * queued. launch: only to shadows that its arguments, which are led there, point to; NULL: to all.
 */
void shadows_let_go(const struct shadows *shadows, struct inject *inject, CUcontext context,
                    CUstream stream, const struct launch *launch);

/* Managed memory got pointers into shared memory: it can have no shadows any more. */
void shadows_nest(struct shadows *shadows);

/* A new window begins: no slot is in use, no region is followed, and shadows of memory that is gone
 * are freed. */
void shadows_begin(struct shadows *shadows, struct inject *inject);

/* Frees the slots and what else takes device memory; all. While no window is open. */
void shadows_release(struct shadows *shadows, struct inject *inject);
void shadows_free(struct shadows *shadows, struct inject *inject);

#endif
