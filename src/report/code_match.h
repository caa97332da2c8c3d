/* code_match: which lines of a code are those of another version of it: instructions, PTX or
 * source.
 *
 * Both are sequences of lines, of which the longest common subsequence is taken (sequence_align.h),
 * first of keys that leave out what a compiler chooses anew for everything behind a change:
 *
 *   SASS     numbers of registers, predicates and barriers; where branches go
 *   PTX      numbers of registers and labels
 *   source   blanks around and between words
 *   bytes    of instructions of 16 bytes without a text: their scheduling, the last three bytes
 *
 * then, between two that were matched, of what the instruction does: its name with all modifiers,
 * of bytes the 12 bits of its opcode. So an instruction whose operands changed has a partner, one
 * that came or went in the middle takes no partner from others. A source line that changed is
 * another one. */
#ifndef ROOFTOP_CODE_MATCH_H
#define ROOFTOP_CODE_MATCH_H

#include "ptx_text.h"
#include "strbuf.h"

enum code_form { CODE_FORM_SASS, CODE_FORM_PTX, CODE_FORM_SOURCE, CODE_FORM_BYTES };
enum code_key { CODE_KEY_TEXT, CODE_KEY_NAME, CODE_KEYS };

#define NO_PARTNER SIZE_MAX

/* For each line of `now` the one of `before`, or NO_PARTNER; partners rise. free() it. */
size_t *code_match(enum code_form form, const struct file_lines *now,
                   const struct file_lines *before);

/* Appends the key of a line. false: the form has none of the kind. */
bool code_match_key(struct strbuf *out, enum code_form form, enum code_key key, const char *line,
                    size_t length);

#endif
