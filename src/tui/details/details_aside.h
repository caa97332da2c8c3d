/* details_aside: sections that do not apply to a result, such as a roofline of operations that it
 * did not execute. They stand last, behind one row that folds them away. */
#ifndef ROOFTOP_TUI_DETAILS_DETAILS_ASIDE_H
#define ROOFTOP_TUI_DETAILS_DETAILS_ASIDE_H

#include "report/content/result_notes.h"
#include "report/content/section_view.h"

/* Returns whether the section has neither a finding nor anything to show for its result. */
bool details_aside_is(struct section_view *view);

/* Makes the row: how many sections it folds away, and their names. */
struct note_block details_aside_row(struct section_view *const *views, size_t count);
void details_aside_free(struct note_block *row);

#endif
