/* instruction_metrics: the metrics of single instructions, by the names that they have in reports,
 * and the SASS metrics of CUPTI that they are made of.
 *
 * Most are one counter under another name. Codes say what an instruction does with memory: they
 * are put together of counters that count only instructions of one kind. */
#ifndef ROOFTOP_COLLECT_METRICS_INSTRUCTION_METRICS_H
#define ROOFTOP_COLLECT_METRICS_INSTRUCTION_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A counter, and the bit of a code that it stands for. */
struct instruction_counter {
    const char *name; /* of CUPTI */
    uint32_t code;
};

enum { MOST_INSTRUCTION_COUNTERS = 8 };

struct instruction_metric {
    const char *name;
    enum {
        INSTRUCTION_COUNT, /* what the first counter counts */
        INSTRUCTION_CODE,  /* the bits of the counters that are not 0 */
        INSTRUCTION_TOTAL, /* what the first counter counts, as a number of the whole kernel */
    } kind;
    struct instruction_counter counters[MOST_INSTRUCTION_COUNTERS]; /* up to one without a name */
};

/* A metric whose instances are opcodes, or kinds of opcodes, and not instructions. */
struct opcode_metric {
    const char *name;
    const char *counts; /* the metric of instructions that is added up */
    bool by_kind;
};

/* How often instructions ran with which the compiler keeps registers in memory (register_spills.h),
 * of those whose opcode has this begin and this end: "LD" and "L" are loads from local memory. */
struct spill_metric {
    const char *name;
    const char *begin, *end; /* "": any */
};

/* NULL: it is none that can be collected. */
const struct spill_metric *spill_metric_find(const char *name);
extern const struct spill_metric spill_metrics[];
extern const size_t spill_metric_count;

/* NULL: it is none that can be collected. */
const struct opcode_metric *opcode_metric_find(const char *name);
extern const struct opcode_metric opcode_metrics[];
extern const size_t opcode_metric_count;

/* NULL: it is none that can be collected. */
const struct instruction_metric *instruction_metric_find(const char *name);

#endif
