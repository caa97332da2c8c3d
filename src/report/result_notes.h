/* result_notes: what a result carries beside its sections, as blocks of lines: its series,
 * comments, the NVTX ranges that were open at its launch, call stacks, values that cannot be. The
 * details page prints them below the name of the kernel, the screen shows each as a pane.
 *
 * Texts are as the file has them, without line ends: make them safe for a terminal. */
#ifndef ROOFTOP_RESULT_NOTES_H
#define ROOFTOP_RESULT_NOTES_H

#include <stdbool.h>
#include <stddef.h>

#include "result.h"

struct note_line {
    size_t indent; /* levels */
    char *text;
};

struct note_block {
    const char *id; /* "series", "comments", "nvtx", "call-stack", "python-stack", "beyond-range" */
    char *title, *digest; /* digest: the block in a few words */
    struct note_line *lines;
    size_t count, capacity;
};

/* The blocks that have lines; of_report_too: with the comment on the whole report. Release with
 * result_notes_free(). */
struct note_block *result_notes(const struct result *result, bool of_report_too, size_t *count);
void result_notes_free(struct note_block *blocks, size_t count);

#endif
