/* cpu_run: what was counted: by rooftop, by perf stat, or read from a file of -o.
 *
 * A count is one event on one device with one filter. Values are scaled: where events took turns, a
 * value is an estimate for the whole time. With intervals there are steps, each with a value for
 * each count; without, there is none. Counts are added by name; cpu_run_settle() then finds out
 * which events they are. */
#ifndef ROOFTOP_CPU_COUNTS_CPU_RUN_H
#define ROOFTOP_CPU_COUNTS_CPU_RUN_H

#include "cpu/counts/cpu_gaps.h"
#include "cpu/data/cpu_catalog.h"

enum cpu_state {
    CPU_NOT_COUNTED,   /* it never had a counter */
    CPU_NOT_SUPPORTED, /* the machine does not have it */
    CPU_NOT_PERMITTED, /* the kernel does not let this user count it */
    CPU_COUNTED,
    CPU_STATES
};
extern const char *const cpu_state_words[CPU_STATES];

struct cpu_value {
    enum cpu_state state;
    double value;            /* scaled; if CPU_COUNTED */
    double enabled, running; /* ns; 0: not known */
};

/* What is one count: the same event may be counted in several groups. */
struct cpu_key {
    const char *name; /* as perf spells it: "nvidia_scf_pmu_0/cmem_rd_data/" */
    int socket;       /* or CPU_ANY_SOCKET */
    int group;        /* of events that were counted at the same time; 0: not known */
};

struct cpu_count {
    char *name;                    /* of its key; owned */
    const struct cpu_unit *unit;   /* NULL: not known */
    const struct cpu_event *event; /* NULL: not known */
    int socket;                    /* or CPU_ANY_SOCKET: all, or the program */
    int group;
    uint64_t config, filter; /* filter: 0 if there is none */
    double duration;         /* ns of the run that has counted it; 0: as that of all */
    struct cpu_value total;
};

struct cpu_step {
    double at, length; /* ns since the start, of its end; how long */
    struct cpu_value *values;
    size_t count; /* of values; counts behind them have none */
};

struct cpu_run {
    const struct cpu_catalog *catalog;
    struct cpu_count *counts;
    size_t count, capacity, next; /* next: where to look for a count first */
    struct cpu_step *steps;
    size_t step_count, step_capacity;
    double duration; /* ns, that formulas divide by; NaN: not known */
    double elapsed;  /* ns, by the line "seconds time elapsed"; NaN: not known */
    enum cpu_chip chip;
    size_t sockets;     /* with counts; 0: not known */
    bool whole_machine; /* not of one program only */
    char *machine;      /* a line about it, owned; or NULL */
    char *command;      /* that was counted, owned; or NULL */
    char **notes;       /* owned: what the reader should know */
    size_t note_count, note_capacity;
    struct cpu_gaps gaps; /* of the files that were read */
};

void cpu_run_open(struct cpu_run *run, const struct cpu_catalog *catalog);
void cpu_run_free(struct cpu_run *run);

/* Adds to the count of that key, which is made if it is new. */
void cpu_run_add(struct cpu_run *run, struct cpu_key key, const struct cpu_value *value);
/* The same for a step that ended at a time. Times of steps do not go back. */
void cpu_run_add_at(struct cpu_run *run, double at, struct cpu_key key,
                    const struct cpu_value *value);
/* The same without the total. */
void cpu_run_add_step(struct cpu_run *run, double at, struct cpu_key key,
                      const struct cpu_value *value);
/* Sets the duration of the run that has counted it. */
void cpu_run_time(struct cpu_run *run, struct cpu_key key, double duration);
void cpu_run_note(struct cpu_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Finds units and events of all counts, the duration and the number of sockets. */
void cpu_run_settle(struct cpu_run *run);

/* Returns the value of a count in a step, or the total for SIZE_MAX. */
struct cpu_value cpu_run_value(const struct cpu_run *run, size_t count, size_t step);

/* The share of the time that it was counted, or NaN if that is not known. */
double cpu_value_share(const struct cpu_value *value);
/* Whether it was counted only a part of the time. */
bool cpu_value_is_estimate(const struct cpu_value *value);

#endif
