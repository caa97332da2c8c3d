/* pass_plan: what a command line of rooftop would collect on a chip, as --list-metrics tells it. */
#ifndef ROOFTOP_PASS_PLAN_H
#define ROOFTOP_PASS_PLAN_H

#include "collect/pass_count.h"

/* The chip by CUPTI's name for it; it is opened without its availability of counters. */
pass_count_make pass_plan_count;

#endif
