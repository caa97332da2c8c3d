/* profile: one profiling run: starts the program, answers its injection libraries, evaluates what
 * they send and keeps the results in a report, which is also written to a file if one is named.
 *
 * Everything happens inside loop_step(). Events go to the listener: results as they come, progress,
 * messages, the program's output, the end. */
#ifndef ROOFTOP_PROFILE_H
#define ROOFTOP_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "app_match.h"
#include "choice.h"
#include "clock_guard.h"
#include "error.h"
#include "launch_filter.h"
#include "launch_series.h"
#include "loop.h"
#include "mps_role.h"
#include "number_list.h"
#include "plan.h"
#include "report.h"
#include "rule_choice.h"
#include "section.h"

struct profile_settings {
    char *const *program;     /* NULL: only those of MPS clients */
    const char *command_line; /* of rooftop, for the report */
    const char *folder;       /* that the program runs in; NULL: ours */
    struct report *joins;     /* where results go, as a run of their own; NULL: a new report */
    const struct launch_filter *filter;
    struct choice_settings choice;
    struct plan_request request;
    const struct section_library *library;
    const struct rule_choice *rules; /* that look at results, which store what they find */
    enum clock_mode clocks;
    uint64_t window;   /* most launches that are measured together; 0: as many as pays */
    bool whole_graphs; /* a launch of a graph is one result; false: each of its kernels */
    const struct launch_series *series; /* of each launch */
    bool application_replay; /* a run for each pass; those of app_match and the buffer belong to it
                              */
    bool leave_host;         /* range replay saves no pinned memory */
    enum app_match_key match_key;    /* what identifies a launch */
    enum app_match_mode match_mode;  /* how far runs may differ */
    bool buffer_in_memory;           /* what is kept between runs */
    bool import_code, import_source; /* modules, the files they come from: into the report file */
    const char *source_files, *source_folders; /* see source_files.h; NULL: none */
    bool flush_caches, kill_when_done, root_process_only, check_exit_code;
    bool null_input, verbose;
    struct mps_settings mps;
    unsigned replay_timeout;         /* seconds; 0: none */
    const struct number_list *ranks; /* to profile; none: all */
    int rank;                /* of several that run at once, else -1: see profile_exit_status() */
    const char *naming;      /* to be said of the report's name; NULL: nothing */
    const char *export_path; /* with its suffix; NULL: not written */
    bool overwrite;
    bool own_output; /* the program's output comes as events */
    int rows, columns;
};

struct profile_progress {
    const char *kernel; /* short name */
    uint64_t number;    /* of this result, from 1 */
    uint64_t expected;  /* results in all; 0: unknown */
    unsigned pass, passes;
    double seconds_left; /* of what is known to come: this launch, or all that -c asks for */
    unsigned run, runs;  /* with application replay; runs 0: not known yet */
};

/* A detail is for a log: it is not said unless there is one. */
enum message_level { MESSAGE_NOTE, MESSAGE_WARNING, MESSAGE_ERROR, MESSAGE_DETAIL };

struct profile_events {
    void *context;
    void (*progress)(void *context, const struct profile_progress *progress);
    void (*result)(void *context, size_t index);
    void (*message)(void *context, enum message_level level, const char *text);
    void (*output)(void *context, const char *bytes, size_t length);
    void (*finished)(void *context);
};

struct profile;

/* Checks the names, starts the program. NULL: nothing was started, and a report that it should join
 * is as it was. */
struct profile *profile_start(struct loop *loop, const struct profile_settings *settings,
                              const struct profile_events *events, struct error *error);

/* To be called after each loop_step(): notices the program's end. */
void profile_check(struct profile *profile);

struct report *profile_report(const struct profile *profile);

/* What the run took until now; seconds of the program's own are those of one run of it. */
struct profile_measured {
    uint64_t results;
    unsigned passes; /* 0: not known yet */
    bool application_replay;
    double measuring, program;
};
struct profile_measured profile_measured(const struct profile *profile);
bool profile_running(const struct profile *profile);

/* The program's end has been seen and everything it sent is evaluated: what rooftop should exit
 * with. A rank of several exits with the program's own status, whatever became of the results:
 * launchers end all ranks if one fails. */
int profile_exit_status(const struct profile *profile);

/* A signal for the program, or for its children when it has gone before them; a second one then
 * ends the run. */
void profile_signal(struct profile *profile, int signal_number);

/* The user has sent a signal to the program itself: processes that wait for a GPU of another
 * profiler go on unprofiled. */
void profile_stop_waiting(struct profile *profile);

/* Ends the program if it still runs, completes the report file, frees everything but the report,
 * which goes to the caller. *written: false if there should be a file and it could not be written.
 */
struct report *profile_finish(struct profile *profile, bool *written);

#endif
