#include "report/trace/trace_busy.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"

enum { PER_SUM = 64 };

static uint64_t length_of(const struct trace_busy *busy, size_t from, size_t to)
{
    uint64_t sum = 0;
    for (; from < to; from++)
        sum += busy->ends[from] - busy->starts[from];
    return sum;
}

void trace_busy_add(struct trace_busy *busy, uint64_t start, uint64_t end)
{
    if (end <= start)
        return;
    if (busy->count && start <= busy->ends[busy->count - 1]) {
        if (end > busy->ends[busy->count - 1])
            busy->ends[busy->count - 1] = end;
        return;
    }
    /* The intervals before this one grow no more. */
    if (busy->count % PER_SUM == 0) {
        mem_grow(&busy->sums, busy->sum_count, &busy->sum_capacity, sizeof *busy->sums);
        const size_t n = busy->sum_count;
        busy->sums[n] = n ? busy->sums[n - 1] + length_of(busy, (n - 1) * PER_SUM, n * PER_SUM) : 0;
        busy->sum_count++;
    }
    mem_grow(&busy->starts, busy->count, &busy->capacity, sizeof *busy->starts);
    mem_grow(&busy->ends, busy->count, &busy->end_capacity, sizeof *busy->ends);
    busy->starts[busy->count] = start;
    busy->ends[busy->count++] = end;
}

size_t trace_busy_find(const struct trace_busy *busy, uint64_t time)
{
    size_t low = 0, high = busy->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (busy->ends[middle] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Covered before `time`. */
static uint64_t before(const struct trace_busy *busy, uint64_t time)
{
    const size_t at = trace_busy_find(busy, time);
    if (!busy->count)
        return 0;
    const size_t sum = at < busy->count ? at / PER_SUM : (busy->count - 1) / PER_SUM;
    uint64_t covered = busy->sums[sum] + length_of(busy, sum * PER_SUM, at);
    if (at < busy->count && busy->starts[at] < time)
        covered += time - busy->starts[at];
    return covered;
}

uint64_t trace_busy_in(const struct trace_busy *busy, uint64_t start, uint64_t end)
{
    return end > start ? before(busy, end) - before(busy, start) : 0;
}

uint64_t trace_busy_total(const struct trace_busy *busy)
{
    return busy->count ? trace_busy_in(busy, busy->starts[0], busy->ends[busy->count - 1]) : 0;
}

double trace_busy_percent(const struct trace_busy *busy, uint64_t start, uint64_t end)
{
    return end > start ? 100 * (double)trace_busy_in(busy, start, end) / (double)(end - start)
                       : NAN;
}

uint64_t trace_busy_common(const struct trace_busy *a, const struct trace_busy *b)
{
    uint64_t sum = 0;
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        const uint64_t start = a->starts[i] > b->starts[j] ? a->starts[i] : b->starts[j];
        const uint64_t end = a->ends[i] < b->ends[j] ? a->ends[i] : b->ends[j];
        sum += end > start ? end - start : 0;
        if (a->ends[i] < b->ends[j])
            i++;
        else
            j++;
    }
    return sum;
}

void trace_busy_free(struct trace_busy *busy)
{
    free(busy->starts);
    free(busy->ends);
    free(busy->sums);
    *busy = (struct trace_busy){0};
}
