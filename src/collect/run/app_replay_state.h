/* app_replay_state: what the files of application replay share. app_replay.c has the runs,
 * app_replay_launch.c the launches, app_replay_result.c counter data and results. */
#ifndef ROOFTOP_COLLECT_RUN_APP_REPLAY_STATE_H
#define ROOFTOP_COLLECT_RUN_APP_REPLAY_STATE_H

#include "collect/cupti/counter_merge.h"
#include "collect/program/program_input.h"
#include "collect/run/app_match.h"
#include "collect/run/run_state.h"
#include "report/base/name_index.h"

/* Counter data of one group, in the private file. Size 0: there is none yet. */
struct app_image {
    off_t at;
    size_t size;
};

/* A launch that the filters looked at in the first run. */
struct app_launch {
    struct app_match_launch is;
    struct peer *peer;        /* its process in the first run */
    bool admitted;            /* by the filters */
    bool lost;                /* a later run lacks it */
    unsigned found;           /* the run that had it last */
    unsigned passes;          /* that were measured: one in each run but the first */
    Wire__Window *window;     /* of the first run, without counter data; NULL: none came; owned */
    struct app_image *images; /* one for each group */
};

/* A process of the first run. */
struct app_process {
    char *name; /* executable and rank */
    struct peer *peer;
    unsigned found; /* the run that had it last */
    size_t left;    /* launches that this run has still to measure */
};

/* Counter data that came and is not kept yet. */
struct app_store {
    struct app_launch *launch;
    size_t group, range;
    bool first; /* the launch has no data of the group yet */
    bool good;
    struct error error;
};

/* A launch between its verdict and its counter data. */
struct app_open {
    const struct peer *peer;
    uint64_t id;
    size_t launch;
};

struct app_replay {
    struct app_match match;
    struct app_launch *launches; /* as many as the matcher knows */
    size_t launch_capacity;
    struct name_index names; /* of their kernels; owned */
    struct app_process *processes;
    size_t process_count, process_capacity;
    struct app_open *open;
    size_t open_count, open_capacity;
    struct app_store *stores;
    size_t store_count, store_capacity;
    struct program_input input;
    struct counter_merge *merge;
    bool of_ranges; /* counter data of a result is its alone: it goes into the program and comes
                     * back with one pass more */
    int file;       /* private_file.h, of counter data */
    off_t file_end;
    unsigned run;      /* from 1 */
    unsigned runs;     /* in all; 0: not known yet */
    uint64_t measured; /* launches that this run has measured */
    uint64_t expected; /* launches that this run is to measure */
    size_t settled;    /* how many launches, from the first on, have their results */
    uint64_t missing, extra, incomplete;
    double began;   /* when this run began */
    double last;    /* seconds that the run before took */
    bool over;      /* an error was reported: nothing more is measured */
    bool cut;       /* -c ended the first run before the program did */
    bool announced; /* the user was told which results lack metrics */
};

/* The group and pass that this run measures on a chip; the plan's group_count if all passes are
 * made. The first run counts nothing and names the group and pass of the second. */
size_t app_replay_group(const struct app_replay *app, const struct chip_plan *plan, unsigned *pass);

/* Passes of all groups of a plan. */
unsigned app_replay_passes(const struct chip_plan *plan);

/* The plan of the launch's chip; NULL: the process has announced no such device. */
const struct chip_plan *app_launch_plan(const struct app_launch *launch);

/* Whether the present run is to measure the launch. */
bool app_launch_goes_on(const struct app_replay *app, const struct app_launch *launch);

/* Ends the series with an error. Launches that are complete keep their results. Only the first
 * error is reported. */
void app_replay_fail(struct profile *profile, const char *text);

/* Launches (app_replay_launch.c). The first three are functions of run_mode.h. */
enum launch_verdict app_replay_judge(struct peer *peer, const Wire__Seen *seen,
                                     enum launch_verdict verdict, ProtobufCBinaryData *image);
void app_replay_window(struct peer *peer, Wire__Window *window);
void app_replay_begin_ranges(struct peer *peer, const Wire__BeginRanges *asked);
/* Counts launches that this run should have made and did not, or fails if that is not allowed. */
void app_launches_missing(struct profile *profile);

/* Counter data and results (app_replay_result.c). */

/* Adds one more pass to the launches of app->stores, each of which is a range of the data, by
 * threads. data: NULL if the device refuses the group. A failure ends the series. */
void app_images_store(struct profile *profile, const Wire__GroupData *data);
/* Reads counter data back; free(data->data). false: see error. */
bool app_image_load(const struct app_replay *app, const struct app_image *image,
                    ProtobufCBinaryData *data, struct error *error);
/* Makes results, in the order of the first run, of launches that are complete, up to the first that
 * is not. end: the series is over, and launches that are not complete get results, too. */
void app_results_make(struct profile *profile, bool end);

#endif
