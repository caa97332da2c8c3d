#include "elf_image.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "elf_lines.h"

enum {
    TEXT_SIZE = 128,
    GLOBAL_SECTION = 4,
    CALL_SECTION,
    LINE_SECTION,
    PLACE_SECTION,
    FIXED_SECTIONS
};

/* Of a section of calls (CUDA_CALLGRAPH_INFO in the toolkit's readers of cubins). */
enum { SHT_CALLS = 0x70000001 };

struct writer {
    unsigned char *bytes;
    size_t used;
};

static size_t put(struct writer *writer, const void *data, size_t size)
{
    size_t at = writer->used;
    memcpy(writer->bytes + at, data, size);
    writer->used += size;
    return at;
}

static void align8(struct writer *writer)
{
    writer->used = (writer->used + 7) & ~(size_t)7;
}

static size_t room(const struct elf_symbol *symbols, size_t count)
{
    size_t size = sizeof(Elf64_Ehdr) + 512 + FIXED_SECTIONS * sizeof(Elf64_Shdr);
    for (size_t i = 0; i < count; i++)
        size +=
            TEXT_SIZE + 2 * strlen(symbols[i].name) + 48 + sizeof(Elf64_Sym) + sizeof(Elf64_Shdr);
    return size;
}

static Elf64_Shdr section(struct writer *names, const char *prefix, const char *name, uint32_t type)
{
    Elf64_Shdr header = {.sh_name = (Elf64_Word)names->used, .sh_type = type, .sh_addralign = 8};
    put(names, prefix, strlen(prefix));
    put(names, name, strlen(name) + 1);
    return header;
}

static uint32_t index_of(const struct elf_symbol *symbols, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(symbols[i].name, name) == 0)
            return (uint32_t)(1 + i);
    return 0;
}

/* Pairs of caller and callee after one that is a mark, as the compiler writes it. */
static size_t calls_of(const struct elf_symbol *symbols, size_t count, uint32_t *pairs)
{
    size_t used = 0;
    pairs[used++] = 0;
    pairs[used++] = 0xffffffff;
    for (size_t i = 0; i < count; i++) {
        if (!symbols[i].calls)
            continue;
        pairs[used++] = (uint32_t)(1 + i);
        pairs[used++] = index_of(symbols, count, symbols[i].calls);
    }
    return used * sizeof *pairs;
}

static void place(Elf64_Shdr *header, struct writer *file, const void *data, size_t size)
{
    align8(file);
    header->sh_size = size;
    header->sh_offset = put(file, data, size);
}

/* The lines of the first kernel. */
static void add_lines(Elf64_Shdr *headers, struct writer *file, const unsigned char *lines,
                      size_t size, size_t at)
{
    const Elf64_Rela place_of = {.r_offset = at, .r_info = ELF64_R_INFO(1UL, 2)};
    place(&headers[LINE_SECTION], file, lines, size);
    place(&headers[PLACE_SECTION], file, &place_of, sizeof place_of);
    headers[PLACE_SECTION].sh_link = 3;
    headers[PLACE_SECTION].sh_entsize = sizeof place_of;
}

/* Kernels that write where the order of their threads, or the time, tells them to: their code has
 * an atomic operation that returns a value. */
static bool is_atomic(const char *name)
{
    return strstr(name, "take_place") || strstr(name, "wander");
}

/* Kernels that wait for other GPUs or for the program. */
static bool is_waiting(const char *name)
{
    return strstr(name, "meet") || strstr(name, "await") || strstr(name, "DelayKernel");
}

/* The code of a kernel, for what is searched there. A kernel that waits has a loop around a
 * volatile read. With FAKEGPU_CALLS others have a call, so that it is not sure that they do not. */
static const unsigned char *code_of(const char *name)
{
    static const unsigned char plain[TEXT_SIZE] = {0x18, 0x79}, atomic[TEXT_SIZE] = {0xa8, 0x79},
                               calls[TEXT_SIZE] = {0x44, 0x79};
    static const uint64_t waits[TEXT_SIZE / sizeof(uint64_t)] = {0x7981, 0x14000,
                                                                 0xfffffffc00f87947, 0x3ffff};
    if (is_waiting(name))
        return (const unsigned char *)waits;
    return is_atomic(name) ? atomic : getenv("FAKEGPU_CALLS") ? calls : plain;
}

