/* message: prints one line for the person who started rooftop, or for the script that did.
 *
 * On a terminal a line is "rooftop: TEXT". Elsewhere it begins as scripts for ncu expect it, with
 * "==PROF== ", "==WARNING== " or "==ERROR== ". "note: ", "warning: " or "error: " at the beginning
 * of the text says which one it is, and is dropped there.
 *
 * The text may quote files, reports and the command line, so it is made safe first
 * (safe_text.h). */
#ifndef ROOFTOP_REPORT_BASE_MESSAGE_H
#define ROOFTOP_REPORT_BASE_MESSAGE_H

#include <stdio.h>

/* Prints what went wrong. A text without such a word is an error. */
void message_print(FILE *out, const char *text);

/* Prints what happens in a run. A text without such a word is a note. rank: of this process among
 * those of a job, which is named before the text; negative: none. */
void message_tell(FILE *out, int rank, const char *text);

#endif
