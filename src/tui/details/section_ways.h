/* section_ways: where more about a section is to be seen: "x code" of the source counters. */
#ifndef ROOFTOP_TUI_DETAILS_SECTION_WAYS_H
#define ROOFTOP_TUI_DETAILS_SECTION_WAYS_H

#include "report/base/strbuf.h"

/* Appends the key that leads there and what there is; nothing if there is no such view. Returns
 * the length of the key. */
size_t section_ways_add(struct strbuf *out, const char *identifier);

#endif
