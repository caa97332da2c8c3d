/* sass_opcode: the operations of instructions of 16 bytes, with or without nvdisasm.
 *
 * sass_opcode() reads them from the bits, by a table (src/report/data/sass_opcodes.tsv) that was
 * made from what nvdisasm 13.0 prints of 57,434 different instructions of chips 7.5 to 12.1: of
 * 3,000 PTX instructions assembled for each chip and of real programs; it names all of them as
 * nvdisasm does. It knows no modifiers. For chips older than 7.5 (7.0) that of 7.5 is taken.
 *
 * To get all opcodes of a function, with modifiers where nvdisasm is there:
 *
 *     size_t length = 0;
 *     char *text = program ? nvdisasm_run(program, code, size, function.symbol, &length, &error) :
 * NULL; struct sass_opcodes opcodes; sass_opcodes_read(&opcodes, &function, mangled,
 * result_arch(result), text, length);
 *     ... opcodes.items[i].name, .kind, .full of the instruction at i * SASS_BYTES ...
 *     sass_opcodes_free(&opcodes);
 *     free(text);
 *
 * The function is found by cubin_function(). */
#ifndef ROOFTOP_REPORT_CODE_SASS_OPCODE_H
#define ROOFTOP_REPORT_CODE_SASS_OPCODE_H

#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"
#include "report/code/cubin.h"

/* Returns the opcode without modifiers, "LDG", or NULL if it is unknown. bits: of the instruction,
 * the low word first. arch: 10 * major + minor. */
const char *sass_opcode(unsigned arch, const uint64_t bits[2]);

/* Returns what kind of operation an opcode without modifiers is, in the words of ncu's
 * "sass__inst_executed_per_opcode_category": "Load/Store", "Integer", "Floating Point",
 * "Conversion", "Movement", "Predicate", "Uniform Datapath", "Texture", "Surface", "Control", and
 * "Miscellaneous" also for opcodes that are unknown. */
const char *sass_opcode_kind(const char *opcode);

/* Returns the opcode with its modifiers in the text of an instruction ("@P0 LDG.E R0, ..."): where
 * it begins; *length bytes of it. */
const char *sass_opcode_in(const char *text, size_t *length);

struct sass_operation {
    const char *name; /* "LDG"; "": unknown. Valid as long as the list */
    const char *kind; /* static */
    const char *full; /* "LDG.E.64" from the listing; without one it is the name */
};

struct sass_opcodes {
    struct sass_operation *items;
    size_t count;
    char *texts; /* private */
};

/* Reads the operations of a function of the section `text`. listing: what nvdisasm -c printed of
 * it, `length` bytes; NULL: the bits alone are read. There are none if the section is empty. */
void sass_opcodes_read(struct sass_opcodes *opcodes, const struct cubin_function *function,
                       const char *mangled, unsigned arch, const char *listing, size_t length);
void sass_opcodes_free(struct sass_opcodes *opcodes);

#endif
