/* work: a fill or a copy of device memory that the program asked for between two launches of a
 * window, recorded so that it can be made again in each pass.
 *
 * Only work that stays on the device is: what reads or writes host memory, arrays or another
 * context's memory ends a window instead. */
#ifndef ROOFTOP_INJECT_WORK_H
#define ROOFTOP_INJECT_WORK_H

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
    size_t count; /* elements, or bytes of a copy */
};

/* Whether this driver call is such work in this context, and which. */
bool work_from_callback(struct work *work, const struct inject *inject, CUcontext context,
                        CUpti_CallbackId id, const CUpti_CallbackData *data);

/* Makes it again on a stream of the current context. */
CUresult work_again(const struct work *work, struct inject *inject, CUstream stream);

#endif
