/* elf_symbols: what the code of a program or a library is called: the function at an address, and
 * the source line, as far as the file (or a debug file of its own) tells.
 *
 * Addresses are those of the file: what the loader added is taken off. Functions come from both
 * symbol tables, lines from .debug_line; every offset is checked when it is used, so a damaged file
 * tells less. Names point into the bytes, which must stay. */
#ifndef ROOFTOP_ELF_SYMBOLS_H
#define ROOFTOP_ELF_SYMBOLS_H

#include "cubin.h"

/* The build id; its length is 0 if the file has none. */
const uint8_t *elf_build_id(const struct cubin *elf, size_t *length);

/* Whether the file has the symbols that a stripped one lacks. */
bool elf_has_symbol_table(const struct cubin *elf);

/* The function that the address is in, mangled; NULL: not known. */
const char *elf_function_at(const struct cubin *elf, uint64_t address);

/* Where an address comes from. */
struct elf_line {
    uint64_t address;
    char *file; /* NULL: not known; free() it */
    uint32_t line;
};

/* Fills in the files and lines of all these addresses, which the line programs are run for once. */
void elf_lines(const struct cubin *elf, struct elf_line *lines, size_t count);

#endif
