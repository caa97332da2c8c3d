/* launch_facts: everything that a report says of one launch: names, shape, device, what it used,
 * the ranges and call stacks around it, its code, and how it was measured. */
#ifndef ROOFTOP_REPORT_CONTENT_LAUNCH_FACTS_H
#define ROOFTOP_REPORT_CONTENT_LAUNCH_FACTS_H

#include "report/content/fact_list.h"

/* The caller releases the list with fact_list_free(). */
struct fact_list launch_facts(struct report *report, const struct result *result);

#endif
