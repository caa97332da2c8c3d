/* run_mode: what differs between kernel, application, range and app-range replay in the host.
 *
 * profile.c chooses one of the modes when a run starts. All other files of the run call the
 * functions of the chosen mode and never ask which mode it is. Every function must be there; a mode
 * for which a step means nothing has a function that does nothing. */
#ifndef ROOFTOP_COLLECT_RUN_RUN_MODE_H
#define ROOFTOP_COLLECT_RUN_RUN_MODE_H

#include "collect/run/run_state.h"

/* The groups of a chip's plan that a process gets with its schedule. */
struct schedule_part {
    size_t first, count;
};

struct run_mode {
    /* For messages: "kernel", "launches", "launched"; or "range", "ranges", "had". */
    const char *thing, *things, *made;
    /* Whether the program runs once for each pass, rather than once. */
    bool run_for_each_pass;
    /* Whether instructions can be counted and warps sampled. */
    bool measures_inside;

    /* The run as a whole. */

    /* Allocates what the mode needs before the program starts. false: see error; close() is called
     * all the same. */
    bool (*open)(struct profile *profile, struct error *error);
    void (*close)(struct profile *profile);

    /* The program is about to start. *input gets a descriptor for its standard input, which the
     * caller closes, or -1 for ours. false: see error. */
    bool (*begin)(struct profile *profile, int *input, struct error *error);

    /* The program and its connections are gone. true: the program is to be started again, and what
     * the profile knew of the program's end is reset. */
    bool (*again)(struct profile *profile);

    /* The program will not be started again: what is left over becomes results. May be called more
     * than once. */
    void (*finish)(struct profile *profile);

    /* Whether results tell of the launches of the program's present run: their names, NVTX ranges
     * and call stacks are kept. Later runs repeat what the first one showed. */
    bool (*is_first)(const struct profile *profile);

    /* Whether the filters have let through as many launches as they ever will, so that the next
     * launch ends profiling in its process, whatever it is. */
    bool (*is_full)(const struct profile *profile);

    /* One process, in the order in which things happen. */

    /* The process will be profiled: adds to the answer to its Hello. */
    void (*hello)(struct peer *peer, Wire__Setup *setup);

    /* Chooses the groups of the plan that the process measures. Adds to the schedule that announces
     * them. */
    struct schedule_part (*schedule)(const struct profile *profile, const struct chip_plan *plan,
                                     Wire__Schedule *schedule);

    /* The filters have judged a launch. Returns the verdict for the process; *image may get counter
     * data for it, which the caller frees. */
    enum launch_verdict (*judge)(struct peer *peer, const Wire__Seen *seen,
                                 enum launch_verdict verdict, ProtobufCBinaryData *image);

    /* Tells the listener how far the run is. pass: the pass that was just measured, or NULL when a
     * launch was just admitted. */
    void (*progress)(const struct peer *peer, const Wire__Pass *pass);

    /* The process asks for ranges in counter data that it is about to fill. Answers it. */
    void (*begin_ranges)(struct peer *peer, const Wire__BeginRanges *asked);

    /* A window was measured. Takes over the message. */
    void (*window)(struct peer *peer, Wire__Window *window);

    /* Names what a result is of, for messages; free() it. */
    char *(*describe)(const Wire__Result *result);

    /* The connection is closed. true: the mode needs the peer until the end of the run. */
    bool (*keep)(const struct peer *peer);
};

/* The mode of that name. */
const struct run_mode *run_mode_of(enum run_mode_id mode);

/* What both modes of a kind share: how results are named, and the answer to Hello. */
char *run_mode_describe_launch(const Wire__Result *result);
char *run_mode_describe_range(const Wire__Result *result);
void run_mode_hello_range(struct peer *peer, Wire__Setup *setup);

#endif
