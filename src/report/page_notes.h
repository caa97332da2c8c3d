/* page_notes: what the details page says of a result before its sections: comments, call stacks,
 * NVTX ranges, as text. Call stacks and ranges look as in the reference; it has no comments.
 *
 * Other forms and the screen: result_notes.h. */
#ifndef ROOFTOP_PAGE_NOTES_H
#define ROOFTOP_PAGE_NOTES_H

#include <stdbool.h>
#include <stdio.h>

#include "result.h"

/* of_report_too: with the comment on the whole report. */
void page_notes(FILE *out, const struct result *result, bool of_report_too);

#endif
