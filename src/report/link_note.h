/* link_note: why a section about links or NUMA nodes has nothing to show of a result. */
#ifndef ROOFTOP_LINK_NOTE_H
#define ROOFTOP_LINK_NOTE_H

#include <stdbool.h>

#include "result.h"

/* Whether any item of the section is about links or nodes. */
bool link_note_concerns(const Rep__ProfilerSection *section);

/* NULL: it has something to show, or is about other things. */
const char *link_note(const struct result *result, const Rep__ProfilerSection *section);

#endif
