/* snapshot: a copy of everything that kernels of one context can write, taken before a window and
 * put back before each of its passes.
 *
 * The buffers are kept from one window to the next. Before the program asks for memory, or how
 * much is free, the callbacks give them back by snapshot_release(), so that the program finds what
 * it would find without us. They stay while a window is open and there is room for both.
 *
 * What is done with each kind of memory, and why. "If reached" means: only if launches can reach
 * the memory (program/reach.h, reached.h) and do not run again on a shadow of it (shadow.h); their
 * window then has one launch, since the program's own code may change the memory between two
 * launches without a call.
 *
 *   device memory (plain, pitched, stream-ordered, pools)
 *       copied on the device, which is fastest. If there is no room for all of it (256 MiB stay
 *       free), items from 256 KiB are sparse (sparse.h): only what launches may write is copied.
 *       What still has no room is copied on the host
 *   managed memory
 *       the same, if reached
 *   host memory (pinned, registered)
 *       if reached, copied on the host; after the program's own run compared by pages of 4 KiB.
 *       Only changed pages are put back, since other threads may be writing the rest: by the device
 *       from a second copy there, or by the processor where the device has no room or refuses. They
 *       then leave the processor's caches (base/host_lines.h)
 *   host memory that is registered read-only
 *       not saved, since no kernel can write it
 *   mapped by cuMemMap
 *       as device memory, once access for writing is granted; skipped if it cannot be read
 *   arrays and mipmap levels
 *       only the ones that are made for surfaces, as 3D copies; kernels cannot write others
 *   __device__ and __managed__ variables
 *       no call allocates them: their names are in the symbol tables of the cubins, and every
 *       module and library is asked for them. Managed ones make windows of one launch
 *   the heap of malloc() in kernels
 *       saved by CUPTI's checkpoint library (checkpoint.h), since the driver refuses every question
 *       about its addresses; see program/kernel_hazards.h, also for printf()
 *   device memory that came while a window was open
 *       cleared before each pass, as the driver clears what it gives; its final content is put back
 *   memory of other contexts that kernels of this one may write (managed, peer access, pools)
 *       as device memory, after these contexts are idle
 *   memory that other processes, GPUs or engines can write (program/exposed.h)
 *       never saved: launches that can get at it do not run again. In such a program nothing is put
 *       back in memory that the program's own code shares either, because threads of libraries and
 *       other processes write there: only launches that do not reach it, or run again on shadows of
 *       it, are replayed. In other programs it is saved while their other threads rest
 *       (program/other_threads.h)
 *   pageable system memory
 *       not saved, since no call tells of it
 *
 * If an allocation could not be recorded, nothing is profiled any more: replay would not be
 * safe. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_SNAPSHOT_H
#define ROOFTOP_COLLECT_INJECT_SAVED_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

#include "collect/inject/program/memory.h"
#include "collect/inject/saved/foresight.h"
#include "collect/inject/saved/leads.h"
#include "collect/inject/saved/memory_changes.h"
#include "collect/inject/saved/pointer_scan.h"
#include "collect/inject/saved/sparse.h"

struct snapshot_item {
    uint64_t address;
    size_t size;
    enum region_kind kind;
    CUarray array;  /* or NULL */
    bool fresh;     /* allocated since: it has no copy and is undone by clearing it */
    bool on_device; /* the copy: device + offset, else host + offset */
    bool sparse;    /* it has no copy of its own, see sparse.h */
    bool doubtful;  /* the replay wrote other blocks of it than the program's own run */
    bool foreign;   /* somebody else did: what only changed meanwhile is left alone */
    size_t offset;
    size_t first_block; /* of a sparse item: its first block among those of all */
};

/* Contexts whose memory is saved together. */
enum { MOST_BESIDE = 16 };

struct page_range {
    uint64_t address;
    size_t size, offset; /* of the copy in `host` */
    size_t staged;       /* the same in `staged` */
};

/* Snapshots of several contexts that are taken together: each region is in one of them. Memory of
 * one of the contexts is in its own, mapped memory of its device as well; what several may write
 * and none of them owns is in the first that is taken. */
