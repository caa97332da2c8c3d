/* run_state: the state of a profiling run. Everything in it belongs to the files of this room;
 * others see only profile.h. README.md says which file does what.
 *
 * One profile holds many peers, one for each process that is connected or is still needed. All of
 * it is used by the thread of the loop alone. */
#ifndef ROOFTOP_COLLECT_RUN_RUN_STATE_H
#define ROOFTOP_COLLECT_RUN_RUN_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/cupti/cupti_host.h"
#include "collect/machine/clock_guard.h"
#include "collect/os/frame.h"
#include "collect/program/launch_nvtx.h"
#include "collect/program/launch_stacks.h"
#include "collect/program/launcher.h"
#include "collect/program/name_counts.h"
#include "collect/program/notices.h"
#include "collect/program/unasked_launches.h"
#include "collect/result/evaluators.h"
#include "collect/result/recorder.h"
#include "collect/result/result_pack.h"
#include "collect/result/source_import.h"
#include "collect/run/profile.h"
#include "report/file/report_writer.h"
#include "wire.pb-c.h"

enum { MOST_DEVICES = 64 };

/* One chip with its plan. All devices of the same chip share it. */
struct chip_state {
    char *name;
    struct cupti_chip *chip; /* NULL: not opened yet, since the plan came from the cache */
    struct chip_plan plan;
    Wire__Device *device; /* the first one that a process announced */
};

/* Where a process stands: decides which messages it may send (peer_messages.c). */
enum peer_phase {
    PEER_CONNECTED, /* it has not said who it is, or its Hello waits for its answer (mps_control.h)
                     */
    PEER_GREETED,   /* it is profiled */
    PEER_MEASURES,  /* it is, and has announced a device */
    PEER_LEFT_OUT,  /* it was told that it is not profiled */
    PEER_DONE,      /* it has said Bye */
};

/* A process that waits for a GPU (gpu_wait.h). Times are those of run_now(). */
struct peer_wait {
    bool waits;
    uint32_t ordinal; /* of the device */
    double since;
    double said;  /* when the user was last told; 0: never */
    double alive; /* when the process was last told */
};

/* A device that a process has announced. */
struct peer_device {
    Wire__Device *device; /* NULL: not announced */
    struct chip_state *chip;
    bool clock_locked;
    bool locked; /* the GPU is ours (gpu_locks.h) */
};

/* The profile series that results are coming of. */
struct peer_series {
    bool begun;
    uint64_t launch;
    uint32_t number; /* among all series of the run, from 1 */
};

/* What other processes on its GPUs make of a process (mps_control.h, mps_turns.h). */
struct peer_mps {
    bool client, primary;
    bool measures;               /* it is its turn */
    bool asks;                   /* it waits for its turn */
    Wire__Hello *hello;          /* that waits until all clients are there, or NULL; owned */
    Wire__Seen *seen;            /* a launch that waits for its verdict, or NULL; owned */
    double alive;                /* when the process was last told that it waits */
    double asked;                /* since when it waits for its turn */
    uint64_t gpus[MOST_DEVICES]; /* addresses of those it measures on */
    size_t gpu_count;
    bool keeps;   /* it has its counters though it does not measure */
    bool in_vain; /* it keeps them though another process has waited for them */
    double busy;  /* when it last said that it measures with those it keeps */
};

/* One profiled process. */
struct peer {
    struct peer *next;
    struct profile *profile;
    int socket;
    pid_t pid; /* 0: not known */
    enum peer_phase phase;
    bool profiled;
    bool said_bye;
    bool sent_unknown; /* a message that this host does not know; the user was told */
    bool broke_rules;  /* it sent what it may not send; the user was told */
    unsigned notices;  /* how many it has sent */
    struct frame_reader reader;
    Rep__ProcessInfo process;
    size_t number; /* among the processes of the first run, with application replay */
    struct peer_device devices[MOST_DEVICES]; /* by ordinal */
    struct launch_nvtx nvtx;
    struct launch_stacks stacks;
    struct peer_series series;
    struct peer_mps mps;
    struct peer_wait wait;
    char *kernel;          /* short name of the one that is being measured; owned */
    bool launching;        /* it asks about launches, and does not measure yet */
    bool paused;           /* what it sends is not read until there is room for windows */
    double window_started; /* when the first launch of the open window was admitted; 0: none */
    uint64_t open;         /* launches that were admitted and are not measured yet */
};

