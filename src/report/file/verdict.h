/* verdict: says in a word or two what limits a kernel, from its speed-of-light metrics.
 *
 * The busier of compute and memory limits the kernel if it reaches 60 % of its peak. For memory,
 * the verdict names a unit. Memory's throughput is the largest part in its breakdown, so this is
 * the unit of that part. Without a breakdown, or if the part belongs to no unit, it is the unit
 * whose own throughput is nearest to memory's. (The busiest unit would be wrong: L2's own
 * throughput counts more than memory's does.) If the unit is L1 and shared memory takes most of its
 * data stage, the verdict is shared memory.
 *
 * Below 60 % the verdict is latency: the kernel waits more than it works. If the grid fills less
 * than one wave, that is the reason and the verdict. If memory is the busier one and most sectors
 * of L1 are local memory, the verdict is local memory, at any load: this traffic comes from spills
 * and arrays. */
#ifndef ROOFTOP_REPORT_FILE_VERDICT_H
#define ROOFTOP_REPORT_FILE_VERDICT_H

/* All are % of peak, except waves and sectors. NAN: not collected. */
struct verdict_facts {
    double compute, memory;
    double l1, l2, dram;     /* throughputs of the units */
    const char *memory_part; /* the metric in the breakdown that makes up memory; NULL: unknown */
    double shared;           /* of L1's data stage, used by shared memory */
    double local[2], global[2]; /* sectors of L1, loads and stores */
    double waves;
};

/* Returns a constant text, or "" if the metrics were not collected. */
const char *verdict_text(const struct verdict_facts *facts);

#endif
