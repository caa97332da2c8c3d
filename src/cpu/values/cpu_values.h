/* cpu_values: the metrics of a run. A metric has a value for each place of its unit: the program or
 * all cores, or a socket, and there each filter that was counted with. */
#ifndef ROOFTOP_CPU_VALUES_CPU_VALUES_H
#define ROOFTOP_CPU_VALUES_CPU_VALUES_H

#include "cpu/counts/cpu_run.h"
#include "cpu/values/cpu_choice.h"

/* Why there is no value. */
enum cpu_absence {
    CPU_PRESENT,
    CPU_ABSENT_COUNT,     /* an event never had a counter */
    CPU_ABSENT_EVENT,     /* the machine does not have an event */
    CPU_ABSENT_RIGHT,     /* the kernel does not let this user count an event */
    CPU_ABSENT_TIME,      /* how long was counted is not known */
    CPU_ABSENT_UNDEFINED, /* the formula divides by 0: nothing happened */
    CPU_ABSENCES
};
extern const char *const cpu_absence_words[CPU_ABSENCES];

struct cpu_place {
    int socket;      /* or CPU_ANY_SOCKET */
    uint64_t filter; /* 0: none, or the only one there */
};

struct cpu_cell {
    enum cpu_absence absence;
    double value;  /* if CPU_PRESENT */
    bool estimate; /* an event was counted only a part of the time */
    double share;  /* the least share of the time of an event; NaN: not known */
};

struct cpu_row {
    const struct cpu_chosen *chosen;
    size_t first; /* of its cells: one for each place of the values, CPU_ABSENT_EVENT elsewhere */
};

struct cpu_values {
    const struct cpu_run *run;
    struct cpu_place *places; /* by socket, CPU_ANY_SOCKET first */
    size_t place_count, place_capacity;
    struct cpu_row *rows; /* those that the counts suffice for */
    size_t row_count, row_capacity;
    struct cpu_cell *cells;
    bool *has; /* for each cell: whether the metric exists in that place */
};

/* step: SIZE_MAX for the whole run. The values look at run and choice as long as they live. */
void cpu_values_make(struct cpu_values *values, const struct cpu_run *run,
                     const struct cpu_choice *choice, size_t step);
void cpu_values_free(struct cpu_values *values);

/* NULL: the metric does not exist in that place. */
const struct cpu_cell *cpu_values_cell(const struct cpu_values *values, size_t row, size_t place);

/* Evaluates one metric in one place. false: the run lacks a count of it, or it has no meaning
 * there. */
bool cpu_value_of(const struct cpu_run *run, const struct cpu_metric *metric,
                  const struct cpu_place *place, size_t step, struct cpu_cell *cell);

/* Calls use() for each event that the formula needs. */
void cpu_metric_events(const struct cpu_catalog *catalog, const struct cpu_metric *metric,
                       void (*use)(void *, const struct cpu_unit *, const struct cpu_event *),
                       void *context);

/* Whether a metric has a meaning on such a machine. sockets: 0 if not known. */
bool cpu_metric_fits(const struct cpu_metric *metric, enum cpu_chip chip, size_t sockets);

#endif
