/* clock_share: several rooftops may lock the clocks of one GPU, as ranks that share it do. The last
 * one resets them. They know of each other by locks (flock(2)) on an empty file for each GPU,
 * beside the files of gpu_locks.h. The file stays. */
#ifndef ROOFTOP_COLLECT_MACHINE_CLOCK_SHARE_H
#define ROOFTOP_COLLECT_MACHINE_CLOCK_SHARE_H

#include <stdbool.h>

/* To be called before the clocks are locked: tells other rooftops that we need the lock. pci: the
 * address of the GPU. Waits for up to two seconds while another rooftop resets the clocks. Returns
 * a share, or -1 if there is no such file; others then know nothing of us. */
int clock_share_take(const char *pci);

/* To be called before the clocks are reset: whether no other rooftop needs the lock. Rooftops that
 * want it now wait until clock_share_drop(). */
bool clock_share_is_last(int share);

/* We need the lock no more. -1 is allowed. */
void clock_share_drop(int share);

#endif
