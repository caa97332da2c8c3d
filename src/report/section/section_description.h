/* section_description: what a section file says about a metric in its field Description. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_DESCRIPTION_H
#define ROOFTOP_REPORT_SECTION_SECTION_DESCRIPTION_H

#include "report.pb-c.h"

/* Returns the first description of that metric anywhere in the section, or NULL. It is the
 * section's. */
const char *section_description(const Rep__ProfilerSection *section, const char *metric);

#endif
