/* app_replay_state: what the files of application replay share: app_replay.c for runs,
 * app_replay_launch.c for launches, app_replay_result.c for counter data and results. */
#ifndef ROOFTOP_APP_REPLAY_STATE_H
#define ROOFTOP_APP_REPLAY_STATE_H

#include "app_input.h"
#include "app_match.h"
#include "app_replay.h"
#include "counter_merge.h"

/* Counter data of one group, in the private file. */
struct app_image {
    off_t at;
    size_t size;
};

/* A launch that the filters looked at in the first run. */
struct app_launch {
    struct app_match_launch is;
    struct peer *peer;        /* its process in the first run */
    bool taken;               /* by the filters */
    bool lost;                /* a later run lacks it */
    unsigned found;           /* the run that had it last */
    unsigned passes;          /* that were measured: one in each run but the first */
    Wire__Window *window;     /* of the first run, without counter data; NULL: none came */
    struct app_image *images; /* of each group */
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
    bool first, good; /* first: the launch has none of the group */
    struct error error;
};

/* A launch between verdict and counter data. */
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
    struct app_input input;
    struct counter_merge *merge;
    int file; /* of counter data */
    off_t file_end;
    unsigned run, runs; /* from 1; in all, 0: not known yet */
    uint64_t measured;  /* launches in this run */
    uint64_t expected;  /* and to be measured */
    size_t settled;     /* launches from the first on whose results were made */
    uint64_t missing, extra, incomplete;
    double began, last; /* when this run began; seconds that the one before took */
    bool over;          /* what comes is not measured: an error was said */
    bool cut;           /* -c ended the first run before the program did */
    bool announced;     /* that results lack metrics */
};

/* The group and pass that this run measures on a chip; group_count: all passes are made. In the
 * first run, which counts nothing, those of the second. */
size_t app_replay_group(const struct app_replay *series, const struct chip_plan *plan,
                        unsigned *pass);

/* The plan of the launch's chip; NULL: none of its launches was measured. */
const struct chip_plan *app_launch_plan(const struct app_launch *launch);

/* Whether the next run is to measure it. */
bool app_launch_goes_on(const struct app_replay *series, const struct app_launch *launch);

/* An error that ends the series; launches that are complete keep their results. */
void app_replay_fail(struct profile *profile, const char *text);

/* The launch of this run is none of the first, where the filters would take it; or, instead, it is
 * not the one that should have come. */
void app_launch_differs(struct profile *profile, const struct app_match_launch *launch,
                        ptrdiff_t instead);
/* What this run should have launched and did not. */
void app_launches_missing(struct profile *profile);

/* One more pass of the launches of series->stores, each of which is a range of the data, by
 * threads; of a result that is a range the data is its alone and has all its passes until now.
 * data: NULL if the device refuses the group. A failure ends the series. */
void app_images_store(struct profile *profile, const Wire__GroupData *data);
/* free(data->data) */
bool app_image_load(const struct app_replay *series, const struct app_image *image,
                    ProtobufCBinaryData *data, struct error *error);

/* Results, in order, of launches that are complete, up to the first that is not; at the end of the
 * series also of those that are not. */
void app_results_make(struct profile *profile, bool end);

#endif