unsigned char *elf_image_build(const struct elf_symbol *symbols, size_t count, size_t *size)
{
    const char *sources = getenv("FAKEGPU_SOURCES");
    size_t lines_size = 0, lines_place = 0;
    unsigned char *lines = sources ? elf_lines_build(sources, &lines_size, &lines_place) : NULL;
    size_t limit = room(symbols, count) + lines_size;
    struct writer file = {calloc(1, limit), sizeof(Elf64_Ehdr)};
    struct writer section_names = {calloc(1, limit), 1};
    struct writer names = {calloc(1, limit), 1};
    Elf64_Shdr *headers = calloc(FIXED_SECTIONS + count, sizeof *headers);
    Elf64_Sym *table = calloc(1 + count, sizeof *table);
    uint32_t *pairs = calloc(2 * (1 + count), sizeof *pairs);
    if (!file.bytes || !section_names.bytes || !names.bytes || !headers || !table || !pairs) {
        free(file.bytes);
        file.bytes = NULL;
        goto out;
    }
    headers[1] = section(&section_names, "", ".shstrtab", SHT_STRTAB);
    headers[2] = section(&section_names, "", ".strtab", SHT_STRTAB);
    headers[3] = section(&section_names, "", ".symtab", SHT_SYMTAB);
    headers[GLOBAL_SECTION] = section(&section_names, "", ".nv.global", SHT_NOBITS);
    headers[GLOBAL_SECTION].sh_flags = SHF_ALLOC | SHF_WRITE;
    headers[CALL_SECTION] = section(&section_names, "", ".nv.callgraph", SHT_CALLS);
    headers[CALL_SECTION].sh_link = 3;
    headers[CALL_SECTION].sh_entsize = 2 * sizeof *pairs;
    headers[LINE_SECTION] = section(&section_names, "", ".debug_line", SHT_PROGBITS);
    headers[PLACE_SECTION] = section(&section_names, "", ".rela.debug_line", SHT_RELA);
    size_t sections = FIXED_SECTIONS;
    for (size_t i = 0; i < count; i++) {
        Elf64_Sym *symbol = &table[1 + i];
        symbol->st_name = (Elf64_Word)put(&names, symbols[i].name, strlen(symbols[i].name) + 1);
        if (symbols[i].undefined) {
            symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
            continue;
        }
        if (symbols[i].size) {
            symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
            symbol->st_other = symbols[i].managed ? ELF_OTHER_MANAGED : 0;
            symbol->st_shndx = GLOBAL_SECTION;
            symbol->st_value = headers[GLOBAL_SECTION].sh_size;
            symbol->st_size = symbols[i].size;
            headers[GLOBAL_SECTION].sh_size += (symbols[i].size + 7) & ~(size_t)7;
            continue;
        }
        headers[sections] = section(&section_names, ".text.", symbols[i].name, SHT_PROGBITS);
        headers[sections].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
        place(&headers[sections], &file, code_of(symbols[i].name), TEXT_SIZE);
        symbol->st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
        symbol->st_other = ELF_OTHER_ENTRY;
        symbol->st_shndx = (Elf64_Half)sections++;
        symbol->st_size = TEXT_SIZE;
    }
    place(&headers[1], &file, section_names.bytes, section_names.used);
    place(&headers[2], &file, names.bytes, names.used);
    place(&headers[3], &file, table, (1 + count) * sizeof *table);
    place(&headers[CALL_SECTION], &file, pairs, calls_of(symbols, count, pairs));
    if (lines)
        add_lines(headers, &file, lines, lines_size, lines_place);
    headers[3].sh_link = 2;
    headers[3].sh_info = 1;
    headers[3].sh_entsize = sizeof *table;
    align8(&file);
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT, 0x33,
                    7},
        .e_type = ET_EXEC,
        .e_machine = EM_CUDA,
        .e_version = EV_CURRENT,
        .e_flags = 0x5a055a, /* sm_90 */
        .e_ehsize = sizeof header,
        .e_shentsize = sizeof *headers,
        .e_shnum = (Elf64_Half)sections,
        .e_shstrndx = 1,
    };
    header.e_shoff = put(&file, headers, sections * sizeof *headers);
    memcpy(file.bytes, &header, sizeof header);
    *size = file.used;
out:
    free(section_names.bytes);
    free(names.bytes);
    free(lines);
    free(headers);
    free(table);
    free(pairs);
    return file.bytes;
}
