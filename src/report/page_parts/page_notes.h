/* page_notes: what the details page says of a result before its sections, as text: comments,
 * call stacks and NVTX ranges. Call stacks and ranges look as in ncu, which prints no comments.
 * result_notes.h serves other forms and the screen. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_NOTES_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_NOTES_H

#include <stdbool.h>
#include <stdio.h>

#include "report/file/result.h"

/* Prints the notes; of_report_too adds the comment on the whole report. */
void page_notes(FILE *out, const struct result *result, bool of_report_too);

#endif