/* What is collected, and on which chips. */
struct run_metrics {
    struct cupti_library *cupti;
    struct plan plan;
    struct packed_sections sections; /* of the plan */
    struct chip_state *chips;        /* room for MOST_DEVICES */
    size_t chip_count;
};

/* The processes of the program. */
struct run_processes {
    struct peer *connected;
    struct peer *gone;           /* disconnected, but needed until the end of the run */
    uint64_t greeted;            /* how many have said Hello */
    uint64_t excluded_count;     /* and how many of those are not profiled */
    struct name_counts excluded; /* their names, where an option excludes them */
    const char *excluded_by;     /* one of these options */
};

/* The Multi-Process Service. */
struct run_mps {
    struct mps_control *control; /* of --mps control, or NULL */
    bool told;                   /* the user was told that a process is a client */
};

/* The machine that the program runs on. */
struct run_machine {
    struct clock_guard *guard; /* NULL until clocks are to be locked */
    struct gpu_locks *locks;   /* NULL until a device is announced */
    int wait_timer;            /* descriptor; -1: nobody waits for a GPU */
    float driver;              /* version of the kernel driver */
    bool is_read;              /* the next two are set */
    Wire__Machine *facts;      /* NULL: see error */
    struct error error;
};

/* The launches that processes have announced, over all of them. */
struct run_launches {
    struct launch_counts counts;    /* of the filters */
    struct chosen_launches *chosen; /* NULL: the filters choose */
    struct name_counts names;
    struct unasked_launches unasked;
    uint64_t admitted;
    uint64_t collective;   /* of kernels that wait for other GPUs (collective_kernels.h) */
    bool unprofiled_graph; /* a graph was launched that cannot be profiled */
};

/* Launches of one kernel that are named when they are not measured for the same reason. The others
 * are counted at the end. */
enum { UNMEASURED_SAID = 3 };

/* The results that are finished and the ones that are still being made (result_queue.h). */
struct run_results {
    struct pending_window *pending; /* in the order in which they came */
    struct evaluators *evaluators;
    uint64_t made;
    uint64_t queued;            /* launches in the pending windows */
    uint64_t watched;           /* of `made`: launches whose time alone was measured */
    uint64_t unmeasured;        /* launches that came without counters */
    struct name_counts reasons; /* of these: kernel, and why */
    uint64_t variants;          /* of `made`: launches with other parameters, in a series */
    uint32_t series;            /* launches that have a series */
    double seconds;             /* spent on measuring, over all results */
};

/* Where results go. */
struct run_output {
    struct report *report;
    struct report_writer *writer; /* NULL: there is no file */
    int spill;                    /* where results go that memory need not hold; -1: nowhere */
    uint64_t in_memory, spilled;  /* bytes */
    struct recorder *recorder;    /* NULL: nothing is recorded */
    struct rule_choice rules;     /* those of the settings, for this report */
    struct source_import import;  /* of --import-source */
    bool session_written;
};

/* Bytes of its output that are kept of a run of the program whose output nobody sees. */
enum { OUTPUT_TAIL = 1024 };

/* The program that the launcher has started. */
struct run_program {
    bool gone;              /* it has ended, or there is none */
    int status;             /* as waitpid() gives it */
    double killed_at;       /* when it was asked to end; 0: it was not */
    bool stopped;           /* by us, before its end: its exit status says nothing */
    char tail[OUTPUT_TAIL]; /* the end of what a later run printed */
    size_t tail_length;
};

/* How the run goes. Times are those of run_now(). */
struct run_outcome {
    double started;
    double ended;     /* 0: it goes on */
    bool failed;      /* the exit status tells of an error */
    bool refused;     /* a process could not be profiled and has said why */
    bool signalled;   /* the user ends the program: what ends now ends because of that */
    bool interrupted; /* the user ends the run: nothing is waited for any more */
    bool finished;    /* the listener was told */
};

struct profile {
    struct loop *loop;
    struct profile_settings settings;
    struct profile_events events;
    const struct run_mode *mode;
    struct app_replay *app; /* of application and app-range replay, else NULL */
    struct launcher launcher;
    struct run_metrics metrics;
    struct run_processes processes;
    struct run_mps mps;
    struct run_machine machine;
    struct run_launches launches;
    struct run_results results;
    struct run_output output;
    struct run_program program;
    struct run_outcome outcome;
    struct symbolizer symbolizer;
    struct notices notices;
};

/* Seconds of a clock that never goes back. */
double run_now(void);

/* A message for the user. */
void run_say(struct profile *profile, enum message_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A message that the user sees with --verbose; it always goes to the log. */
void run_detail(struct profile *profile, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
