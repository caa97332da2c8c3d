/* doctor: whether profiling works on this machine, check by check: each gives lines of "ok", "warn"
 * (works, but) or "fail" (does not work), and what to do about the last two.
 *
 * The checks are a table (doctor.c), a function each, in doctor_*.c by what they look at. They look
 * through struct doctor alone, so that a test can show them another machine. */
#ifndef ROOFTOP_DOCTOR_H
#define ROOFTOP_DOCTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nvml.h"

struct cupti_library;

enum doctor_state { DOCTOR_OK, DOCTOR_WARN, DOCTOR_FAIL };
extern const char *const doctor_state_names[]; /* "ok", ... */

struct doctor_line {
    const char *check;
    enum doctor_state state;
    char *text, *remedy; /* remedy: NULL if there is nothing to do */
};

/* The machine. doctor_open() sets all to this one; a test may change it before doctor_run(). */
struct doctor {
    const char *root; /* before /proc, /sys, /dev, /run; "" */
    bool (*free_bytes)(const char *folder, uint64_t *bytes, bool *no_exec);
    int terminal; /* a descriptor */

    /* Private: what checks share, and what they said. */
    struct nvml nvml;
    bool has_nvml;
    const char *nvml_missing;
    struct cupti_library *cupti;
    const char *check;
    struct doctor_line *lines;
    size_t count, capacity;
};

void doctor_open(struct doctor *doctor);
void doctor_run(struct doctor *doctor);
/* Only the check of that name, for tests; false: there is none. */
bool doctor_run_one(struct doctor *doctor, const char *check);
bool doctor_failed(const struct doctor *doctor);
void doctor_close(struct doctor *doctor);

#endif
