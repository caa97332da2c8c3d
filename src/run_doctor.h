/* run_doctor: --doctor. */
#ifndef ROOFTOP_RUN_DOCTOR_H
#define ROOFTOP_RUN_DOCTOR_H

#include <stdio.h>

#include "options.h"

/* Prints the lines, as text or JSON; the exit status: 1 if a check failed. */
int run_doctor(const struct options *options, FILE *pages);

#endif
