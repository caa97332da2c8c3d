/* foresight: which blocks a launch will write, told before it runs.
 *
 * Only needed where memory has sparse items (sparse.h). Two things are foreseen:
 *
 *   - each word of the launch's arguments that points into device memory: from 64 KiB before it to
 *     some MiB behind it (sparse->guess, times `reach`), as far as the allocation goes
 *   - what launches of the same kernel with the same shape and arguments were found to write that
 *     was not foreseen
 *
 * Both may be wrong, since a kernel can write where its data tell it to. sparse.h notices that, and
 * the launch is then not replayed; foresight_learn() remembers for the next time. */
#ifndef ROOFTOP_COLLECT_INJECT_SAVED_FORESIGHT_H
#define ROOFTOP_COLLECT_INJECT_SAVED_FORESIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

struct inject;
struct launch;
struct snapshot;

/* A kernel whose order matters (base/kernel_order.h) must have written the same blocks in two of
 * the program's own runs before it runs again. */
struct foresight {
    struct foreseen *entries;
    size_t count, capacity;
    size_t pieces; /* of all entries */
};

/* Saves what the launch may write of a snapshot's memory (sparse_save()). The copies have to be
 * made before the launch runs: the stream is the one that will get it, or the caller waits for it.
 * false: there is no room for all of it. */
bool foresight_save(const struct foresight *foresight, struct snapshot *snapshot,
                    struct inject *inject, CUstream stream, const struct launch *launch,
                    unsigned reach, bool host);

/* Remembers that such a launch writes these bytes. Without memory for it nothing is remembered. */
void foresight_learn(struct foresight *foresight, const struct launch *launch, uint64_t address,
                     size_t size);

/* Whether something is remembered of such launches. */
bool foresight_knows(const struct foresight *foresight, const struct launch *launch);

/* After the program's own run: whether all that it changed in sparse items is remembered of such
 * launches. They are proven then. */
bool foresight_agrees(struct foresight *foresight, const struct snapshot *snapshot,
                      const struct launch *launch);
bool foresight_is_proven(const struct foresight *foresight, const struct launch *launch);

void foresight_free(struct foresight *foresight);

#endif
