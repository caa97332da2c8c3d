/* work: a fill of device memory or a copy to it that the program asked for between two launches of
 * a window, recorded so that each pass can make it again.
 *
 * A copy from the host is recorded with what it copied, up to 256 MiB in a window (host_copy.h).
 * Work on arrays or on memory of a context that is not the window's ends it instead. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_WORK_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>
#include <cupti.h>

struct inject;

struct work {
    uint64_t to, from; /* from: of copies */
    unsigned width;    /* bytes of an element; 0: a copy */
    unsigned value;
    size_t count;       /* elements, or bytes of a copy; 0: it does nothing */
    size_t rows, pitch; /* more than one row: of fills */
    CUDA_MEMCPY3D box;  /* a copy with rows or slices; its Height is 0 otherwise */
    uint8_t *bytes;     /* of a copy from the host: what it copied, all rows; owned */
    size_t held;        /* how much that is */
    bool to_host;       /* a copy to host memory of ours, see saved/shadow.h */
    CUstream stream;    /* that the program's own call works on; known if a window records it */
};

/* Whether this driver call is such work on memory of these contexts. Fills the work if it is. */
bool work_from_callback(struct work *work, const struct inject *inject, const CUcontext *contexts,
                        size_t context_count, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* Whether the call is a fill, of any memory. */
bool work_read_fill(struct work *work, CUpti_CallbackId id, const CUpti_CallbackData *data);

void work_free(struct work *work);

/* The work of a node of a graph. false: a copy from or to host memory or an array, which cannot be
 * made again; an array has the address 0. */
bool work_from_copy(struct work *work, const CUDA_MEMCPY3D *params);
void work_from_fill(struct work *work, const CUDA_MEMSET_NODE_PARAMS *params);

/* Whether it reads and writes device memory of this context and nothing else. */
bool work_stays(const struct work *work, const struct inject *inject, CUcontext context);

/* Bytes from `to` to the end of what it writes; 0: it writes nothing. */
size_t work_reach(const struct work *work);

/* The same of what it reads, from `from` on. */
size_t work_span(const struct work *work);

/* Whether the next one, a copy, reads what the first one writes. */
bool work_feeds(const struct work *work, const struct work *next);

/* Makes it again on a stream of the current context. */
CUresult work_again(const struct work *work, struct inject *inject, CUstream stream);

#endif
