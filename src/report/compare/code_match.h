/* code_match: finds which lines of a code correspond to which lines of another version:
 * instructions, PTX or source.
 *
 * Both are sequences of lines, whose longest common subsequence is taken (sequence_align.h). The
 * first pass compares keys that leave out what a compiler chooses anew for everything behind a
 * change:
 *   SASS     the numbers of registers, predicates and barriers, and the targets of branches
 *   PTX      the numbers of registers and labels
 *   source   the blanks around and between words
 *   bytes    the scheduling of instructions of 16 bytes without a text: the last three bytes
 * The second pass looks between two matched lines and compares only what an instruction does: its
 * name with all modifiers, or the 12 bits of its opcode. So an instruction with changed operands
 * has a partner, and one that came or went takes no partner from others. A changed source line has
 * no partner. */
#ifndef ROOFTOP_REPORT_COMPARE_CODE_MATCH_H
#define ROOFTOP_REPORT_COMPARE_CODE_MATCH_H

#include "report/base/strbuf.h"
#include "report/code/ptx_text.h"

enum code_form { CODE_FORM_SASS, CODE_FORM_PTX, CODE_FORM_SOURCE, CODE_FORM_BYTES };
enum code_key { CODE_KEY_TEXT, CODE_KEY_NAME, CODE_KEYS };

#define NO_PARTNER SIZE_MAX

/* Returns for each line of `now` its partner in `before`, or NO_PARTNER; free() it. Partners are in
 * rising order. */
size_t *code_match(enum code_form form, const struct file_lines *now,
                   const struct file_lines *before);

/* Appends the key of a line. Returns false if the form has no such key. */
bool code_match_key(struct strbuf *out, enum code_form form, enum code_key key, const char *line,
                    size_t length);

#endif
