/* stall_causes: which findings say why warps wait for a reason, so that a line of code is given a
 * finding about what it waits for, and no other one. The table is data/stall_causes.tsv; stock
 * rules that name a warp stall among their symptoms stand in it. */
#ifndef ROOFTOP_REPORT_CONTENT_STALL_CAUSES_H
#define ROOFTOP_REPORT_CONTENT_STALL_CAUSES_H

#include <stdbool.h>

/* What instructions use. */
enum { USES_NONE = 0, USES_LOCAL = 1, USES_GLOBAL = 2, USES_SHARED = 4, USES_ATOMICS = 8 };

/* CAUSE: the finding is about what makes warps wait so. WAIT: it only says that they do. UNKNOWN:
 * the table does not know the rule. stall: in words ("long scoreboard"). */
enum stall_cause { STALL_CAUSE_NONE, STALL_CAUSE_UNKNOWN, STALL_CAUSE_WAIT, STALL_CAUSE };
enum stall_cause stall_cause_of(const char *rule, const char *title, const char *stall);

/* What instructions use that a finding about a whole kernel is about. */
unsigned stall_cause_uses(const char *rule, const char *title);

/* What an instruction of this opcode uses: "LDL" local memory. */
unsigned stall_cause_uses_of(const char *opcode);

#endif
