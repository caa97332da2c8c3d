/* counter_gate: leaves out the calls by which CUPTI stops the counters after a launch only to start
 * them again before the next one.
 *
 * Around each range CUPTI has the kernel driver write registers of the performance monitors: some
 * bits are set before the launch and cleared after it. Each of these two calls takes 0.4 ms, more
 * than all else that a launch of a pass costs. Where a range begins and ends does not depend on
 * them: commands in the stream say so. While a pass runs a call that clears is therefore kept back.
 * If the next one sets the same bits, neither is made; before any other call to the monitors, and
 * when the pass ends, it is made. tests/gpu/RESULTS.md has what is counted with and without this.
 *
 * Which calls these are is learned: a call that writes no more than GATE_REGISTERS registers,
 * followed by one that clears just these bits, the same two twice in a row. All others are made as
 * they come. The layouts are those of NVIDIA's open kernel modules (ctrlb0ccprofiler.h,
 * ctrl2080gpu.h); a driver with others makes calls that match nothing here. */
#ifndef ROOFTOP_INJECT_COUNTER_GATE_H
#define ROOFTOP_INJECT_COUNTER_GATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "rm_control.h"

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

/* From here to the end calls are looked at. Nothing may be counted in the context but launches that
 * are ranges. */
void counter_gate_begin(struct counter_gate *gate);

/* Makes the call that was kept back, if any. false: it, or one before, was refused; the counters
 * cannot be relied on. */
bool counter_gate_end(struct counter_gate *gate);

/* Stands for ioctl(2) in the driver; errno as that leaves it. */
int counter_gate_call(struct counter_gate *gate, int file, unsigned long request, void *parameters);

/* In a child of fork(): there is no pass, and the lock may be another thread's. */
void counter_gate_forked(struct counter_gate *gate);

#endif
