/* rule_source: where the instructions of a result come from, for findings: source lines from the
 * line tables of the modules in the report, opcodes from their code. Where the line table has
 * several lines for an instruction, which was put in line, the first counts. Files are read from
 * the report alone.
 *
 * Opcodes are read from instructions of 16 bytes (7.0 and later): the bits for an operation are
 * those in code that was assembled for each of 7.5 to 12.1, 7.0 is taken to be like 7.5. An opcode
 * counts with all its modifiers.
 *
 * Modules are read once and kept; it must be freed before the report is closed. */
#ifndef ROOFTOP_RULE_SOURCE_H
#define ROOFTOP_RULE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "report.h"
#include "sass_wait.h"

struct rule_source;

struct rule_place {
    const char *file;   /* path in the line table; NULL: no line */
    unsigned line;      /* from 1 */
    const char *text;   /* the line, without the blanks around it; "" where the file is not there */
    const char *opcode; /* "FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA"; NULL: another one */
    const char *access; /* what it does to memory, see sass_access(); NULL: nothing, or unknown */
    unsigned offset;    /* bytes from the start of the function */
    /* Of code from another file than the function's first instruction: the line of that file whose
     * instruction stands in front, which most likely called it. NULL: none. */
    const char *near_file;
    unsigned near_line;
};

struct rule_source *rule_source_new(struct report *report);
void rule_source_free(struct rule_source *source); /* NULL: nothing */

/* false: the code of the address is not in the report. Texts stay until the source is freed. */
bool rule_source_find(struct rule_source *source, const struct result *result, uint64_t address,
                      struct rule_place *place);

/* The address of the instruction that the one at `address` waits for, see sass_awaited(). false: it
 * waits for none, or its code is not in the report or older than 7.0. */
bool rule_source_awaited(struct rule_source *source, const struct result *result, uint64_t address,
                         enum sass_wait wait, uint64_t *awaited);

#endif
