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

/* When the code of the result is first shown, it begins at this place, in the side that keys go to.
 * A place without a line (or NULL: none is known) is of no use where the kernel has lines: then it
 * begins at the hottest one, or at the first where nothing was counted by line. The function's name
 * must live as long as the result is shown. */
void source_view_start_at(struct source_view *view, const struct source_place *place);
/* Goes there if that was asked for and not done yet. source_view_prepare() calls it. */
void source_view_start(struct source_view *view);

#endif
