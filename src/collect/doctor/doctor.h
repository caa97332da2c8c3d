/* doctor: finds out whether profiling works on this machine, check by check. Each check makes lines
 * of "ok", "warn" (it works, but not fully) or "fail" (it does not work), and says what to do about
 * the last two.
 *
 * The checks are a table in doctor.c; the functions are in doctor_*.c, by what they look at. They
 * look at the machine through struct doctor alone, so that a test can show them another machine. */
#ifndef ROOFTOP_COLLECT_DOCTOR_DOCTOR_H
#define ROOFTOP_COLLECT_DOCTOR_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/machine/nvml.h"

struct cupti_library;
struct trial;

enum doctor_state { DOCTOR_OK, DOCTOR_WARN, DOCTOR_FAIL };
extern const char *const doctor_state_names[]; /* "ok", ... */

struct doctor_line {
    const char *check;
    enum doctor_state state;
    char *text, *remedy; /* remedy: NULL if there is nothing to do */
};

/* The machine. doctor_open() sets everything to this machine; a test may change it before
 * doctor_run(). */
struct doctor {
    const char *root; /* what is put before /proc, /sys, /dev and /run; "" */
    bool (*free_bytes)(const char *folder, uint64_t *bytes, bool *no_exec);
    int terminal; /* the descriptor of the terminal */
    struct trial (*measure)(unsigned device, unsigned interfaces, unsigned seconds); /* trial.h */

    /* Private: what the checks share, and the lines that they made. */
    struct nvml nvml;
    bool has_nvml;
    const char *nvml_missing;
    struct cupti_library *cupti;
    const char *check;
    struct doctor_line *lines;
    size_t count, capacity;
};

void doctor_open(struct doctor *doctor);
/* Runs all checks. */
void doctor_run(struct doctor *doctor);
/* Runs only the check of that name, for tests. false: there is no such check. */
bool doctor_run_one(struct doctor *doctor, const char *check);
/* Whether any line is "fail". */
bool doctor_failed(const struct doctor *doctor);
void doctor_close(struct doctor *doctor);

#endif
