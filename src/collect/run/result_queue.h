/* result_queue: windows that have come, and the results that are made of them: for the report, its
 * file and the recording. Results are made while there is nothing else to do, so that the program
 * goes on measuring meanwhile.
 *
 * Up to two windows wait, or up to 64 if they are small, so that the threads of evaluators.h always
 * have launches to work on. Results come in the order of the launches, whichever values are
 * computed first; where launches of several contexts were measured together (Window.beside), when
 * all of them are there. If the counter data of a launch cannot be evaluated, that launch alone
 * gets an error, when its turn comes. */
#ifndef ROOFTOP_COLLECT_RUN_RESULT_QUEUE_H
#define ROOFTOP_COLLECT_RUN_RESULT_QUEUE_H

#include "collect/run/run_state.h"

/* Takes over a window and begins to compute its values. Counter data that came in files is mapped
 * here. */
void result_queue_add(struct peer *peer, Wire__Window *window);

/* Whether the time of the launch is all that was measured. */
bool result_is_watched(const Wire__Result *result);

/* Whether another window may wait, and making results until one may. */
bool result_queue_has_room(const struct profile *profile);
void result_queue_make_room(struct profile *profile);

/* Says where the time of a window went, for those who work on rooftop, if the environment has
 * ROOFTOP_TRACE. */
void result_queue_trace(struct profile *profile, const Wire__Window *window);

/* For loop_idle(): in how many milliseconds the next result may be made (-1: there is none to
 * make), and making it. context is the profile. */
int result_queue_wait(void *context);
void result_queue_work(void *context);

/* Makes all results of this process that wait. */
void result_queue_finish(const struct peer *peer);

#endif
