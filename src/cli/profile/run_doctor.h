/* run_doctor: --doctor, which checks whether rooftop can profile on this machine. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_DOCTOR_H
#define ROOFTOP_CLI_PROFILE_RUN_DOCTOR_H

#include <stdio.h>

#include "cli/options/options.h"

/* Prints a line for each check, as text or JSON. Returns the exit status: 1 if a check failed. */
int run_doctor(const struct options *options, FILE *pages);

#endif
