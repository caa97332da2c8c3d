/* introduce: makes kernels known to warp sampling that run unmeasured.
 *
 * CUPTI has no records of the samples of a kernel that was launched before a range profiler counted
 * anything, if it was not sampled until then: they are "of other kernels" for as long as its module
 * stays (CUPTI 13.0; seen with the modules of PyTorch and cuDNN, where a filter or a choice of
 * launches left out the first launches of a kernel). So the sampling is on while such launches run,
 * at the longest period, with a buffer of 1 MiB on the device. It changes neither their order nor
 * their speed. It takes 1 ms to begin, 45 where a range profiler has to go first, and 45 to end. It
 * ends before anything else uses the counters, and before a window saves memory: where code of ours
 * was loaded meanwhile, CUPTI knew no kernel that was loaded later. */
#ifndef ROOFTOP_COLLECT_INJECT_CONTEXT_INTRODUCE_H
#define ROOFTOP_COLLECT_INJECT_CONTEXT_INTRODUCE_H

#include <stdint.h>

struct inject;
struct launch;

/* Before a launch that runs on its own. Does nothing where warps are not sampled, or where the
 * kernel is known or never measured. May ask the host. */
void introduce_kernel(struct inject *inject, const struct launch *launch, uint32_t context_id);

/* In all contexts; if it is not on, this does nothing. */
void introduce_end(struct inject *inject);

#endif
