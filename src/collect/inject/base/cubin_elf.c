#include "collect/inject/base/cubin_elf.h"

#include <string.h>

bool elf_open(struct elf *elf, const uint8_t *bytes, size_t size)
{
    *elf = (struct elf){.bytes = bytes, .size = size};
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)(const void *)bytes;
    if (size < sizeof *header || memcmp(bytes, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr) ||
        header->e_shoff > size || header->e_shoff % 8 != 0 ||
        header->e_shnum > (size - header->e_shoff) / sizeof(Elf64_Shdr))
        return false;
    elf->sections = (const Elf64_Shdr *)(const void *)(bytes + header->e_shoff);
    elf->section_count = header->e_shnum;
    return true;
}

static bool inside(const struct elf *elf, const Elf64_Shdr *section)
{
    return section->sh_offset <= elf->size && section->sh_size <= elf->size - section->sh_offset;
}

bool elf_symbols(const struct elf *elf, elf_symbol_use *use, void *context)
{
    for (size_t i = 0; i < elf->section_count; i++) {
        const Elf64_Shdr *table = &elf->sections[i];
        if (table->sh_type != SHT_SYMTAB || !inside(elf, table) || table->sh_offset % 8 != 0 ||
            table->sh_link >= elf->section_count)
            continue;
        const Elf64_Shdr *names = &elf->sections[table->sh_link];
        if (!inside(elf, names) || !names->sh_size ||
            elf->bytes[names->sh_offset + names->sh_size - 1] != '\0')
            continue;
        const Elf64_Sym *symbols = (const Elf64_Sym *)(const void *)(elf->bytes + table->sh_offset);
        for (size_t j = 0; j < table->sh_size / sizeof *symbols; j++)
            if (symbols[j].st_name && symbols[j].st_name < names->sh_size &&
                use(context, j, &symbols[j],
                    (const char *)elf->bytes + names->sh_offset + symbols[j].st_name))
                return true;
    }
    return false;
}

const uint8_t *elf_section(const struct elf *elf, const char *prefix, const char *name,
                           size_t *size)
{
    const Elf64_Ehdr *header = (const Elf64_Ehdr *)(const void *)elf->bytes;
    if (header->e_shstrndx >= elf->section_count)
        return NULL;
    const Elf64_Shdr *names = &elf->sections[header->e_shstrndx];
    if (!inside(elf, names) || !names->sh_size ||
        elf->bytes[names->sh_offset + names->sh_size - 1] != '\0')
        return NULL;
    for (size_t i = 0; i < elf->section_count; i++) {
        const Elf64_Shdr *section = &elf->sections[i];
        if (section->sh_name >= names->sh_size || section->sh_type == SHT_NOBITS ||
            !inside(elf, section))
            continue;
        const char *found = (const char *)elf->bytes + names->sh_offset + section->sh_name;
        if (strncmp(found, prefix, strlen(prefix)) != 0 ||
            strcmp(found + strlen(prefix), name) != 0)
            continue;
        *size = section->sh_size;
        return elf->bytes + section->sh_offset;
    }
    return NULL;
}
