/* run_mode_id: the run modes, in the order of the words of --replay-mode. run_mode.h has what each
 * one does. */
#ifndef ROOFTOP_COLLECT_RUN_RUN_MODE_ID_H
#define ROOFTOP_COLLECT_RUN_RUN_MODE_ID_H

enum run_mode_id {
    REPLAY_KERNEL,      /* each launch is repeated inside the program */
    REPLAY_APPLICATION, /* the whole program runs again for each pass */
    REPLAY_RANGE,       /* each range is repeated inside the program */
    REPLAY_APP_RANGE,   /* the whole program runs again, and results are of ranges */
};

#endif
