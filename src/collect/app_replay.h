/* app_replay: application replay: the program is run once to see its launches and then once for
 * each pass, and every launch that is wanted is measured in one pass of each of these runs. To the
 * outside all runs are one profiling run.
 *
 * In the first run the filters choose; what later runs launch is compared with it (app_match.h). It
 * counts nothing: CUPTI's records of launches tell facts that nothing else does, and make kernels
 * longer. Each run after it makes a pass, as many as all groups have, of the chip that needs most.
 * Many launches are measured together, in any order, and each pass of a launch is added to what is
 * known of it (counter_merge.h), which lies in a private file; the counter data of a range goes
 * into the program with the verdict and comes back with one pass more. Processes of the first run
 * stay in memory: results are theirs. A result is made once its last pass is in, in the order of
 * the first run; what an interrupted series leaves gets the metrics of those groups whose passes
 * are all there.
 *
 * With kernel replay profile->series is NULL: app_replay_window() and app_replay_show() are not to
 * be called then, the others change nothing. */
#ifndef ROOFTOP_APP_REPLAY_H
#define ROOFTOP_APP_REPLAY_H

#include "run_state.h"

/* NULL: see error. */
struct app_replay *app_replay_new(const struct profile *profile, struct error *error);
void app_replay_free(struct profile *profile);

/* Before the program starts: its standard input, as in launcher_start(). */
bool app_replay_input(struct profile *profile, int *input, struct error *error);

/* Whether this is the first run; with kernel replay it is. */
bool app_replay_first(const struct profile *profile);

/* The program and its connections are gone. true: it is to be started again; all that is known of
 * the run that ended is forgotten. */
bool app_replay_again(struct profile *profile);

/* There will be no more runs: what there is becomes results. */
void app_replay_finish(struct profile *profile);

/* A process says hello and will be profiled. */
void app_replay_hello(struct peer *peer, Wire__Setup *setup);

/* The groups to announce of a chip: the one of this run, or none. */
void app_replay_schedule(const struct profile *profile, const struct chip_plan *plan, size_t *first,
                         size_t *count, Wire__Schedule *schedule);

/* A launch that the filters have judged: the verdict, and the counter data for it. */
enum launch_verdict app_replay_judge(struct peer *peer, const Wire__Seen *seen,
                                     enum launch_verdict verdict, ProtobufCBinaryData *image);

/* Takes over what came of a launch. */
void app_replay_window(struct peer *peer, Wire__Window *window);

/* Begins ranges in counter data that the program is about to fill, and answers. */
void app_replay_begin(struct peer *peer, Wire__BeginRanges *asked);

/* Progress: of the launch that is taken, or was measured. */
void app_replay_show(const struct peer *peer, bool measured);

/* A closed connection: true if its process stays until the end of the series. */
bool app_replay_keep(struct peer *peer);

#endif
