/* cubin_elf: sections and symbols of a cubin, which is an ELF file of 64 bits. Every offset is
 * checked: a cubin may come from the program's own memory. */
#ifndef ROOFTOP_INJECT_CUBIN_ELF_H
#define ROOFTOP_INJECT_CUBIN_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf {
    const uint8_t *bytes;
    size_t size;
    const Elf64_Shdr *sections;
    size_t section_count;
};

/* The bytes must be aligned to 8 and outlive the reader. */
bool elf_open(struct elf *elf, const uint8_t *bytes, size_t size);

/* Calls use() with each symbol that has a name, and its index; stops when it returns true, which is
 * then returned. */
typedef bool elf_symbol_use(void *context, size_t index, const Elf64_Sym *symbol, const char *name);
bool elf_symbols(const struct elf *elf, elf_symbol_use *use, void *context);

/* The bytes of the section PREFIX NAME; NULL: there is none. */
const uint8_t *elf_section(const struct elf *elf, const char *prefix, const char *name,
                           size_t *size);

#endif
