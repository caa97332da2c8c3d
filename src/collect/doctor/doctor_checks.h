/* doctor_checks: what the files of the doctor share: the checks, and how they say what they found.
 */
#ifndef ROOFTOP_COLLECT_DOCTOR_DOCTOR_CHECKS_H
#define ROOFTOP_COLLECT_DOCTOR_DOCTOR_CHECKS_H

#include "collect/doctor/doctor.h"

/* Add a line of the check that runs. */
void doctor_ok(struct doctor *doctor, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The remedy is one sentence without a full stop. */
void doctor_say(struct doctor *doctor, enum doctor_state state, const char *remedy,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Whether something of that name is below the root. */
bool doctor_has(const struct doctor *doctor, const char *path);
/* Whether this runs in a container, as far as can be told. */
bool doctor_in_container(const struct doctor *doctor);
/* Whether this process has the right to everything, and so to counters and clocks. */
bool doctor_is_admin(const struct doctor *doctor);

typedef void doctor_check(struct doctor *doctor);

doctor_check doctor_devices, doctor_driver, doctor_gpus, doctor_mig, doctor_clocks; /* _driver.c */
doctor_check doctor_cupti, doctor_nvdisasm;                                         /* _tools.c */
doctor_check doctor_permission, doctor_profilers, doctor_mps, doctor_locks; /* _counters.c */
doctor_check doctor_space, doctor_home;                                     /* _places.c */
doctor_check doctor_terminal;                                               /* _terminal.c */
doctor_check doctor_measuring;                                              /* _measuring.c */
doctor_check doctor_cpu, doctor_uncore, doctor_perf_rights;                 /* _cpu.c */

/* Measures on each of so many GPUs. */
void doctor_measure(struct doctor *doctor, unsigned devices);

#endif
