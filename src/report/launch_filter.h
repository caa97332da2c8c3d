/* launch_filter: which launches are profiled or shown: --kernel-name, --kernel-id, --launch-skip,
 * --launch-count, --nvtx-include, --nvtx-exclude.
 *
 * The same filter works while profiling and on a report. Only launches that fit the name, the id
 * and the NVTX ranges count for skip and count. The ranges are judged before, where they are known:
 * in the program (inject/choice.h), or from the report (result_filter.h). The filter itself does
 * not change; what it has seen is counted in launch_counts, one for each pass over launches. */
#ifndef ROOFTOP_LAUNCH_FILTER_H
#define ROOFTOP_LAUNCH_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "kernel_id.h"
#include "name_pattern.h"
#include "nvtx_filter.h"

enum name_base { NAME_FUNCTION, NAME_DEMANGLED, NAME_MANGLED };

struct launch_filter {
    struct name_pattern name;
    struct kernel_id id;
    enum name_base base;  /* what both names are compared with */
    uint64_t skip, count; /* count 0: no limit */
    struct nvtx_filter nvtx;
};

/* What was judged so far. Initialise with {0}; release with launch_counts_free(). */
struct launch_counts {
    uint64_t matched; /* launches that fitted */
    struct launched_kernel {
        char *mangled;
        uint64_t launches; /* that fitted all of the id but the invocation */
    } * kernels;
    size_t kernel_count, kernel_capacity;
};

struct launch_identity {
    const char *function, *demangled, *mangled;
    uint32_t context;
    const uint32_t *stream; /* NULL: none */
};

enum launch_verdict {
    LAUNCH_TAKE,
    LAUNCH_SKIP,
    LAUNCH_NEVER, /* the name does not match: no launch of this function will be taken */
    LAUNCH_DONE,  /* the count is reached: nothing will be taken any more */
};

/* Judges one launch, in order; counts it. */
enum launch_verdict launch_filter_judge(const struct launch_filter *filter,
                                        struct launch_counts *counts,
                                        const struct launch_identity *launch);

/* Whether every launch is taken. */
bool launch_filter_takes_all(const struct launch_filter *filter);

void launch_filter_free(struct launch_filter *filter);
void launch_counts_free(struct launch_counts *counts);

#endif
