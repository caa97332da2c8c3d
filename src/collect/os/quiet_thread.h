/* quiet_thread: a thread that receives no signal, since those of the process are for the loop,
 * which takes them from a file (signals.h): a thread that has one not blocked would take it away.
 */
#ifndef ROOFTOP_COLLECT_OS_QUIET_THREAD_H
#define ROOFTOP_COLLECT_OS_QUIET_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts it with all signals blocked but those of faults of its own. false: it cannot be started.
 */
bool quiet_thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

#endif
