/* profile: one profiling run. It starts the program, answers the injection libraries in its
 * processes, evaluates what they send, and keeps the results in a report, which is also written to
 * a file if one is named.
 *
 * Everything happens inside loop_step(), on its thread. Events go to the listener: results as they
 * come, progress, messages, the program's output, the end. There are two listeners: run_text.c
 * without a screen, and live_run.c with one. */
#ifndef ROOFTOP_COLLECT_RUN_PROFILE_H
#define ROOFTOP_COLLECT_RUN_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/machine/clock_guard.h"
#include "collect/os/loop.h"
#include "collect/plan/plan.h"
#include "collect/program/attach_point.h"
#include "collect/program/chosen_launches.h"
#include "collect/program/mps_role.h"
#include "collect/program/program_filter_text.h"
#include "collect/program/program_input.h"
#include "collect/run/app_match.h"
#include "collect/run/run_mode_id.h"
#include "report/base/error.h"
#include "report/base/number_list.h"
#include "report/file/report.h"
#include "report/filter/launch_filter.h"
#include "report/filter/launch_series.h"
#include "report/rules/rule_choice.h"
#include "report/sample/sample_choice.h"
#include "report/section/section.h"

/* How warps are sampled. */
struct sampling_settings {
    bool has_interval;
    unsigned interval; /* a sample each 2^(5 + interval) cycles */
    unsigned passes;   /* most that a launch may take */
    uint64_t buffer;   /* bytes on the device */
};

/* How counters are sampled over time. */
struct time_sampling_settings {
    uint64_t interval; /* ns; 0: chosen for the launches */
    uint64_t buffer;   /* bytes on the device; 0: chosen */
    uint64_t passes;   /* most that a launch may take; 0: as many as there are groups */
};

struct profile_settings {
    char *const *program; /* NULL: there are only the programs of MPS clients, or: */
    bool attaches;        /* the program waits at a port for this rooftop */
    struct attach_ports ports;
    const char *command_line; /* of rooftop, for the report */
    const char *folder;       /* the folder that the program runs in; NULL: ours */
    struct report *joins;     /* gets the results as a run of their own; NULL: a new report does */
    const struct launch_filter *filter;
    const struct sample_choice *choice; /* of a traced run: only these launches are measured */
    double budget;                      /* seconds for them */
    struct program_input *input;        /* that the traced run got, too; or NULL */
    struct program_filter_settings program_filter;
    struct plan_request request;
    const struct section_library *library;
    const struct rule_choice *rules; /* the rules that run on each result */
    enum clock_mode clocks;
    uint64_t window;   /* most launches in a window; 0: as many as are worth it */
    bool whole_graphs; /* a launch of a graph is one result; false: each of its kernels */
    const struct launch_series *series; /* the variants of each launch */
    enum run_mode_id mode;
    bool leave_host;                /* range replay saves no pinned memory */
    enum app_match_key match_key;   /* with application replay: what identifies a launch */
    enum app_match_mode match_mode; /* with application replay: how far runs may differ */
    bool buffer_in_memory;          /* with application replay: keep data between runs in memory */
    bool import_code;               /* put modules into the report file */
    bool import_source;             /* and the source files that they come from */
    const char *source_files, *source_folders; /* see source_files.h; NULL: none */
    bool flush_caches, kill_when_done, root_process_only, check_exit_code;
    bool strict; /* it is an error if no launch passes the filters */
    bool null_input, verbose;
    struct mps_settings mps;
    unsigned replay_timeout; /* seconds; 0: none */
    struct sampling_settings sampling;
    struct time_sampling_settings time_sampling;
    const struct number_list *ranks; /* the ranks to profile; none: all */
    int rank;                        /* which of several ranks this rooftop is; -1: none */
    const char *naming;      /* what to tell the user about the report's name; NULL: nothing */
    const char *export_path; /* with its suffix; NULL: not written */
    bool overwrite;
    bool own_output; /* the program's output comes as events, through a terminal of this size */
    int rows, columns;
};

struct profile_progress {
    const char *kernel; /* short name */
    uint64_t number;    /* of this result, from 1 */
    uint64_t expected;  /* number of results in all; 0: unknown */
    unsigned pass, passes;
    double seconds_left; /* for this launch, or for all launches that -c asks for */
    unsigned run, runs;  /* with application replay; runs is 0 while it is not known */
    uint64_t launches;   /* measured together, of which this is the last one; 0: one */
};

/* A detail is for the log; the user does not see it. */
enum message_level { MESSAGE_NOTE, MESSAGE_WARNING, MESSAGE_ERROR, MESSAGE_DETAIL };

struct profile_events {
    void *context;
    void (*progress)(void *context, const struct profile_progress *progress);
    void (*result)(void *context, size_t index);
    void (*message)(void *context, enum message_level level, const char *text);
    void (*output)(void *context, const char *bytes, size_t length);
    void (*finished)(void *context);
    /* A process is profiled from now on, or not any more. NULL: nobody wants to know. */
    void (*process)(void *context, unsigned id, const char *executable, bool connected);
};

struct profile;

/* Checks the names of metrics and sections and starts the program. NULL: nothing was started, and a
 * report that the run should join is as it was; see error. */
struct profile *profile_start(struct loop *loop, const struct profile_settings *settings,
                              const struct profile_events *events, struct error *error);

/* To be called after each loop_step() and on SIGCHLD. Notices the program's end. */
void profile_check(struct profile *profile);

struct report *profile_report(const struct profile *profile);

/* How long the run has taken until now, in seconds. `program` is the time of one run of the program
 * itself. */
struct profile_measured {
    uint64_t results;
    unsigned passes; /* 0: not known yet */
    bool application_replay;
    double measuring, program;
};
struct profile_measured profile_measured(const struct profile *profile);
/* How launches of a choice were measured; all zero without a choice. */
struct chosen_outcome profile_chosen(const struct profile *profile);
bool profile_running(const struct profile *profile);

/* The status that rooftop should exit with, when the run has finished. One of several ranks exits
 * with the program's own status, whatever became of the results, since launchers end all ranks if
 * one fails. */
int profile_exit_status(const struct profile *profile);

/* Passes a signal to the program (one that was attached to goes on, and the run ends), or to its
 * children if the program has gone before them. In the latter case a second signal ends the run. */
void profile_signal(struct profile *profile, int signal_number);

/* The user has sent a signal to the program itself. Processes that wait for a GPU go on unprofiled.
 */
void profile_stop_waiting(struct profile *profile);

/* Ends the program if it still runs, completes the report file, and frees everything but the
 * report, which goes to the caller. *written: false if a file could not be written. */
struct report *profile_finish(struct profile *profile, bool *written);

#endif
