/* perf_line: the parts of perf stat's lines that text, -x and -j have in common. */
#ifndef ROOFTOP_CPU_COUNTS_PERF_LINE_H
#define ROOFTOP_CPU_COUNTS_PERF_LINE_H

#include "cpu/counts/cpu_run.h"

/* What is being read. An event that comes again begins a new group: perf names those of a group
 * one after the other. */
struct perf_reader {
    struct cpu_run *run;
    const char *file; /* for messages */
    size_t line;      /* from 1 */
    double at;        /* of the interval; NaN: none */
    int group;        /* from 1 */
    uint64_t *seen;   /* in the group, as hashes of event, socket and CPU; owned */
    size_t seen_count, seen_capacity;
};

struct perf_count {
    const char *event;
    int socket;
    int cpu;        /* with -A; -1: none */
    double at;      /* ns, with -I; NaN: none */
    double runtime; /* ns; NaN: not known */
    double percent; /* of the time that it had a counter; NaN: not known */
    double value;
    enum cpu_state state;
    const char *unit; /* "", "msec", "ns", ... */
};

void perf_line_add(struct perf_reader *reader, const struct perf_count *count);

/* Takes the whole text as a number, with separators between thousands. `fraction`: the last
 * separator may begin decimals. */
bool perf_number(const char *text, bool fraction, double *number);

/* Takes "<not counted>" and "<not supported>". */
bool perf_is_absent(const char *text, enum cpu_state *state);

/* "S1" is socket 1; CPU_ANY_SOCKET for other words. "CPU7" is CPU 7; -1 for other words. */
int perf_socket(const char *word);
int perf_cpu(const char *word);

/* Whether a line that was read as no count is meant as one. */
bool perf_line_is_broken(const struct cpu_catalog *catalog, const char *line);

/* Read a line of -x or -j. false: it is none. They change the line. */
bool perf_csv_line(struct perf_reader *reader, char *line);
bool perf_json_line(struct perf_reader *reader, const char *line);

#endif
