/* trial_kernel: the program that the doctor has measured: it launches a kernel of its own and needs
 * nothing but a driver. rooftop itself becomes it when it is started by these words. */
#ifndef ROOFTOP_COLLECT_DOCTOR_TRIAL_KERNEL_H
#define ROOFTOP_COLLECT_DOCTOR_TRIAL_KERNEL_H

#include <stdbool.h>

/* The first word; the second is the number of a GPU. It is no option: nobody else needs it. */
#define TRIAL_KERNEL_WORD "--doctor-kernel"

/* How the message begins when the kernel cannot run, profiled or not. */
#define TRIAL_KERNEL_FAILS "the doctor's kernel cannot run"

bool trial_kernel_wanted(int argc, char *const *argv);

/* Launches the kernel and waits for its end. Returns the exit status; says on stderr what went
 * wrong. */
int trial_kernel_run(char *const *argv);

#endif
