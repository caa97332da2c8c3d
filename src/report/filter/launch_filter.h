/* launch_filter: selects the launches that are profiled or shown: --kernel-name, --kernel-id,
 * --launch-skip, --launch-count, --launch-skip-before-match, --filter-mode, --devices,
 * --target-processes-filter, --nvtx-include, --nvtx-exclude, --native-include and similar options.
 *
 * The same filter works while profiling and on a report. Launches of other processes, on other
 * devices, outside of the NVTX ranges or with other call stacks are not counted. All others count
 * for skip_before, and the ones that fit both the name and the id count for skip and count. NVTX
 * ranges and call stacks are judged earlier: in the program (inject/filter/program_filter.h,
 * peer_launch.c) or from the report (result_filter.h). The filter itself does not change;
 * launch_counts counts what it has seen, one for each pass over launches. */
#ifndef ROOFTOP_REPORT_FILTER_LAUNCH_FILTER_H
#define ROOFTOP_REPORT_FILTER_LAUNCH_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"
#include "report/base/name_pattern.h"
#include "report/filter/nvtx_filter.h"
#include "report/filter/process_filter.h"
#include "report/filter/stack_filter.h"
#include "report/names/kernel_id.h"
#include "report/names/kernel_names.h"

/* Which launches are counted together: all, those of one device, or those of one grid, block and
 * size of dynamic shared memory. */
enum filter_mode { FILTER_GLOBAL, FILTER_PER_GPU, FILTER_PER_CONFIG };

enum { FILTER_DEVICES = 64 };

struct launch_filter {
    struct name_pattern name;
    struct kernel_id id;
    enum kernel_name_form base; /* the name that both patterns are compared with */
    enum filter_mode mode;
    uint64_t skip_before; /* launches of any kernel */
    uint64_t skip, count; /* count 0: no limit */
    struct nvtx_filter nvtx;
    struct stack_filter stacks;
    uint64_t devices; /* a bit per device; 0: all */
    struct process_filter processes;
};

/* The launches counted so far. Initialise with {0}; release with launch_counts_free(). */
struct launch_counts {
    void *scopes;               /* a tree (tsearch) of struct launch_scope */
    struct launch_scope *first; /* the only one in FILTER_GLOBAL */
};

struct launch_identity {
    const char *function, *demangled, *mangled;
    uint32_t context;
    const uint32_t *stream; /* NULL: none */
    uint32_t device;
    uint32_t grid[3], block[3], shared; /* shared: dynamic shared memory */
    bool only_by_name;                  /* measured only if the name or the id selects a kernel */
};

enum launch_verdict {
    LAUNCH_MEASURE,
    LAUNCH_SKIP,
    LAUNCH_NEVER,   /* the name does not match: no launch of this function will be measured */
    LAUNCH_UNNAMED, /* skipped because it is measured only by name */
    LAUNCH_WATCH,   /* so, but its time is (never from a filter) */
    LAUNCH_DONE,    /* the count is reached: nothing more will be measured */
};

/* Adds a device by its number. Returns false with the error if the text is no such number. */
bool launch_filter_add_device(struct launch_filter *filter, const char *text, struct error *error);

/* Returns whether launches in a process with this executable count at all: see process_filter.h. */
bool launch_filter_takes_process(const struct launch_filter *filter, const char *path);

/* Judges one launch and counts it. Launches must come in order. */
enum launch_verdict launch_filter_judge(const struct launch_filter *filter,
                                        struct launch_counts *counts,
                                        const struct launch_identity *launch);

/* Returns whether the count is reached, so that no further launch will be measured. */
bool launch_filter_is_done(const struct launch_filter *filter, const struct launch_counts *counts);

/* Returns whether the filter selects kernels by name. */
bool launch_filter_names(const struct launch_filter *filter);

/* Returns whether the filter needs the device and the configuration of launches. */
bool launch_filter_wants_place(const struct launch_filter *filter);

/* Returns whether every launch is taken. */
bool launch_filter_takes_all(const struct launch_filter *filter);

void launch_filter_free(struct launch_filter *filter);
void launch_counts_free(struct launch_counts *counts);

#endif
