/* launch_filter: which launches are profiled or shown: --kernel-name, --kernel-id, --launch-skip,
 * --launch-count, --launch-skip-before-match, --filter-mode, --devices, --target-processes-filter,
 * --nvtx-include, --nvtx-exclude, --native-include and its like.
 *
 * The same filter works while profiling and on a report. Launches of other processes, on other
 * devices, outside of the NVTX ranges and with other call stacks count for nothing, all others for
 * skip_before, and only those that fit both the name and the id for skip and count. The ranges are
 * judged before, where they are known: in the program (inject/choice.h), or from the report
 * (result_filter.h), and so are call stacks (peer_launch.c). The filter itself does not change;
 * what it has seen is counted in launch_counts, one for each pass over launches. */
#ifndef ROOFTOP_LAUNCH_FILTER_H
#define ROOFTOP_LAUNCH_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "kernel_id.h"
#include "name_pattern.h"
#include "nvtx_filter.h"
#include "process_filter.h"
#include "stack_filter.h"

enum name_base { NAME_FUNCTION, NAME_DEMANGLED, NAME_MANGLED };

/* What launches are counted by: all together, those of a device, those of a grid, a block and a
 * size of dynamic shared memory. */
enum filter_mode { FILTER_GLOBAL, FILTER_PER_GPU, FILTER_PER_CONFIG };

enum { FILTER_DEVICES = 64 };

struct launch_filter {
    struct name_pattern name;
    struct kernel_id id;
    enum name_base base; /* what both names are compared with */
    enum filter_mode mode;
    uint64_t skip_before; /* launches of any kernel */
    uint64_t skip, count; /* count 0: no limit */
    struct nvtx_filter nvtx;
    struct stack_filter stacks;
    uint64_t devices; /* a bit for each; 0: all */
    struct process_filter processes;
};

/* What was judged so far. Initialise with {0}; release with launch_counts_free(). */
struct launch_counts {
    void *scopes;               /* a tree (tsearch) of struct launch_scope */
    struct launch_scope *first; /* the only one of FILTER_GLOBAL */
};

struct launch_identity {
    const char *function, *demangled, *mangled;
    uint32_t context;
    const uint32_t *stream; /* NULL: none */
    uint32_t device;
    uint32_t grid[3], block[3], shared; /* shared: dynamic shared memory */
    bool only_by_name;                  /* taken only if the name or the id asks for a kernel */
};

enum launch_verdict {
    LAUNCH_TAKE,
    LAUNCH_SKIP,
    LAUNCH_NEVER,   /* the name does not match: no launch of this function will be taken */
    LAUNCH_UNNAMED, /* skipped because it is taken only by name */
    LAUNCH_DONE,    /* the count is reached: nothing will be taken any more */
};

/* Adds the number of a device that launches are taken on. */
bool launch_filter_add_device(struct launch_filter *filter, const char *text, struct error *error);

/* Whether launches are counted at all by a process of this executable: see process_filter.h. */
bool launch_filter_takes_process(const struct launch_filter *filter, const char *path);

/* Judges one launch, in order; counts it. */
enum launch_verdict launch_filter_judge(const struct launch_filter *filter,
                                        struct launch_counts *counts,
                                        const struct launch_identity *launch);

/* Whether the count is reached, and with it the end. */
bool launch_filter_is_done(const struct launch_filter *filter, const struct launch_counts *counts);

/* Whether kernels are chosen by name. */
bool launch_filter_names(const struct launch_filter *filter);

/* What place and configuration of a launch need to be known for. */
bool launch_filter_wants_place(const struct launch_filter *filter);

/* Whether every launch is taken. */
bool launch_filter_takes_all(const struct launch_filter *filter);

void launch_filter_free(struct launch_filter *filter);
void launch_counts_free(struct launch_counts *counts);

#endif
