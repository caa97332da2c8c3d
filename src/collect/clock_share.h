/* clock_share: several rooftops that lock the clocks of one GPU, as ranks that share it: the last
 * one resets them. They know of each other by locks (flock(2)) on a file for each GPU beside those
 * of gpu_locks.h, which stays there, empty. */
#ifndef ROOFTOP_CLOCK_SHARE_H
#define ROOFTOP_CLOCK_SHARE_H

#include <stdbool.h>

/* Before the clocks are locked. pci: address of the GPU. -1: nothing is known of others. */
int clock_share_take(const char *pci);

/* Before they are reset: whether no other needs them. After clock_share_drop() others may. */
bool clock_share_is_last(int share);
void clock_share_drop(int share);

#endif
