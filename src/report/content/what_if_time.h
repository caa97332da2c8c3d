/* what_if_time: how long a launch would take, and what its warps would wait for, with the numbers
 * of a what_if: a range, because counters tell how busy a launch kept the SMs, not how it would
 * share them otherwise.
 *
 * Little's law: the warps on a scheduler are the instructions that it issues in a cycle, times the
 * cycles between two instructions of a warp. With r times the warps it issues between as many
 * instructions as before, if all warps of before waited for a busy unit, and r times as many, if
 * none did; with fewer warps (r < 1) between r times as many and as many. So the time is between
 * 1 / r and 1 times that of the launch. What narrows the range:
 *   - The work of the busiest unit, or of the issue slots, is the same: a launch that keeps it busy
 *     for a share of its time takes no less than that share.
 *   - Waits whose length is fixed (the latency of instructions, branches, the cycle of the issue
 *     itself) do not become shorter with fewer warps.
 * What widens it: blocks run in waves, and an SM waits for the last one; so the bounds are
 * multiplied by what the rounding to whole waves changes, if that is for the worse (upper) or the
 * better (lower).
 *
 * Assumed: the same instructions (registers do not spill), as many hits in the caches, even blocks,
 * that the achieved occupancy is the same share of the possible one, and, of single waits, that
 * those which are not fixed keep their shares of the rest. Nothing is fitted. test_what_if_time.c
 * compares the range with simulated schedulers. On an H200, 64 pairs of launches of one elementwise
 * kernel with 1.2 to 3.3 times the warps on an SM, by other grids, did 0.83 to 1.02 times as much
 * work in a second as `r` says at most. Pairs with other registers were not measured. */
#ifndef ROOFTOP_REPORT_CONTENT_WHAT_IF_TIME_H
#define ROOFTOP_REPORT_CONTENT_WHAT_IF_TIME_H

#include "report/content/what_if.h"

struct what_if_range {
    double now; /* of the launch; NAN: not measured */
    double least, most;
};

enum { WHAT_IF_WAITS = 3 };

struct what_if_wait {
    const char *name;            /* "Long Scoreboard" */
    struct what_if_range cycles; /* between two instructions of a warp */
};

/* What the result measured. */
struct what_if_measured {
    double time; /* ns; NAN: not measured */
    double busy; /* 0 to 1: the share of the time for which the busiest unit works at its peak */
    double warps,
        issue;    /* of a scheduler, in a cycle in which its SM is active; NAN: not measured */
    double fixed; /* cycles of the waits of fixed length; NAN: not measured */
    struct what_if_wait waits[WHAT_IF_WAITS]; /* the longest of the others; name NULL: none */
};

struct what_if_time {
    double ratio;                /* of the warps on an SM, to those of the launch */
    struct what_if_range time;   /* ns */
    struct what_if_range issue;  /* percent of the issue slots; now is NAN: not measured */
    struct what_if_range cycles; /* between two instructions of a warp; the same */
    struct what_if_wait waits[WHAT_IF_WAITS];
};

void what_if_measure(struct what_if_measured *measured, const struct result *result);

/* Computes the ranges. Returns why there are none, as a clause, or NULL if there are some. */
const char *what_if_time(const struct what_if *what, const struct what_if_measured *measured,
                         struct what_if_time *time);

/* Appends "61.4 to 81.9 us". */
void what_if_time_add(struct strbuf *out, const struct what_if_range *range);
/* Appends sentences: the time, the issue slots and the waits. */
void what_if_time_tell(struct strbuf *out, const struct what_if_time *time);
/* Appends what the ranges rest on, in a sentence or two; brief: in less than 40 columns. */
void what_if_time_note(struct strbuf *out, const struct what_if_time *time, bool brief);

#endif
