#include "report/code/cubin.h"

#include <elf.h>
#include <string.h>

#include "report/base/strbuf.h"

enum { MACHINE_CUDA = 190 };

static bool inside(const struct cubin *cubin, uint64_t offset, uint64_t length)
{
    return offset <= cubin->length && length <= cubin->length - offset;
}

/* Copies a record, because records in the file need not be aligned. */
static bool read_record(const struct cubin *cubin, uint64_t offset, void *record, size_t size)
{
    if (!inside(cubin, offset, size))
        return false;
    memcpy(record, cubin->bytes + offset, size);
    return true;
}

/* Returns the text at an offset of a string table, or "" if it does not end inside of the table. */
static const char *text_at(const char *table, size_t length, uint64_t offset)
{
    if (!table || offset >= length || !memchr(table + offset, '\0', length - offset))
        return "";
    return table + offset;
}

bool cubin_section(const struct cubin *cubin, size_t index, struct cubin_section *section)
{
    Elf64_Shdr header;
    if (index >= cubin->section_count ||
        !read_record(cubin, cubin->sections + index * cubin->section_size, &header, sizeof header))
        return false;
    *section =
        (struct cubin_section){.name = text_at(cubin->names, cubin->names_length, header.sh_name),
                               .type = header.sh_type,
                               .link = header.sh_link};
    if (header.sh_type == SHT_NOBITS)
        return true;
    if (!inside(cubin, header.sh_offset, header.sh_size) || (header.sh_flags & SHF_COMPRESSED))
        return false;
    section->data = cubin->bytes + header.sh_offset;
    section->length = header.sh_size;
    return true;
}

/* Opens an ELF file; a `machine` of 0 accepts any. */
static bool open_elf(struct cubin *cubin, const void *bytes, size_t length, unsigned machine,
                     struct error *error)
{
    Elf64_Ehdr header;
    struct cubin_section names;
    *cubin = (struct cubin){.bytes = bytes, .length = length};
    if (!read_record(cubin, 0, &header, sizeof header) ||
        memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
        header.e_ident[EI_DATA] != ELFDATA2LSB || (machine && header.e_machine != machine))
        return error_set(error, "the code of the module is not an ELF file%s",
                         machine ? " of a GPU" : "");
    if (header.e_shentsize < sizeof(Elf64_Shdr) || header.e_shoff > length)
        return error_set(error, "the code of the module has no table of sections");
    cubin->sections = header.e_shoff;
    cubin->section_size = header.e_shentsize;
    cubin->section_count = header.e_shnum;
    size_t names_index = header.e_shstrndx;
    Elf64_Shdr first;
    /* Large counts are in the header of the first section. */
    if (read_record(cubin, cubin->sections, &first, sizeof first)) {
        if (!header.e_shnum)
            cubin->section_count = first.sh_size;
        if (header.e_shstrndx == SHN_XINDEX)
            names_index = first.sh_link;
    }
    size_t most = (length - header.e_shoff) / cubin->section_size;
    if (cubin->section_count > most)
        cubin->section_count = most;
    if (cubin_section(cubin, names_index, &names) && names.data) {
        cubin->names = (const char *)names.data;
        cubin->names_length = names.length;
    }
    return true;
}

bool cubin_open(struct cubin *cubin, const void *bytes, size_t length, struct error *error)
{
    return open_elf(cubin, bytes, length, MACHINE_CUDA, error);
}

bool cubin_open_any(struct cubin *cubin, const void *bytes, size_t length, struct error *error)
{
    return open_elf(cubin, bytes, length, 0, error);
}

static bool find_section(const struct cubin *cubin, const char *name, size_t *index,
                         struct cubin_section *section)
{
    for (*index = 0; *index < cubin->section_count; (*index)++)
        if (cubin_section(cubin, *index, section) && strcmp(section->name, name) == 0)
            return section->data != NULL;
    return false;
}

bool cubin_section_named(const struct cubin *cubin, const char *name, struct cubin_section *section)
{
    size_t index;
    return find_section(cubin, name, &index, section);
}

