/* captures: the streams that are being captured. While there are any (inject.program.capturing),
 * nothing is measured: a synchronisation would break the capture.
 *
 * A capture counts from before the driver begins it until after it has ended, since another thread
 * may launch meanwhile. It also ends where its stream, or the context, is destroyed. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_CAPTURES_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_CAPTURES_H

#include <stdbool.h>

#include <cuda.h>

struct inject;

/* stream: NULL is the calling thread's own, as the driver captures no other of that name. */
void captures_begin(struct inject *inject, CUcontext context, CUstream stream);
/* Of a stream that no capture began with this says nothing. */
void captures_end(struct inject *inject, CUstream stream);
/* The stream is gone. Returns whether a capture began with it. */
bool captures_forget(struct inject *inject, CUstream stream);
void captures_drop_context(struct inject *inject, CUcontext context);

#endif
