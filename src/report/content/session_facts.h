/* session_facts: what reports say of how they were made: command lines, environment, hosts,
 * versions, processes, options of the profiler, devices with all their attributes. The session
 * page prints part of it. Several reports stand one after the other. */
#ifndef ROOFTOP_REPORT_CONTENT_SESSION_FACTS_H
#define ROOFTOP_REPORT_CONTENT_SESSION_FACTS_H

#include "report/content/fact_list.h"

struct report;

/* The caller releases the list with fact_list_free(). */
struct fact_list session_facts(struct report *report);

#endif
