/* elf_symbols: finds the function and the source line at an address in a program or library, as far
 * as the file, or its separate debug file, says.
 *
 * Addresses are those in the file, without the offset that the loader adds. Functions come from
 * both symbol tables, lines from .debug_line. Every offset is checked when it is used, so a damaged
 * file only says less. Names point into the bytes, which must stay. */
#ifndef ROOFTOP_REPORT_CODE_ELF_SYMBOLS_H
#define ROOFTOP_REPORT_CODE_ELF_SYMBOLS_H

#include "report/code/cubin.h"

/* Returns the build id. Its length is 0 if the file has none. */
const uint8_t *elf_build_id(const struct cubin *elf, size_t *length);

/* Returns whether the file has the symbols that a stripped one lacks. */
bool elf_has_symbol_table(const struct cubin *elf);

/* Returns the mangled name of the function that contains the address, or NULL. */
const char *elf_function_at(const struct cubin *elf, uint64_t address);

/* An address and the source line that it comes from. */
struct elf_line {
    uint64_t address;
    char *file; /* NULL: unknown; free() it */
    uint32_t line;
};

/* Fills in the file and line of each address. It runs the line programs only once. */
void elf_lines(const struct cubin *elf, struct elf_line *lines, size_t count);

#endif