struct snapshot_beside {
    CUcontext contexts[MOST_BESIDE];
    CUdevice devices[MOST_BESIDE];
    const struct snapshot *snapshots[MOST_BESIDE];
    size_t count; /* 0: it is alone */
    size_t taken; /* those before it are taken already */
};

struct snapshot {
    struct snapshot_item *items;
    size_t count, capacity;
    struct page_range *changed; /* host pages that the first run changed */
    size_t changed_count, changed_capacity;
    uint8_t *final_pages; /* their content after the program's own run, one behind the other */
    CUdeviceptr device;
    size_t device_size;
    uint8_t *host;
    size_t host_size, host_used;
    CUdeviceptr staged; /* the changed host pages as they were, for the device to put back */
    size_t staged_size; /* 0: the processor puts them back */
    uint64_t *globals;  /* address, size pairs of module variables */
    size_t global_count, global_capacity;
    uint64_t generation, losses; /* of the module list that globals were found in */
    size_t asked_cubins, asked_modules, asked_libraries; /* of that, every pair was tried */
    bool managed_globals; /* some of them are the program's as well */
    uint64_t bytes;       /* in the copy, without those of sparse items */
    CUcontext context;    /* whose memory */
    struct snapshot_beside beside;
    uint64_t allocations; /* of the program when it was taken */
    struct memory_changes changes;
    struct sparse sparse;
    struct foresight foresight;
    struct pointer_scan pointer_scan;
    struct leads leads;
};

struct linear;

/* Where the copy of an item's part lies. */
struct linear snapshot_linear(const struct snapshot *snapshot, const struct snapshot_item *item,
                              size_t offset);

/* Whether the item can be worked on in blocks: linear device memory, and not small. */
bool snapshot_has_blocks(const struct snapshot_item *item);

/* Copies on `stream` of the current context, which must be idle. shared: also memory that the
 * program's own code shares with kernels, as far as reached.h marked it. false: *error says why (a
 * static text). */
bool snapshot_take(struct snapshot *snapshot, struct inject *inject, CUcontext context,
                   CUstream stream, bool shared, const char **error);

/* The same without what shared memory has, beside snapshots of other contexts. */
bool snapshot_take_beside(struct snapshot *snapshot, struct inject *inject, CUcontext context,
                          CUstream stream, const struct snapshot_beside *beside,
                          const char **error);

/* Adds the variables of modules that came since; no kernel has run that could know them. false:
 * that cannot be done, or some are the program's as well. */
bool snapshot_extend(struct snapshot *snapshot, struct inject *inject, CUstream stream);

/* Adds memory that the program has just allocated; false: no memory for the copy. */
bool snapshot_add(struct snapshot *snapshot, struct inject *inject, CUstream stream,
                  const struct region *region);

/* After the program's own run: finds what it changed, and what memory it got since. Host pages are
 * put back by the device, which is faster where they are many. keep: with the final content of
 * device memory, if there is room. false: no memory for the lists. If changes.lost is set then, the
 * old content of some of it is not at hand, and nothing may run again. */
bool snapshot_find_changes(struct snapshot *snapshot, struct inject *inject, CUstream stream,
                           bool keep);

/* Before a pass: what is saved; host pages are in no cache of the processor then. false, *error is
 * snapshot_host_refused: all is put back but some host memory, which neither the device nor the
 * processor can write. */
extern const char snapshot_host_refused[];
bool snapshot_restore(struct snapshot *snapshot, struct inject *inject, CUstream stream,
                      const char **error);

/* After the last pass, if snapshot->changes.keeps: the final content of device memory. Kernels that
 * race may have written elsewhere in the replay: changes.lost says that they wrote where the old
 * content is not at hand. */
bool snapshot_finish(struct snapshot *snapshot, struct inject *inject, CUstream stream);

/* The final content of the host pages that the program's own run changed; from any thread. */
void snapshot_finish_host(const struct snapshot *snapshot);

/* The same, but only of words that were changed: other threads may be writing those beside them. */
void snapshot_finish_words(const struct snapshot *snapshot);

void snapshot_release(struct snapshot *snapshot, struct inject *inject);
void snapshot_free(struct snapshot *snapshot, struct inject *inject);

#endif
