/* launch_facts: all that a report tells of one launch: names, shape, where it ran, what it used,
 * ranges and call stacks around it, its code, and how it was measured. */
#ifndef ROOFTOP_LAUNCH_FACTS_H
#define ROOFTOP_LAUNCH_FACTS_H

#include "fact_list.h"

/* Release with fact_list_free(). */
struct fact_list launch_facts(struct report *report, const struct result *result);

#endif
