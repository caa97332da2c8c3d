/* counter_gate: leaves out calls by which CUPTI stops the counters after a launch only to start
 * them again before the next one.
 *
 * Around each range CUPTI has the kernel driver write registers of the performance monitors: it
 * sets some bits before the launch and clears them after it. Each of these two calls takes 0.4 ms,
 * more than all else that a launch costs in a pass. They do not decide where a range begins and
 * ends: commands in the stream do. So while a pass runs the gate holds a clearing call back. If
 * the next call sets the same bits, neither is made. Before any other call to the monitors, and
 * when the pass ends, the gate makes the call that it holds. tests/gpu/RESULTS.md has what is
 * counted with and without the gate.
 *
 * The gate learns which calls these are: a call that writes no more than GATE_REGISTERS registers,
 * and one that clears just these bits, the same two twice in a row. It makes all other calls as
 * they come. The layouts are those of NVIDIA's open kernel modules (ctrlb0ccprofiler.h,
 * ctrl2080gpu.h). With a driver that has other layouts nothing matches, and nothing is left out.
 */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_COUNTER_GATE_H
#define ROOFTOP_COLLECT_INJECT_BASE_COUNTER_GATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "collect/inject/base/rm_control.h"

enum { GATE_REGISTERS = 8, GATE_MOST_REGISTERS = 124 };

struct register_operation {
    uint8_t kind, type, status, quad;
    uint32_t groups, subgroups, offset, high, low, mask_high, mask_low;
};

struct register_operations {
    uint32_t count, mode;
    uint8_t passed, direct;
    struct register_operation of[GATE_MOST_REGISTERS];
};

/* A call that was made, and what it was answered. */
struct gate_call {
    int file;
    struct rm_control request;
    struct register_operations asked, answered;
};

struct counter_gate {
    /* ioctl(2), or what stands for it in a test */
    int (*ask)(int file, unsigned long request, void *parameters);
    pthread_mutex_t lock;
    bool passing;                     /* a pass runs */
    bool kept_back;                   /* the clearing call is still to be made */
    bool failed;                      /* it was made late, and refused */
    bool last_is_open;                /* the last call was `candidate` */
    unsigned pairs;                   /* so often the two came one after the other */
    struct gate_call candidate;       /* a call that writes few registers */
    struct gate_call open, close;     /* the two, once pairs > 0 */
    unsigned long long spared, calls; /* calls that were not made, and that were, to registers */
};

void counter_gate_init(struct counter_gate *gate,
                       int (*ask)(int file, unsigned long request, void *parameters));

/* The gate looks at calls until counter_gate_end(). Meanwhile nothing may be counted in the
 * context but launches that are ranges. */
void counter_gate_begin(struct counter_gate *gate);

/* Makes the call that is held back, if there is one. false: the driver refused it or an earlier
 * one; the counters cannot be relied on. */
bool counter_gate_end(struct counter_gate *gate);

/* Takes the place of ioctl(2) in the driver. Returns what that returns and leaves errno as it
 * does. */
int counter_gate_call(struct counter_gate *gate, int file, unsigned long request, void *parameters);

/* In a child of fork(): forgets the pass, and makes the lock anew, since a thread that is not
 * there may hold it. */
void counter_gate_forked(struct counter_gate *gate);

#endif
