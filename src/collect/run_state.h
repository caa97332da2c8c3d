/* run_state: the state of a profiling run, shared by the files that make it up:
 *
 *   profile      starts the run, watches it, frees it
 *   peer         the connection to one profiled process, and which message goes where
 *   peer_device  a device is announced: its chip is planned, its clocks are locked
 *   gpu_wait     the device's GPU is another profiler's: the process waits
 *   peer_launch  a launch is announced: the filters judge it
 *   peer_nvtx    which NVTX ranges were open at launches
 *   peer_stacks  call stacks of launches
 *   peer_window  launches were measured: results, progress
 *   mps_turns    clients of the Multi-Process Service take turns
 *   mps_control  clients that other rooftops start
 *   app_replay   the same program, run once for each pass
 *   run_end      ending the program, and saying why there is nothing to show
 *
 * Everything here belongs to those files alone. */
#ifndef ROOFTOP_RUN_STATE_H
#define ROOFTOP_RUN_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "clock_guard.h"
#include "cupti_host.h"
#include "evaluators.h"
#include "frame.h"
#include "launcher.h"
#include "left_out.h"
#include "notices.h"
#include "peer_nvtx.h"
#include "peer_stacks.h"
#include "profile.h"
#include "recorder.h"
#include "report_writer.h"
#include "result_pack.h"
#include "seen_kernels.h"
#include "source_import.h"
#include "wire.pb-c.h"

enum { MOST_DEVICES = 64 };

/* One chip with its plan; devices of the same chip share it. */
struct chip_state {
    char *name;
    struct cupti_chip *chip;
    struct chip_plan plan;
    Wire__Device *device; /* the first that was seen of it */
};

/* A process that waits for a GPU, see gpu_wait.h. */
struct peer_wait {
    bool waits;
    uint32_t ordinal;
    double since, said, alive; /* the last message to the user, 0: none; to the process */
};

/* One profiled process. */
struct peer {
    struct peer *next;
    struct profile *profile;
    int socket;
    pid_t pid; /* 0: not known */
    struct frame_reader reader;
    Rep__ProcessInfo process;
    struct {
        Wire__Device *device;
        struct chip_state *chip;
        bool clock_locked, locked; /* clocks; the GPU, by gpu_locks.h */
    } devices[MOST_DEVICES];
    struct peer_nvtx nvtx;
    struct peer_stacks stacks;
    struct peer_series {
        bool begun;
        uint64_t launch;
        uint32_t number; /* among all of the run, from 1 */
    } series;            /* that results come of */
    struct peer_mps {
        bool client, primary; /* of the Multi-Process Service; see mps_control.h */
        bool measures, asks;  /* it is its turn; it waits for it */
        Wire__Seen *held;     /* a launch that waits for its verdict, or NULL */
        double alive;         /* when it was last told that it waits */
    } mps;
    Wire__Hello *hello; /* that waits for other clients, or NULL */
    struct peer_wait wait;
    char *kernel; /* being measured */
    bool said_bye;
    size_t number;         /* with application replay: see app_match.h */
    bool launching;        /* it asks about launches, and does not measure yet */
    double window_started; /* when its first launch was taken; 0: none is open */
    uint64_t open;         /* launches that were taken and are not measured yet */
    bool profiled;
};

/* A window that has come and waits for its evaluation (peer_window.h). */
struct pending_window {
    struct pending_window *next;
    struct peer *peer;
    Wire__Window *window;
    struct evaluation *evaluation;
    size_t at;       /* its next result */
    uint32_t device; /* of its results; MOST_DEVICES: not known yet */
};

struct profile {
    struct loop *loop;
    struct profile_settings settings;
    struct profile_events events;
    struct launcher launcher;
    struct cupti_library *cupti;
    struct plan plan;
    struct packed_sections sections; /* of the plan */
    struct chip_state *chips;
    size_t chip_count;
    struct peer *peers;
    struct pending_window *pending; /* in the order in which they came */
    struct evaluators *evaluators;
    struct report *report;
    struct rule_choice rules; /* those of the settings, for this report */
    struct report_writer *writer;
    struct clock_guard *guard;
    struct gpu_locks *locks;   /* once a device was seen */
    int wait_timer;            /* -1: nobody waits */
    struct recorder *recorder; /* or NULL */
    struct app_replay *series; /* application replay, or NULL */
    struct mps_control *mps;   /* of --mps control, or NULL */
    bool told_of_mps;
    float driver;           /* version of the kernel driver */
    Wire__Machine *machine; /* once a process has said hello; NULL: see machine_error */
    struct error machine_error;
    struct seen_kernels seen;
    struct left_out left_out;
    struct source_import import; /* of --import-source */
    struct symbolizer symbolizer;
    struct notices notices;
    struct launch_counts counts;
    uint64_t results, queued, hellos, left_alone, taken, unmeasured;
    uint64_t variants;      /* results that are a launch with other parameters, in a series */
    uint32_t launch_series; /* so many launches have one */
    uint64_t communicating; /* launches of kernels that wait for others: collective_kernels.h */
    struct seen_kernels unprofiled; /* processes that options leave out, and how often */
    const char *unprofiled_by;      /* one of these options */
    double measured_seconds;        /* over all results */
    double started, ended;          /* ended: 0 until then */
    bool machine_read, session_written, refused, failed, unprofiled_graph, interrupted;
    bool signalled; /* the user ends it: what ends now, ends by that */
    bool child_gone, finished;
    int child_status;
    double killed_at;
    bool stopped; /* by us, before its end: its exit status says nothing */
};

/* Seconds of a clock that never goes back. */
double run_now(void);

/* A message for the user. */
void run_say(struct profile *profile, enum message_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, for --verbose. */
void run_detail(struct profile *profile, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
