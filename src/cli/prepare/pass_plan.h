/* pass_plan: counts what a command line of rooftop would collect on a chip: metrics and passes.
 * They are the numbers of --list-metrics. */
#ifndef ROOFTOP_CLI_PREPARE_PASS_PLAN_H
#define ROOFTOP_CLI_PREPARE_PASS_PLAN_H

#include "collect/cupti/pass_count.h"

/* `chip` is CUPTI's name for it. The chip is opened without an availability image of its counters.
 */
pass_count_make pass_plan_count;

#endif
