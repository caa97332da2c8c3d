/* what_if: the occupancy that a launch would have with other numbers: another block size, other
 * registers or shared memory, or another chip.
 *
 * It starts at the launch's own numbers and computes occupancy_limits(), from which the metrics
 * of a launch are made, too. The grid keeps its number of threads: if blocks are smaller, there
 * are more of them. */
#ifndef ROOFTOP_REPORT_CONTENT_WHAT_IF_H
#define ROOFTOP_REPORT_CONTENT_WHAT_IF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"
#include "report/base/strbuf.h"
#include "report/content/occupancy_device.h"
#include "report/file/result.h"

/* X(enum, word for commands, label, metric that the launch's own value is read from) */
#define WHAT_IF_TABLE(X)                                                                           \
    X(BLOCK, "block", "Threads per block", "launch__block_size")                                   \
    X(REGISTERS, "registers", "Registers per thread", "launch__registers_per_thread")              \
    X(STATIC, "static", "Static shared memory", "launch__shared_mem_per_block_static")             \
    X(DYNAMIC, "dynamic", "Dynamic shared memory", "launch__shared_mem_per_block_dynamic")         \
    X(CONFIG, "config", "Shared memory per SM", "launch__shared_mem_config_size")                  \
    X(BARRIERS, "barriers", "Barriers per block", "launch__barrier_count")                         \
    X(CLUSTER, "cluster", "Blocks per cluster", "launch__cluster_size")                            \
    X(SMS, "sms", "SMs", "device__attribute_multiprocessor_count")                                 \
    X(CHIP, "chip", "Compute capability", "device__attribute_compute_capability_major")

enum what_if_input {
#define WHAT_IF_ENUM(input, ...) WHAT_IF_##input,
    WHAT_IF_TABLE(WHAT_IF_ENUM)
#undef WHAT_IF_ENUM
        WHAT_IF_INPUTS
};

/* What can limit the number of blocks on an SM. */
enum what_if_limit {
    LIMIT_WARPS,
    LIMIT_REGISTERS,
    LIMIT_SHARED,
    LIMIT_BLOCKS,
    LIMIT_BARRIERS,
    WHAT_IF_LIMITS
};
extern const char *const what_if_limits[WHAT_IF_LIMITS];

enum { WHAT_IF_CLUSTERS = 32 };

struct what_if {
    struct occupancy_device own, device; /* device of the result; device that is asked for */
    unsigned launch[WHAT_IF_INPUTS], now[WHAT_IF_INPUTS];
    uint64_t grid;   /* blocks of the launch */
    double achieved; /* percent, measured; NAN: it was not */
    /* clusters[n]: clusters of n blocks that the driver would have active at once, for the
     * launch's own numbers; 0: not known. */
    unsigned clusters[WHAT_IF_CLUSTERS];
};

struct what_if_outcome {
    struct occupancy_limits limits;
    unsigned by[WHAT_IF_LIMITS]; /* blocks per SM; the same as in limits */
    unsigned least;              /* bits of the limits that are reached */
    double percent;
    unsigned registers; /* given to a block */
    unsigned shared;    /* given to a block, in bytes, with the driver's */
    uint64_t blocks;    /* of the grid */
    double waves;       /* NAN: no block fits */
};

/* Returns false with the error if the result is not a launch whose numbers are known. */
bool what_if_begin(struct what_if *what, const struct result *result, struct error *error);

/* what_if_has() returns whether the chip and the launch have the input: not all have barriers
 * and clusters. what_if_is_launch() returns whether all numbers are the launch's own. */
bool what_if_has(const struct what_if *what, enum what_if_input input);
bool what_if_is_launch(const struct what_if *what);
void what_if_reset(struct what_if *what);

/* Sets an input. Returns false with the error, and changes nothing, if the chip does not allow
 * the value. */
bool what_if_set(struct what_if *what, enum what_if_input input, unsigned value,
                 struct error *error);

/* Finds the next value that makes a difference to what is given out. step is 1 or -1. Returns
 * false if there is none. */
bool what_if_next(const struct what_if *what, enum what_if_input input, int step, unsigned *value);

struct what_if_outcome what_if_outcome(const struct what_if *what);
/* The outcome of the launch's own numbers. */
struct what_if_outcome what_if_outcome_launch(const struct what_if *what);

/* Appends why not even one block fits, as one clause; nothing if one fits. */
void what_if_obstacle(const struct what_if *what, struct strbuf *out);

/* Appends what a kernel's declaration needs so that the compiler keeps to the registers that are
 * asked for, "__launch_bounds__(256, 8)": the block, and as many blocks of it as an SM has
 * registers, warps and places for. Nothing if the launch's own registers are not more, or suffice
 * for as many blocks. */
void what_if_bounds(const struct what_if *what, struct strbuf *out);
/* Returns the blocks of that; 0: nothing is needed. */
unsigned what_if_bounds_blocks(const struct what_if *what);

/* The occupancy in percent with another value of one input. */
double what_if_percent(const struct what_if *what, enum what_if_input input, unsigned value);
/* The same with another amount of shared memory per block, all of it as WHAT_IF_DYNAMIC. */
double what_if_percent_shared(const struct what_if *what, unsigned shared);

/* The nearest changes that raise the occupancy: changes of one input each, or if none of them
 * helps, of two inputs. */
struct what_if_change {
    enum what_if_input input[2];
    unsigned value[2];
    size_t inputs;
    double percent;
};
size_t what_if_changes(const struct what_if *what, struct what_if_change list[WHAT_IF_INPUTS]);

/* The words of the table; what_if_read() reads the number of an input as it is typed ("48K",
 * "8.9"). */
const char *what_if_word(enum what_if_input input);
const char *what_if_label(enum what_if_input input);
const char *what_if_metric(enum what_if_input input);
bool what_if_input_named(const char *word, size_t length, enum what_if_input *input);
bool what_if_read(enum what_if_input input, const char *text, unsigned *value, struct error *error);
/* Appends a value: "9.0", "32 KiB", "5,000 B". */
void what_if_write(enum what_if_input input, unsigned value, struct strbuf *out);

#endif
