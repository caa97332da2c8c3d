/* meeting: kernels of several GPUs that wait for each other, launched by a thread for each GPU.
 *
 * While such a kernel waits, nothing can be measured on its GPU, and hardly anything on the others,
 * whose memory it may write. So its launch is held back until the threads of the other GPUs have
 * come to theirs: what they launch before is measured while no GPU waits. Only then do all of them
 * go on. A thread is held with the lock free, while the others launch anything and for ten seconds
 * at most. Where nobody comes too often, nobody is held any more: one thread may drive all GPUs, or
 * a thread may wait for another one behind no driver call. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_MEETING_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_MEETING_H

#include <cuda.h>

struct inject;

/* The calling thread is about to launch something in the context. */
void meeting_note(struct inject *inject, CUcontext context);

/* The calling thread is about to launch a kernel that waits for other GPUs. The lock is free
 * meanwhile. */
void meeting_hold(struct inject *inject, CUcontext context);

void meeting_drop_context(struct inject *inject, CUcontext context);

#endif