/* A symbol table with its string table. */
struct symbols {
    struct cubin_section table, names;
};

static bool open_symbols(const struct cubin *cubin, size_t index, struct symbols *symbols)
{
    return cubin_section(cubin, index, &symbols->table) && symbols->table.data &&
           cubin_section(cubin, symbols->table.link, &symbols->names);
}

static bool read_symbol(const struct symbols *symbols, size_t index, struct cubin_symbol *symbol)
{
    Elf64_Sym record;
    if (index >= symbols->table.length / sizeof record)
        return false;
    memcpy(&record, symbols->table.data + index * sizeof record, sizeof record);
    *symbol = (struct cubin_symbol){
        .name = text_at((const char *)symbols->names.data, symbols->names.length, record.st_name),
        .section = record.st_shndx,
        .value = record.st_value,
        .size = record.st_size};
    return true;
}

bool cubin_function(const struct cubin *cubin, const char *mangled, struct cubin_function *function)
{
    struct strbuf name = {0};
    strbuf_addf(&name, ".text.%s", mangled);
    bool found = find_section(cubin, name.data, &function->section, &function->text);
    strbuf_free(&name);
    if (!found)
        return false;
    for (size_t i = 0; i < cubin->section_count; i++) {
        struct symbols symbols;
        struct cubin_symbol symbol;
        if (!cubin_section(cubin, i, &symbols.table) || symbols.table.type != SHT_SYMTAB ||
            !open_symbols(cubin, i, &symbols))
            continue;
        for (size_t j = 0; read_symbol(&symbols, j, &symbol); j++)
            if (strcmp(symbol.name, mangled) == 0) {
                function->symbol = (uint32_t)j;
                return true;
            }
    }
    return false;
}

/* Returns whether the symbol is a function whose code section is named after it. */
static bool names_code(const struct cubin *cubin, const struct cubin_symbol *symbol,
                       struct cubin_section *text)
{
    static const char prefix[] = ".text.";
    size_t length = sizeof prefix - 1;
    return *symbol->name && cubin_section(cubin, symbol->section, text) && text->data &&
           strncmp(text->name, prefix, length) == 0 &&
           strcmp(text->name + length, symbol->name) == 0;
}

void cubin_functions(const struct cubin *cubin, cubin_visit_function *visit, void *context)
{
    for (size_t i = 0; i < cubin->section_count; i++) {
        struct symbols symbols;
        struct cubin_symbol symbol;
        if (!cubin_section(cubin, i, &symbols.table) || symbols.table.type != SHT_SYMTAB ||
            !open_symbols(cubin, i, &symbols))
            continue;
        for (size_t j = 0; read_symbol(&symbols, j, &symbol); j++) {
            struct cubin_function function = {.section = symbol.section, .symbol = (uint32_t)j};
            if (names_code(cubin, &symbol, &function.text))
                visit(context, symbol.name, &function);
        }
    }
}

static void visit_table(const struct cubin *cubin, const struct cubin_section *section,
                        cubin_visit_relocation *visit, void *context)
{
    struct symbols symbols;
    bool addends = section->type == SHT_RELA;
    size_t size = addends ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);
    if (!open_symbols(cubin, section->link, &symbols))
        return;
    for (size_t at = 0; section->length - at >= size; at += size) {
        Elf64_Rela record = {0};
        struct cubin_symbol symbol;
        memcpy(&record, section->data + at, size);
        if (!read_symbol(&symbols, ELF64_R_SYM(record.r_info), &symbol))
            continue;
        struct cubin_relocation relocation = {record.r_offset, symbol.name, record.r_addend};
        visit(context, &relocation);
    }
}

void cubin_relocations(const struct cubin *cubin, const char *section,
                       cubin_visit_relocation *visit, void *context)
{
    static const char *const prefixes[] = {".rela", ".rel"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        struct strbuf name = {0};
        struct cubin_section found;
        strbuf_addf(&name, "%s%s", prefixes[i], section);
        if (cubin_section_named(cubin, name.data, &found))
            visit_table(cubin, &found, visit, context);
        strbuf_free(&name);
    }
}
