/* inject: the state of the injection library, of which there is one in each process. Functions get
 * a pointer to it, or to the one part of it that they need.
 *
 * guard.lock guards all of it, but for the tables of functions (read-only once they are filled) and
 * for what has a lock of its own: channel, watchdog, gate. Rules for all code that uses it are in
 * guard.h. Rooms above this one own what the pointers lead to; it is made once and never freed. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_INJECT_H
#define ROOFTOP_COLLECT_INJECT_BASE_INJECT_H

#include <stdbool.h>
#include <stdint.h>

#include "collect/inject/base/channel.h"
#include "collect/inject/base/counter_gate.h"
#include "collect/inject/base/foil.h"
#include "collect/inject/base/guard.h"
#include "collect/inject/base/own_device.h"
#include "collect/inject/base/watchdog.h"

struct call_stacks;
struct context_state;
struct function_table;
struct graph;
struct in_place;
struct memory_tracker;
struct module_list;
struct module_news;
struct program_filter;
struct ranges;
struct single_pass;
struct window;

/* What the host set in Setup. */
struct inject_settings {
    bool flush_caches;         /* before each measured launch */
    bool may_flush;            /* they are flushed, or a series asks for it */
    bool whole_graphs;         /* graphs are measured, and not their nodes */
    bool samples_warps;        /* of kernels that run again may be asked for */
    bool patient;              /* nobody waits for the first results while the program runs */
    size_t window_launches;    /* most launches in a window; 0: as many as pays */
    size_t most_others;        /* launches without results in a row in a window; 0: the usual */
    unsigned replay_timeout;   /* seconds that a kernel may take to end; 0: any */
    Wire__SeriesAxis **series; /* parameters that each launch is profiled with, too; owned */
    size_t series_count;
};

/* What decides which launches the host is asked about. */
struct inject_judging {
    struct program_filter *filter;
    struct call_stacks *stacks; /* NULL: not asked for */
    uint64_t launches;          /* of the program, so far: the number of the next one */
    bool watches;               /* the time of the launch is asked for that was judged last */
    bool counters_alone;        /* of the one that the host wants last: see struct launch */
    uint64_t unasked;           /* launches since the last question that the host does not know */
};

/* Streams on which launches run that are measured nowhere, see program/running.h. If there are more
 * the others are not known. */
struct inject_running {
    struct running_stream {
        CUcontext context;
        CUstream stream;
        pthread_t thread;       /* if the stream is each thread's own: whose */
        bool waits;             /* its kernel waits for other GPUs */
        bool waits_for_program; /* it waits for a value in memory or another engine */
        bool given_up;          /* it was waited for in vain */
    } streams[64];
    size_t count;
};

/* Streams that are being captured, see program/captures.h. Of more only the number is known. */
struct inject_captures {
    struct captured_stream {
        CUcontext context;
        CUstream stream;
        pthread_t thread; /* that began it */
    } streams[64];
    size_t count;
};

/* GPUs whose kernels wait for each other, see program/meeting.h. If there are more the others are
 * not known. */
struct inject_meeting {
    struct meeting_place {
        CUcontext context;
        pthread_t thread; /* of the last launch */
        bool takes_part;  /* it came to the last meeting, or has launched something since */
        bool came;        /* to the one that is waited for */
    } places[16];
    size_t count;
    size_t held;       /* threads that wait for the others */
    unsigned missed;   /* times that nobody came */
    uint64_t meetings; /* so far */
    uint64_t launches;
};

/* Memory that no call allocated, see program/pageable.h: which kernels use that of the program, and
 * what was found out of addresses. */
struct inject_pageable {
    uint64_t asked, devices; /* a bit for each device; those that can reach such memory */
    bool used;               /* the program's kernels do */
    struct untold_answer {
        uint64_t address; /* 0: none */
        bool is_variable; /* of a module */
    } answers[16];
    unsigned next;
    uint64_t generation; /* of the modules that were asked */
};

/* Green contexts of the program, see green_context.h. */
struct inject_green {
    bool any; /* it has made one */
    struct green_handle {
        CUgreenCtx green;
        CUcontext primary; /* NULL: not known */
    } * handles;
    size_t count, capacity;
};

/* What is known of the program from its driver calls. */
struct inject_program {
    struct memory_tracker *memory;
    struct module_list *modules;
    struct module_news *module_news;
    struct function_table *functions;
    struct graph *graphs; /* executable ones */
    struct inject_running running;
    struct inject_meeting meeting;
    struct inject_captures captures;
    struct inject_pageable pageable;
    unsigned capturing;     /* streams that are being captured */
    bool stream_attributes; /* it has set some */
    struct inject_green green;
    bool heap_used;        /* a kernel that can use the device's heap was launched */
    bool unknown_launched; /* a kernel was launched of which this is not known */
    bool threads_run;      /* they ran when memory was to be put back that they share */
};

/* The replay modes (replay_mode.h) and what each of them has open. */
struct inject_modes {
    struct window *window;           /* launches that are measured together, or NULL */
    struct in_place *in_place;       /* launches measured where they are made, or NULL */
    struct watched *watched;         /* launches whose time alone is measured, or NULL */
    struct ranges *ranges;           /* results are of ranges, or NULL */
    struct single_pass *single_pass; /* application replay of ranges, or NULL */
};

/* A kernel that had not ended when it was given up. */
struct inject_stuck {
    CUcontext context; /* NULL: there is none */
    CUstream stream;
};

/* Counters that the process keeps between windows, see kept_counters.h. */
struct inject_kept {
    struct watchdog asking; /* asks the host whether another process waits for them */
    bool (*runs)(const struct inject *inject); /* whether launches of a replay mode do */
};

/* Notices that the host gets once. */
struct inject_told {
    bool capture; /* launches during a capture are not profiled */
    bool graphs;  /* graphs are profiled without the series */
    bool busy;    /* another process has the counters and does not give them up */
};

struct inject {
    struct foil_driver driver;
    struct foil_cupti cupti;
    struct channel channel;
    struct guard guard;
    struct watchdog watchdog; /* of the replay and of launches in place */
    struct counter_gate gate;
    CUpti_SubscriberHandle subscriber;
    bool active;     /* false: nothing more is profiled in this process */
    bool over;       /* it ends, or is a child of fork(): contexts are left as they are */
    bool shares_gpu; /* with another process that is profiled: they take turns */
    bool replaying;  /* what is loaded now is ours and not the program's */
    struct inject_settings settings;
    struct inject_judging judging;
    struct inject_program program;
    struct inject_modes modes;
    struct inject_stuck stuck;
    struct inject_told told;
    struct inject_kept kept;
    struct own_device own_device;
    struct context_state *contexts;
    const struct context_state
        *counting;         /* whose counters run where the program launches, or NULL */
    void (*at_exit)(void); /* measures what is open, says goodbye */
};

/* Has the end of the program call at_exit before the handlers of exit() that others have registered
 * until now: libraries register theirs while they are used first, and must not be gone by then. */
void inject_end_first(const struct inject *inject);

/* Tells the host; the text is cut after 511 bytes. A fatal notice also ends profiling in this
 * process. */
void inject_notice(struct inject *inject, bool fatal, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Names of errors; static texts. */
const char *inject_driver_error(const struct inject *inject, CUresult result);
const char *inject_cupti_error(const struct inject *inject, CUptiResult result);

#endif
