/* window: launches that are measured together, since starting and stopping the counters costs far
 * more than a launch.
 *
 *   window_open()      the context is idle; memory is saved
 *   window_add()       copies a launch; the program's own call then runs it, unprofiled
 *   window_add_work()  copies a fill or copy between launches in the same way
 *   window_close()     measures and sends, in these steps:
 *
 *   1. A kernel of ours finds what the program's own run changed (memory_changes.h).
 *   2. For each group and pass the counters start. If all launches together take less than 20 ms,
 *      the first launches run to warm up (tests/gpu/RESULTS.md). Memory is put back, and
 *      everything runs again in the program's order, each measured launch after a cache flush.
 *      Then the counters stop. Each kernel is a range of the counter data, also the ones that warm
 *      up or flush; window_parts.c knows which ranges count.
 *   3. Memory gets the content that the program's own run gave it, so races in the replay change
 *      nothing. If there is no room for a copy of that content, or if there is a checkpoint of the
 *      heap, the last pass leaves memory as the program expects it.
 *   4. Counter data is decoded here, and the host computes values from it while the program goes
 *      on.
 *
 * A window closes when it is full (--replay-window, else WINDOW_LAUNCHES, and fewer if the counter
 * data would take too much memory), at the first launch after half a second, so that the results
 * of a slow program come soon, and at the end of the program, before its other handlers of exit().
 *
 * A window stays open over launches, fills, copies, calls that neither see nor change device
 * memory (call_harmless.h), calls that look at what the program's own run left or ask how much
 * memory is free, which is told as if nothing were open (call_looks.h), and calls that ask for
 * memory (call_allocates.h), free it or unload modules (call_frees.h), which then happens when the
 * window closes. Any other call closes it first. Launches that the filters left out run again with
 * the others and have no results. The launch of a graph brings its nodes: the program's call runs
 * the graph, the replay its nodes, one after the other. If a window has more launches than the
 * counters have room for, it is measured part by part, and what lies before a part runs without
 * counters.
 *
 * Where the program's own code shares memory with kernels it may change that memory between two
 * launches without a call. Launches that reach such host memory run again on shadows of it
 * (saved/shadow.h), and the first one of each kernel that may wait for the program has a window of
 * its own. Where there can be no shadow, each launch has a window of its own.
 *
 * Launches of several contexts of one process share a window where each context has a GPU of its
 * own (window_members.c). They run again in the program's order, and the counters of one context
 * count at a time.
 *
 * Where other processes or GPUs have a part in the program, launches that can get at what these
 * write never join a window, see program/exposed.h.
 *
 * If anything fails on the way, memory is set right without counters, the program goes on as if
 * nothing had happened, and the host gets the reason. */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_WINDOW_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_WINDOW_H

#include <stdbool.h>

#include "collect/inject/context/contexts.h"
#include "collect/inject/host/results.h"
#include "collect/inject/program/facts.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/whole_graph.h"
#include "collect/inject/program/work.h"
#include "collect/inject/saved/checkpoint.h"
#include "collect/inject/saved/shadow.h"
#include "collect/inject/window/range_record.h"
#include "collect/inject/window/window_limits.h"

/* What the program asked for. */
struct window_item {
    struct context_state *context; /* of the call */
    enum window_item_kind { ITEM_WANTED, ITEM_OTHER, ITEM_WORK } kind;
    struct work work;            /* of ITEM_WORK */
    struct launch launch;        /* of the others */
    struct whole_graph *graph;   /* or NULL: it is a kernel */
    struct range_record *record; /* not owned; or NULL: it is no range */
    struct facts facts;          /* of ITEM_WANTED, and the next three */
    uint32_t correlation;        /* CUPTI's number of the program's own call */
    uint32_t range;              /* of the counter data */
    bool timed;                  /* its time in the program's own run is known */
    uint64_t time;               /* that time, ns */
    uint64_t sampled_begin;      /* while counters are sampled, ns since 1970: before the launch */
    uint64_t sampled_end;        /* and behind it */
    bool sent;                   /* its result is the host's already */
    bool sampling;               /* its warps are to be sampled */
    bool elsewhere;              /* wanted, of another context than the one that is measured now */
    bool reaches;                /* its arguments lead to a shadow of shared memory */
    struct inside_values inside; /* what happened inside of the kernel */
};

/* What a call of the program brings into a window. */
struct window_need {
    size_t launches, wanted;
    enum kernel_hazard kernel_hazard; /* the most careful of its launches' */
    bool shares;                      /* they can reach memory of the program's own code... */
    bool may_shadow;                  /* ... or would, but that can run on shadows (shadow.h) */
    struct shadow_reach reach;        /* what of it their arguments lead to */
    const char *once;                 /* why they must not run again, a static text; or NULL */
    bool alone;                       /* nothing else may be in the window */
    const struct launch *launch;      /* if it is one, with its arguments; else NULL */
    const struct graph *graph;        /* if it is a graph; else NULL */
};

