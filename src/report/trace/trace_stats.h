/* trace_stats: totals, means and percentiles of lengths of time, group by group.
 *
 * A group has a key of two numbers. Initialise with {0}; add; trace_stats_finish(); then read.
 * Percentiles are values that were there (the nearest rank); the deviation is that of the whole
 * population. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_STATS_H
#define ROOFTOP_REPORT_TRACE_TRACE_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trace_stat {
    uint64_t key[2];
    size_t count;     /* with those that have no time */
    size_t timed;     /* values that were added */
    uint64_t *values; /* sorted once finished */
    size_t capacity;
    double total, mean, deviation;
    uint64_t min, median, max;
    uint64_t extra[4]; /* the caller's sums */
    size_t first;      /* the caller's: a row to name the group by */
    size_t longest;    /* the row of the largest value, if rows were told; else 0 */
};

struct trace_stats {
    struct trace_stat *groups;
    size_t count, capacity;
    uint32_t *slots; /* number + 1; 0: free */
    size_t slot_count;
    double total; /* of all groups, once finished */
};

/* The group with this key; a new one is made. The pointer is valid until the next call. */
struct trace_stat *trace_stats_group(struct trace_stats *stats, uint64_t key0, uint64_t key1);

/* Adds a value, with the row that it is of, or without; or only counts. */
void trace_stat_add_row(struct trace_stat *group, uint64_t value, size_t row);
void trace_stat_add(struct trace_stat *group, uint64_t value);
void trace_stat_count(struct trace_stat *group);
/* Adds how long it lasted; if its times make no sense, only counts. */
void trace_stat_add_span(struct trace_stat *group, uint64_t start, uint64_t end, size_t row);

/* Computes everything, and sorts the groups by total, the largest first. Groups can no longer be
 * looked up. */
void trace_stats_finish(struct trace_stats *stats);

/* The value below which `percent` of the values lie; 0 if there is none. */
uint64_t trace_stat_percentile(const struct trace_stat *group, double percent);

void trace_stats_free(struct trace_stats *stats);

#endif
