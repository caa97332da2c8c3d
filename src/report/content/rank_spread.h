/* rank_spread: the same kernels on the ranks of a parallel job, side by side: who takes longer.
 *
 * A *part* is what is compared: each file of a report, as the ranks of a job write one each, and
 * where a file holds several processes, each of these. Launches of one name, grid and block make a
 * kernel, which counts if at least two parts have it. Of each part the mean duration is taken, and
 * the *median* over the parts is what is usual; of an even number of parts it is the faster one in
 * the middle, so of two parts the faster one.
 *
 * What stands out is a finding:
 *   - a slow part: its kernels take SLOW_PART times the median or more in all, and most of them do
 *     (MOST_OF_KERNELS);
 *   - a clock: the mean clock of the SMs is below SLOW_CLOCK of the median of the parts;
 *   - an uneven kernel: the slowest part takes UNEVEN times the median or more, after its slowness
 *     in all is taken off. Its loss is what the slowest part takes longer than the median, over its
 *     launches: the others wait for it where they meet.
 *
 * Nothing is decoded; a report of many results takes one walk over its values. */
#ifndef ROOFTOP_REPORT_CONTENT_RANK_SPREAD_H
#define ROOFTOP_REPORT_CONTENT_RANK_SPREAD_H

#include <stdbool.h>

#include "report/base/error.h"
#include "report/file/report.h"
#include "report/filter/launch_filter.h"

#define RANK_SLOW_PART 1.05
#define RANK_SLOW_CLOCK 0.97
#define RANK_UNEVEN 1.10
#define RANK_MOST_OF_KERNELS 0.75

struct rank_part {
    char *label; /* "rank 3 @ node1", the name of the file, "process 17 @ node1" */
    size_t file;
    uint32_t process; /* its id... */
    const char *host; /* ... and its host; "" if unknown; the report has the text */
    size_t results;
    size_t longest; /* its result with the longest duration... */
    double most;    /* ... and that, ns; 0: none has one */
    double time;    /* of all its results, ns */
    double clock;   /* mean of the SMs, Hz; NAN: not collected */
    size_t clocked; /* results that tell it */
    double ratio;   /* its time in shared kernels to that of the median; NAN: it shares none */
    size_t shared;  /* kernels that others have, too... */
    size_t slower;  /* ... and that take RANK_SLOW_PART times their median on this part */
};

struct rank_kernel {
    const char *name; /* as the report shows it */
    uint64_t grid[3], block[3];
    size_t parts;       /* that have it */
    size_t *counts;     /* by part: launches... */
    double *means;      /* ... and their mean duration, ns; NAN where there is none */
    double median;      /* of the means */
    size_t worst;       /* the slowest part... */
    size_t longest;     /* ... and its result of this kernel with the longest duration */
    double loss;        /* ns, see above */
    size_t least, most; /* launches of a part that has it */
};

struct rank_finding {
    enum rank_finding_kind { RANK_IS_SLOW, RANK_CLOCK_IS_LOW, RANK_IS_UNEVEN } kind;
    size_t part;
    size_t kernel; /* of RANK_IS_UNEVEN */
    double ratio;  /* to the median */
};

struct rank_spread {
    struct rank_part *parts;
    size_t part_count;
    struct rank_kernel *kernels; /* shared ones, the largest loss first */
    size_t kernel_count;
    struct rank_finding *findings; /* parts first, then kernels by their loss */
    size_t finding_count;
};

/* Compares the results that pass the filter (NULL: all). The caller releases *spread with
 * rank_spread_free(), in any case. Returns false with the error if nothing passes. The report must
 * stay. */
bool rank_spread_make(struct rank_spread *spread, struct report *report,
                      const struct launch_filter *filter, struct error *error);
void rank_spread_free(struct rank_spread *spread);

/* Why there is nothing to compare, with what to do; NULL: there is something. */
const char *rank_spread_why_none(const struct rank_spread *spread);

/* A finding as a sentence or two. A new string. */
char *rank_finding_text(const struct rank_spread *spread, const struct rank_finding *finding,
                        bool base_units);

#endif
