/* cpu_gaps: what a file of counts has that cannot be used: lines and values that are broken, and
 * events that no formula can use.
 *
 * Readers go on after it, so that the rest is shown; whoever asked for the file is told. */
#ifndef ROOFTOP_CPU_COUNTS_CPU_GAPS_H
#define ROOFTOP_CPU_COUNTS_CPU_GAPS_H

#include <stdbool.h>
#include <stddef.h>

struct cpu_gap {
    char *subject; /* the line or the event, owned */
    char *file;    /* owned */
    char *text;    /* a message: file, line, what is wrong and what to do; owned */
    bool broken;   /* else it is whole, and only unknown */
};

struct cpu_gaps {
    struct cpu_gap *list;
    size_t count, capacity;
    size_t broken; /* how many are broken, with those that are not in the list */
    size_t left;   /* that are not in the list, because it is long */
};

/* Adds something broken. `text` is what stands there, `why` what is wrong with it. */
void cpu_gaps_add_broken(struct cpu_gaps *gaps, const char *file, size_t line, const char *text,
                         const char *why);
/* Adds an event that is not known, once for each file. */
void cpu_gaps_add_unknown(struct cpu_gaps *gaps, const char *file, size_t line, const char *event,
                          const char *why);
void cpu_gaps_free(struct cpu_gaps *gaps);

#endif
