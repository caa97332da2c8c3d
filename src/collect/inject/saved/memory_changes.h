/* memory_changes: which parts of the saved memory a window's launches changed.
 *
 * When a window is replayed the program has already run its launches. A kernel compares device
 * memory with its copy, block by block. Only blocks that differ are put back before each pass, and
 * their final content is kept. When the passes are done it is put back, too, so the program goes
 * on with what its own launches computed, whatever the replay made of it.
 *
 * A block that the replay changed and the program's own run did not, or the other way round, is
 * doubtful: kernels that race write elsewhere each time, but it may also be that somebody else
 * wrote there of whom no call tells. window_foreign.c decides which. Blocks of others that
 * only changed in the replay are left alone; of one that they wrote before, too, its content of
 * before the replay is put back.
 *
 * Sparse items (sparse.h) are compared by digests instead. A block of theirs whose old content is
 * not at hand is lost: nothing may run again then.
 *
 * Memory that the program got meanwhile has no copy. It is cleared before each pass, as the driver
 * clears what it gives a program. Some memory counts as changed as a whole: what cannot be
 * compared (arrays, managed memory, copies on the host, odd addresses). */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_MEMORY_CHANGES_H
#define ROOFTOP_COLLECT_INJECT_SAVED_MEMORY_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct inject;
struct snapshot;

struct extent {
    size_t item, offset, size; /* of the snapshot */
    size_t kept;               /* its final content */
};

struct memory_changes {
    bool tried; /* to load the kernel */
    CUmodule module;
    CUfunction compare;
    CUdeviceptr flags; /* a byte for each block that is compared */
    size_t flags_size;
    uint8_t *host_flags; /* of the last comparison, and behind them those of the first */
    struct extent *extents;
    size_t count, capacity;
    CUdeviceptr kept;
    size_t kept_size;
    uint8_t *kept_host; /* where the device has no room for it; NULL: it has */
    bool compared;      /* not all is listed as changed */
    bool doubted;       /* host_flags are those after the last pass */
    bool lost;          /* a block has changed whose old content is not at hand */
    size_t lost_bytes;  /* in such blocks */
    bool keeps;         /* the final content is at one of these */
    bool unkept;        /* it was to be kept, and there is no room for it */
};

/* Finds what differs and, if wanted and there is room for it (host_share()), keeps it. The context
 * is idle. false: no memory for the list, or sparse items could not be compared. */
bool memory_changes_find(struct memory_changes *changes, struct snapshot *snapshot,
                         struct inject *inject, CUstream stream, bool keep);

/* Puts back what was saved; the caller waits for the stream. */
bool memory_changes_undo(const struct memory_changes *changes, struct snapshot *snapshot,
                         struct inject *inject, CUstream stream);

/* After the last pass: sets `doubtful` of items. Returns whether there are any. The caller sets
 * `foreign` of those that somebody else wrote. */
bool memory_changes_doubt(struct memory_changes *changes, struct snapshot *snapshot,
                          struct inject *inject, CUstream stream);

/* Puts back the final content, if it was kept; the caller waits for the stream. Sets `lost` if the
 * replay changed more and its old content is not at hand. */
bool memory_changes_redo(struct memory_changes *changes, struct snapshot *snapshot,
                         struct inject *inject, CUstream stream);

void memory_changes_release(struct memory_changes *changes, struct inject *inject);
void memory_changes_free(struct memory_changes *changes, struct inject *inject);

#endif
