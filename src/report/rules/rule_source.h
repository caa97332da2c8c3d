/* rule_source: finds the source lines and opcodes of a result's instructions, for findings.
 *
 * Lines come from the line tables of the modules in the report, opcodes from their code. If the
 * line table has several lines for an instruction, as for inlined code, the first one counts.
 * Source files are read from the report only.
 *
 * Opcodes are known for instructions of 16 bytes (7.0 and later). Their bits were found in code
 * assembled for each chip from 7.5 to 12.1; 7.0 is assumed to be like 7.5. An opcode includes all
 * its modifiers.
 *
 * Modules are read once and kept. Free the source before the report is closed. */
#ifndef ROOFTOP_REPORT_RULES_RULE_SOURCE_H
#define ROOFTOP_REPORT_RULES_RULE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "report/code/sass_wait.h"
#include "report/file/report.h"

struct rule_source;

struct rule_place {
    const char *function; /* mangled */
    uint64_t code;        /* hash of the function's code, which tells builds of it apart */
    uint64_t bits[2];     /* of the instruction; 0: it has not 16 bytes */
    const char *file;     /* path in the line table; NULL: no line */
    unsigned line;        /* from 1 */
    const char *text;     /* the line without the blanks around it; "" if the file is not there */
    const char *opcode;   /* "FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA"; NULL: another one */
    const char *access;   /* how it accesses memory, see sass_access(); NULL: not, or unknown */
    unsigned offset;      /* bytes from the start of the function */
    /* For code from another file than the function's first instruction: the nearest line before it
     * in that file, which most likely called it. NULL: none. */
    const char *near_file;
    unsigned near_line;
};

struct rule_source *rule_source_new(struct report *report);
void rule_source_free(struct rule_source *source); /* NULL is allowed */

/* Finds the place of an address. Returns false if its code is not in the report. The texts live
 * until the source is freed. */
bool rule_source_find(struct rule_source *source, const struct result *result, uint64_t address,
                      struct rule_place *place);

/* Finds the address of the instruction that the one at `address` waits for, see sass_awaited().
 * Returns false if it waits for none, or its code is not in the report or older than 7.0. */
bool rule_source_awaited(struct rule_source *source, const struct result *result, uint64_t address,
                         enum sass_wait wait, uint64_t *awaited);

#endif
