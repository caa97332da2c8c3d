/* functions: what is known of each kernel handle that the program launches. A handle is what the
 * launch call has: a CUfunction or a CUkernel. The driver uses handles again, so what is known of a
 * handle goes with its module. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_FUNCTIONS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_FUNCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cuda.h>

#include "collect/inject/base/kernel_calls.h"

struct inject;

/* See known_config.h; key: of launches of which the driver makes this. */
struct known_config {
    uint64_t key;
    uint32_t shared_config, registers;
};

enum { MOST_CONFIGS = 4 };

struct function {
    CUfunction handle;   /* as launched */
    CUfunction function; /* itself, in the context of its last launch */
    CUcontext context;   /* of a CUkernel: that context */
    CUmodule module;     /* it is of this one */
    CUlibrary library;   /* of a CUkernel: the handle is of this one */
    bool is_kernel;      /* handle is a CUkernel */
    bool never;          /* the host wants no launch of it */
    bool stuck;          /* a launch of it did not end when it ran again */
    bool shared_well;    /* a launch of it that reaches host memory did (saved/shadow.h) */
    bool waits;          /* one waited for what the program did later when it ran again */
    bool apart;          /* where memory is sparse it is measured alone, to learn what it writes */
    unsigned reach;      /* how many times as far as usual it may write, see foresight.h; 0: once */
    bool sampled;        /* warp sampling was on in a launch of it, see warp_samples.h */
    uint64_t too_short;  /* ns: launches up to this have no warp sample at the usual period */
    bool has_cubin;      /* the next two are known */
    uint64_t cubin;      /* reference of its cubin */
    int barriers;        /* modules_barriers() */
    enum { ORDER_UNKNOWN, ORDER_IS_FREE, ORDER_MATTERS } order; /* kernel_order.h */
    enum { WAIT_UNKNOWN, WAIT_NEVER, WAIT_MAY } wait;           /* kernel_wait.h */
    bool never_waits; /* the same; false while the one above is unknown */
    bool refused;     /* as a node of a graph it was, by the driver, when it ran again */
    bool calls_known, told;
    struct kernel_calls calls; /* if they are known */
    bool has_cache_config;
    CUfunc_cache cache_config;
    struct known_config configs[MOST_CONFIGS];
    size_t config_count; /* that there were: the oldest is overwritten */
};

struct function_table {
    struct function *entries;
    size_t count, capacity;
};

/* The entry of a handle, made if it is new. Valid until the table changes: look it up again after
 * the lock was free. NULL: no memory. */
struct function *functions_get(struct function_table *table, CUfunction handle);

/* Finds out what the handle is, and adds its module or library to the module list. The handle of a
 * kernel has a module in each context. Asks the driver when the handle is new, and when a kernel's
 * context is another one than before. */
void functions_resolve(struct function *function, struct inject *inject);

/* The module or the library goes. What may be of it is forgotten: every handle that
 * functions_resolve() has not seen, and with a library every CUfunction, since its modules in other
 * contexts are not known. */
void functions_drop_module(struct function_table *table, CUmodule module);
void functions_drop_library(struct function_table *table, CUlibrary library);
/* A context goes: all is forgotten, since CUfunctions of it are not known. */
void functions_clear(struct function_table *table);

#endif
