/* elf_lines: a line program (DWARF 2) as .debug_line holds it: the code of one function comes from
 * files that are named, a line of each in turn. */
#ifndef FAKEGPU_ELF_LINES_H
#define FAKEGPU_ELF_LINES_H

#include <stddef.h>

/* paths: absolute, with ':' between them. *place: where the function's address has to be. The
 * caller frees it. NULL: no memory. */
unsigned char *elf_lines_build(const char *paths, size_t *size, size_t *place);

#endif
