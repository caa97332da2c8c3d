/* source_go: goes to a place in the code of the result that the source view shows. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_GO_H
#define ROOFTOP_TUI_SOURCE_SOURCE_GO_H

#include "tui/source/source_view.h"

struct source_place {
    const char *function; /* mangled */
    uint64_t offset;      /* of the instruction, bytes from the function's start */
    unsigned line;        /* the source line of it that is meant; 0: the instruction */
};

/* Selects the instruction or the line, in the side that shows it. Returns false if the result did
 * not run the function, or its code is not in the report. */
bool source_view_go(struct source_view *view, const struct source_place *place);

#endif
