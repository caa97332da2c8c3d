/* trace_busy: the union of intervals of time: disjoint, in order, with sums that answer at once how
 * much of a span is covered. */
#ifndef ROOFTOP_REPORT_TRACE_TRACE_BUSY_H
#define ROOFTOP_REPORT_TRACE_TRACE_BUSY_H

#include <stddef.h>
#include <stdint.h>

struct trace_busy {
    uint64_t *starts, *ends;
    size_t count, capacity, end_capacity;
    uint64_t *sums; /* covered before each 64th interval; private */
    size_t sum_count, sum_capacity;
};

/* Adds an interval. Starts must not go back. Initialise with {0}. */
void trace_busy_add(struct trace_busy *busy, uint64_t start, uint64_t end);

/* How much of [start, end) is covered, in ns. */
uint64_t trace_busy_in(const struct trace_busy *busy, uint64_t start, uint64_t end);
uint64_t trace_busy_total(const struct trace_busy *busy);

/* The same as percentage of [start, end), which is how busy something is: all that says so asks
 * here, of the whole trace unless it says otherwise. NaN: the span is empty. */
double trace_busy_percent(const struct trace_busy *busy, uint64_t start, uint64_t end);

/* How much both cover. */
uint64_t trace_busy_common(const struct trace_busy *a, const struct trace_busy *b);

/* The first interval that ends after `time`; count if there is none. */
size_t trace_busy_find(const struct trace_busy *busy, uint64_t time);

void trace_busy_free(struct trace_busy *busy);

#endif
