/* link_note: says why a section about links or NUMA nodes has nothing to show for a result. */
#ifndef ROOFTOP_REPORT_CONTENT_LINK_NOTE_H
#define ROOFTOP_REPORT_CONTENT_LINK_NOTE_H

#include <stdbool.h>

#include "report/file/result.h"

/* Returns whether any item of the section is about links or NUMA nodes. */
bool link_note_concerns(const Rep__ProfilerSection *section);

/* Returns the reason, or NULL if the section has something to show or is about something else. */
const char *link_note(const struct result *result, const Rep__ProfilerSection *section);

#endif