enum { MOST_LATE_MODULES = 64, MOST_MEMBERS = MOST_BESIDE };

/* What the program gave back meanwhile, and what goes when the window closes. */
struct late_frees {
    struct late_free {
        CUcontext context;
        uint64_t address, size;
    } * frees;
    size_t count;
    bool in_order; /* some were freed in the order of a stream */
    struct late_module {
        CUcontext context;
        CUmodule module;
    } modules[MOST_LATE_MODULES];
    size_t module_count;
};

/* Pinned memory that calls of the program write in the order of a stream while the window is open.
 */
struct pinned_writes {
    struct pinned_write {
        uint64_t address, size;
    } * writes;
    size_t count, capacity;
    bool unknown; /* there was no memory to note one: it may be any */
};

struct window {
    struct inject *inject;
    struct context_state *context; /* whose call is added, or whose launches are measured now */
    struct context_state *members[MOST_MEMBERS]; /* whose launches may join */
    size_t member_count;
    struct window_item **items; /* in the program's order */
    size_t count, capacity;
    size_t wanted, launches;           /* of these: to be measured, and all kernels */
    size_t call;                       /* the first item of the program's last call */
    size_t begin, end;                 /* items that are measured now, see next_part() */
    size_t part_launches, part_wanted; /* among these */
    size_t most;                       /* launches that it may hold */
    size_t upload_room;                /* bytes that copies from the host may still hold */
    size_t others;                     /* since the last one that is to be measured */
    bool may_shadow;                   /* launches may reach host memory, by its shadows */
    bool shadowed;                     /* some do */
    bool host_functions;               /* the program queued some */
    struct pinned_writes pinned;
    struct late_frees late;
    struct window_limits limits;
    bool apart;                         /* no replay touches memory shared with the program */
    bool shares;                        /* a replay puts back memory that the program shares */
    enum kernel_hazard kernel_hazard;   /* of all its launches */
    const char *uncounted;              /* why they are not measured and only ran once, or NULL */
    struct cupti_checkpoint checkpoint; /* if one was saved */
    uint64_t generation;                /* of the modules when memory was saved */
    uint64_t opened;                    /* CLOCK_MONOTONIC, nanoseconds */
    bool counting;                      /* between start and stop of the counters */
    bool watched;                       /* the watchdog waits for the pass */
    size_t timed;                       /* launches whose time in the program's own run is known */
    uint64_t kernel_time;               /* of these together, nanoseconds */
    size_t warm, warm_end; /* launches that each pass runs once before, and the item behind them */
    uint64_t nanoseconds[PHASE_COUNT];
    const char *ended_by;
    const char *failure;  /* of push or pop around a range, or of a launch, or NULL */
    char step_error[96];  /* what a step of the counters said */
    volatile bool let_go; /* the launch that runs again waited for what the program did later */
    volatile bool stuck;  /* a replay did not come to its end in time */
    const char *variant;  /* of a series: what is measured now, or NULL */
    bool sent;            /* its results are the host's already */
    bool foreign;         /* somebody else wrote memory that it saved */
    bool looked;          /* it stayed open over a call that looks */
    CUresult (*after)(struct window *, struct window_item *);  /* behind each kernel that runs
                                                               again; NULL: before all of these */
    CUresult (*before)(struct window *, struct window_item *); /* right before each of them */
    CUptiResult inside_result;                                 /* of what `after` does */
    struct sampling_pass *inside_pass;                         /* that is being made */
    struct time_pass *time_pass;                               /* the same of counters over time */
};

/* Saves memory and begins to watch launches. false: *error says why nothing can be measured, a
 * static text; the program's launch just runs, and the window need not be closed. */
bool window_open(struct window *window, struct inject *inject, struct context_state *context,
                 const struct window_need *need, const char **error);

/* Why a launch that reaches memory shared with the program is not replayed where others have a part
 * in that; a static text. */
extern const char window_shared_text[];

/* Makes the window's context that of a call that may join. false: no call of this context can. */
bool window_turn_to(struct window *window, CUcontext context);

/* Lists the contexts whose launches may join. Returns how many there are. */
size_t window_contexts(const struct window *window, CUcontext contexts[MOST_MEMBERS]);

/* Whether launches in it have not ended, without waiting. The window's context is current. */
bool window_runs(const struct window *window);

/* NULL if a call can still join the window, else why it cannot, a static text. */
const char *window_refuses(struct window *window, struct context_state *context,
                           const struct window_need *need);

/* Whether what a call reaches of the memory shared with the program can have shadows in this
 * window. True if that is nothing. */
bool window_can_shadow(struct window *window, const struct window_need *need);

/* Whether the window may stay open over a call that looks at what the program's own run left
 * (call_looks.h). It may not if it is large or old enough to be measured, or if it is the
 * context's first and its results should come soon. waits: the call must not have to wait for
 * that run. */
bool window_lets_look(struct window *window, bool waits);

