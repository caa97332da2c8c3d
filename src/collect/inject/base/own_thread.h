/* own_thread: which threads of the process are rooftop's. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_OWN_THREAD_H
#define ROOFTOP_COLLECT_INJECT_BASE_OWN_THREAD_H

#include <stdbool.h>

/* The calling thread is one of ours, to the end of the process. */
void own_thread_note(void);

/* Whether the thread of this number (gettid) has said so. */
bool own_thread_is(int number);

#endif
