/* verdict: what limits a kernel, in a word or two, from its speed-of-light numbers.
 *
 * The busier of compute and memory limits it if it reaches 60 % of its peak. Memory's throughput is
 * the greatest of the parts in its breakdown, so the unit of that part is named; without the
 * breakdown, or if the greatest belongs to no unit, the unit whose own throughput is nearest to it.
 * (The greatest unit would be wrong: L2's own throughput counts more than memory's does.) An L1
 * that spends most of its data stage on shared memory is named so.
 *
 * Below 60 % it is latency: the kernel waits more than it works. A grid that fills less than one
 * wave is named as the reason. Where memory is the busier and most sectors of L1 are of local
 * memory, it is that, busy or not: this traffic and the waiting for it come from spills and arrays.
 */
#ifndef ROOFTOP_VERDICT_H
#define ROOFTOP_VERDICT_H

/* All in % of peak but waves and sectors; NAN: not collected. */
struct verdict_facts {
    double compute, memory;
    double l1, l2, dram;        /* throughputs of the units */
    const char *memory_part;    /* metric of the breakdown that makes up memory; NULL: not known */
    double shared;              /* the share of L1's data stage that shared memory takes */
    double local[2], global[2]; /* sectors of L1, loads and stores */
    double waves;
};

/* A constant text; "" if the numbers were not collected. */
const char *verdict_text(const struct verdict_facts *facts);

#endif
