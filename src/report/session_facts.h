/* session_facts: what reports tell of how they were made: command lines, environment, hosts,
 * versions, processes, options of the profiler, devices with all their attributes. What the session
 * page prints, and more; several reports one after the other. */
#ifndef ROOFTOP_SESSION_FACTS_H
#define ROOFTOP_SESSION_FACTS_H

#include "fact_list.h"

struct report;

/* Release with fact_list_free(). */
struct fact_list session_facts(struct report *report);

#endif
