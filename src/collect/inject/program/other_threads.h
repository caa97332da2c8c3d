/* other_threads: whether the program's other threads can run while this one does not go on.
 *
 * A window that puts back memory which the program's own code shares with kernels would undo what
 * another thread writes there meanwhile, and no call tells of such a write. So that is done only
 * while all other threads rest: while each waits, without a limit of time, for a futex of this
 * process, which only a thread of the process can end. Those of the driver and of CUPTI are known
 * by their stacks, which lead into no code of the program.
 *
 * What the kernel does not tell (/proc/self/task) counts as a thread that runs. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_OTHER_THREADS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_OTHER_THREADS_H

#include <stdbool.h>

/* Whether they rest at present. Not thread-safe. */
bool other_threads_rest(void);

/* Waits a moment for that: idle threads of OpenMP turn for some milliseconds before they wait.
 * Where that was in vain a few times, it does not wait. */
bool other_threads_come_to_rest(void);

#endif
