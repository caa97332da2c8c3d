/* result_notes: what a result carries beside its sections, as blocks of lines: its profile series,
 * comments, the NVTX ranges that were open at its launch, call stacks, and values that cannot be
 * true. The details page prints them below the name of the kernel; on the screen each block is a
 * section.
 *
 * Texts are those of the file, without line ends: make them safe for a terminal. */
#ifndef ROOFTOP_REPORT_CONTENT_RESULT_NOTES_H
#define ROOFTOP_REPORT_CONTENT_RESULT_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/file/result.h"

struct note_line {
    size_t indent; /* in levels */
    char *text;
};

struct note_block {
    const char *id; /* "series", "comments", "nvtx", "call-stack", "python-stack", "beyond-range" */
    char *title, *digest; /* digest: the block in a few words */
    struct note_line *lines;
    size_t count, capacity;
};

/* Returns the blocks that have lines. of_report_too adds the comment on the whole report. The
 * caller releases them with result_notes_free(). */
struct note_block *result_notes(const struct result *result, bool of_report_too, size_t *count);
void result_notes_free(struct note_block *blocks, size_t count);

#endif
