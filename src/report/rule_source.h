/* rule_source: where the instructions of a result come from, for findings: source lines from the
 * line tables of the modules in the report, opcodes from their code.
 *
 * Modules are read once and kept; it must be freed before the report is closed. */
#ifndef ROOFTOP_RULE_SOURCE_H
#define ROOFTOP_RULE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "report.h"

struct rule_source;

struct rule_place {
    const char *file;   /* path in the line table; NULL: no line */
    unsigned line;      /* from 1 */
    const char *text;   /* the line, without the blanks around it; "" where the file is not there */
    const char *opcode; /* "FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA"; NULL: another one */
};

struct rule_source *rule_source_new(struct report *report);
void rule_source_free(struct rule_source *source); /* NULL: nothing */

/* false: the code of the address is not in the report. Texts stay until the source is freed. */
bool rule_source_find(struct rule_source *source, const struct result *result, uint64_t address,
                      struct rule_place *place);

#endif
