/* running: streams on which launches run that no window and no session in place has: those that
 * the filters left out, or that could not be measured. Memory can be saved only when they have
 * ended. Such a kernel may wait for what another thread of the program launches or does behind a
 * driver call (kernels of NCCL do), so it is waited for while the lock is free, and not for ever.
 *
 * What is not known (other work, and the streams that other threads have of their own) is waited
 * for with the lock, when memory is saved. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_RUNNING_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_RUNNING_H

#include <stdbool.h>
#include <stdint.h>

#include <cuda.h>
#include <cupti.h>

struct inject;
struct launch;

/* At the entry of a call that is measured nowhere. launch: if it launches a kernel, else NULL. */
void running_note(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data,
                  const struct launch *launch);

/* The stream or the context is about to go. */
void running_forget(struct inject *inject, CUstream stream);
void running_drop_context(struct inject *inject, CUcontext context);

/* Waits until neither calls of other threads nor what runs beside this context, which is current,
 * may write memory that the context knows: at most two seconds for a call, and the time of
 * --replay-timeout for what runs. A kernel of another context that waits for other GPUs is waited
 * for only for a moment, since it may wait for what this thread launches next, and one of this
 * context for two seconds where the process drives those GPUs. What has not ended
 * then is not waited for again. Nothing is asked for while something is captured. false: *error
 * says why, a static text. The lock is free meanwhile: look up again what was looked up before. */
bool running_calm(struct inject *inject, CUcontext context, const char **error);

/* The same where only the context itself has to be idle. */
bool running_own_calm(struct inject *inject, CUcontext context, const char **error);

/* Waits until no stream is being captured, at most two seconds. The lock is free meanwhile. */
bool running_uncaptured(struct inject *inject);

/* Whether nothing that is noted runs in the context, without waiting. */
bool running_none(const struct inject *inject, CUcontext context);

/* Why, if it was a kernel. */
extern const char running_not_ended[];

#endif
