/* cubin_elf: reads sections and symbols of a cubin, which is a 64-bit ELF file. Every offset is
 * checked, since a cubin may come from the program's own memory. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_CUBIN_ELF_H
#define ROOFTOP_COLLECT_INJECT_BASE_CUBIN_ELF_H

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

/* The bytes must be aligned to 8 and must outlive the reader. false: this is no such file. */
bool elf_open(struct elf *elf, const uint8_t *bytes, size_t size);

/* Calls use() for each symbol that has a name, with its index, until use() returns true. Returns
 * whether it did. */
typedef bool elf_symbol_use(void *context, size_t index, const Elf64_Sym *symbol, const char *name);
bool elf_symbols(const struct elf *elf, elf_symbol_use *use, void *context);

/* The bytes of the section whose name is prefix followed by name; NULL: there is none. */
const uint8_t *elf_section(const struct elf *elf, const char *prefix, const char *name,
                           size_t *size);

#endif