/* Bytes of device memory that the program would have if the window were closed, and what we keep
 * for the next one given back. */
size_t window_room_taken(const struct window *window);

/* Whether the window may stay open over a call that asks for `size` bytes of device memory. */
bool window_lets_allocate(const struct window *window, size_t size);

/* Whether the window may stay open over a function of the program that is queued between launches.
 * It has run once when the window is replayed, and does not run again. */
bool window_lets_host_function(struct window *window);

/* Notes that a call which the window stays open over writes these bytes, if they are pinned memory.
 * What a copy from there brings is known only when its stream gets there. */
void window_note_write(struct window *window, uint64_t address, size_t size);
bool window_may_be_written(const struct window *window, uint64_t address, size_t size);

/* Whether the call fills pinned memory and the window may stay open over it. No replay touches that
 * memory, and later launches find in its shadow what it holds when their stream gets there. */
bool window_lets_fill(struct window *window, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* Whether the window may stay open over a call that takes the pinned memory at this address away.
 */
bool window_lets_unpin(struct window *window, uint64_t address);

/* Whether memory that the program frees can be freed when the window closes, so that it may stay
 * open. If so it will be, and the program's call must not free it. The call waits for the program's
 * work, and so does this. */
bool window_frees_late(struct window *window, CUcontext context, uint64_t address);

/* The same of memory that the program frees in the order of a stream, which waits for nothing.
 * Returns memory of ours, which the program's call must free instead, or 0. */
CUdeviceptr window_frees_late_in_order(struct window *window, CUcontext context, uint64_t address,
                                       CUstream stream);

/* Whether the window may stay open over a call that asks how much memory is in use, of a device or
 * of a pool. What is freed in the order of a stream counts until the stream has come that far, and
 * for a while after it: nothing knows how long. */
bool window_lets_ask_room(const struct window *window);

/* The same of a module that the program unloads. Returns a module of ours, which the program's call
 * must unload instead, or NULL. */
CUmodule window_unloads_late(struct window *window, CUcontext context, CUmodule module);

/* Whether the window may stay open over a call that destroys this stream. Launches of it run again
 * in a stream of ours then, which makes no difference: they run one after the other. */
bool window_lets_destroy(struct window *window, CUstream stream);

/* Whether the address lies in memory that the program has freed, and the driver does not know yet.
 */
bool window_has_freed(const struct window *window, uint64_t address);

/* Whether it holds a launch of this function, by the handle that was launched or as a
 * CUfunction. */
bool window_launches(const struct window *window, CUfunction handle);

/* Whether the window may stay open over a call that limits the dynamic shared memory of a function
 * (call_sets.h) to so many bytes. Launches that had more run again with a higher limit. */
bool window_lets_limit(struct window *window, CUpti_CallbackId id, const CUpti_CallbackData *data,
                       size_t shared);

/* Whether a launch had better have a window of its own, because memory is sparse (saved/sparse.h)
 * and what it writes has to be learned first. */
bool window_is_apart(struct inject *inject, const struct context_state *context,
                     struct function *function, const struct launch *launch);

/* Sees to it that the old content of what is about to be written is at hand, where memory is
 * sparse. For what joins a window without window_add() and its like: items of a range's record. */
void window_foresee_launch(struct window *window, const struct launch *launch);
void window_foresee_graph(struct window *window, const struct graph *graph, CUstream stream);
void window_foresee_work(struct window *window, const struct work *work, CUstream stream);

/* What is added from here on belongs to one call of the program. */
void window_begin_call(struct window *window);

/* Takes over a launch whose arguments are copied; pointers among them that lead to host memory lead
 * to its shadow then. function: of a launch that is wanted; NULL: it just runs again. false: no
 * memory, the caller still owns the launch. */
bool window_add(struct window *window, const struct launch *launch, const struct function *function,
                uint32_t correlation);
/* Adds a graph that is measured as one. Its launch has no arguments. */
bool window_add_graph(struct window *window, const struct launch *launch, const struct graph *graph,
                      uint32_t correlation);
/* The work's stream must be known; stream: that a copy from the host is queued on. */
bool window_add_work(struct window *window, const struct work *work);
bool window_add_upload(struct window *window, const struct work *work, CUstream stream);
/* The same of a copy from pinned memory at an address, which a function of the program that is
 * queued before it may still fill: it is recorded in the stream's order. false: no room. */
bool window_add_late_upload(struct window *window, const struct work *work, uint64_t address,
                            CUstream stream);
/* Adds a range that is measured as one, alone in its window. The record stays the caller's, and
 * may still grow. */
bool window_add_range(struct window *window, const struct launch *launch,
                      struct range_record *record);

/* The program's last call failed: reports its wanted launches with the reason, and removes from
 * the window all that the call added. */
void window_drop_call(struct window *window, const char *reason);

/* Measures, sends the results and frees what the window holds. why: what ended it, a static text
 * for the trace. */
void window_close(struct window *window, const char *why);

#endif
