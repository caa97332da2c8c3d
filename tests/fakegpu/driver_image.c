/* Module images: an ELF file, text that begins with FAKECUBIN, or PTX. All end up as names and an
 * ELF file. */
#include <ctype.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "elf_image.h"

static const char text_magic[] = "FAKECUBIN";

static bool add(struct image *image, enum symbol_kind kind, const char *name, size_t length,
                size_t size)
{
    struct symbol *grown = realloc(image->symbols, (image->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    image->symbols = grown;
    struct symbol *symbol = &grown[image->count++];
    *symbol = (struct symbol){.kind = kind, .size = size};
    snprintf(symbol->name, sizeof symbol->name, "%.*s", (int)length, name);
    return true;
}

const struct symbol *image_find(const struct image *image, enum symbol_kind kind, const char *name)
{
    for (size_t i = 0; i < image->count; i++)
        if (image->symbols[i].kind == kind && strcmp(image->symbols[i].name, name) == 0)
            return &image->symbols[i];
    return NULL;
}

void image_free(struct image *image)
{
    if (!image)
        return;
    free(image->symbols);
    free(image->cubin);
    free(image);
}

/* The caller gives no size: it follows from the headers, as for the real driver. */
static size_t elf_size(const unsigned char *bytes)
{
    Elf64_Ehdr header;
    memcpy(&header, bytes, sizeof header);
    size_t size = header.e_shoff + (size_t)header.e_shnum * header.e_shentsize;
    for (unsigned i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr section;
        memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS && section.sh_offset + section.sh_size > size)
            size = section.sh_offset + section.sh_size;
    }
    size_t phdrs = header.e_phoff + (size_t)header.e_phnum * header.e_phentsize;
    return phdrs > size ? phdrs : size;
}

static bool parse_symbols(struct image *image, const Elf64_Shdr *table, const Elf64_Shdr *names)
{
    size_t count = table->sh_size / sizeof(Elf64_Sym);
    for (size_t i = 0; i < count; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, image->cubin + table->sh_offset + i * sizeof symbol, sizeof symbol);
        const char *name = (const char *)image->cubin + names->sh_offset + symbol.st_name;
        bool ok = true;
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx != SHN_UNDEF)
            ok = add(image, SYMBOL_KERNEL, name, strlen(name), 0);
        else if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size)
            ok = add(image, symbol.st_other == ELF_OTHER_MANAGED ? SYMBOL_MANAGED : SYMBOL_GLOBAL,
                     name, strlen(name), symbol.st_size);
        if (!ok)
            return false;
    }
    return true;
}

static bool parse_elf(struct image *image, const unsigned char *bytes)
{
    Elf64_Ehdr header;
    memcpy(&header, bytes, sizeof header);
    if (header.e_machine != EM_CUDA || header.e_shentsize != sizeof(Elf64_Shdr))
        return false;
    image->cubin_size = elf_size(bytes);
    image->cubin = malloc(image->cubin_size);
    if (!image->cubin)
        return false;
    memcpy(image->cubin, bytes, image->cubin_size);
    for (unsigned i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr section, names;
        memcpy(&section, bytes + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_SYMTAB || section.sh_link >= header.e_shnum)
            continue;
        memcpy(&names, bytes + header.e_shoff + section.sh_link * sizeof names, sizeof names);
        if (!parse_symbols(image, &section, &names))
            return false;
    }
    return true;
}

/* Lines "kernel NAME", "global NAME SIZE" and "managed NAME SIZE". */
static bool parse_text(struct image *image, const char *text)
{
    for (const char *line = strchr(text, '\n'); line; line = strchr(line, '\n')) {
        char kind[16], name[256];
        size_t size = 0;
        line++;
        int fields = sscanf(line, "%15[a-z] %255[^ \n] %zu", kind, name, &size);
        if (fields < 2)
            continue;
        bool ok = true;
        if (strcmp(kind, "kernel") == 0)
            ok = add(image, SYMBOL_KERNEL, name, strlen(name), 0);
        else if (strcmp(kind, "global") == 0 && size)
            ok = add(image, SYMBOL_GLOBAL, name, strlen(name), size);
        else if (strcmp(kind, "managed") == 0 && size)
            ok = add(image, SYMBOL_MANAGED, name, strlen(name), size);
        if (!ok)
            return false;
    }
    return true;
}

static size_t identifier(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' || text[length] == '$')
        length++;
    return length;
}

/* One ".global" statement: its last word before [, = or ; is the name, and .b8 .u32 .f64 ... the
 * element. */
static bool parse_ptx_global(struct image *image, const char *statement)
{
    size_t element = 4, count = 1;
    bool managed = false;
    const char *name = NULL;
    size_t length = 0;
    const char *at = statement;
    while (*at && !strchr(";=[", *at)) {
        if (*at == '.') {
            int bits = 0;
            if (sscanf(at, ".%*1[busf]%d", &bits) == 1)
                element = (size_t)bits / 8;
            managed = managed || strncmp(at, ".managed", 8) == 0;
            at += 1 + identifier(at + 1);
        } else if (identifier(at)) {
            name = at;
            length = identifier(at);
            at += length;
        } else {
            at++;
        }
    }
    if (*at == '[')
        count = strtoull(at + 1, NULL, 0);
    if (!name || !element || !count)
        return true;
    return add(image, managed ? SYMBOL_MANAGED : SYMBOL_GLOBAL, name, length, element * count);
}

static bool parse_ptx(struct image *image, const char *text)
{
    for (const char *at = strstr(text, ".entry"); at; at = strstr(at, ".entry")) {
        at += strlen(".entry");
        at += strspn(at, " \t\r\n");
        if (!add(image, SYMBOL_KERNEL, at, identifier(at), 0))
            return false;
    }
    for (const char *at = strstr(text, ".global"); at; at = strstr(at, ".global")) {
        const char *before = at;
        at += strlen(".global");
        while (before > text && isspace((unsigned char)before[-1]) && before[-1] != '\n')
            before--;
        /* ld.global and st.global are instructions. */
        bool declares = before == text || strchr(";\n}e/", before[-1]) != NULL;
        if (declares && isspace((unsigned char)*at) && !parse_ptx_global(image, at))
            return false;
    }
    return true;
}

static bool assemble(struct image *image)
{
    struct elf_symbol *symbols = calloc(image->count + 1, sizeof *symbols);
    if (!symbols)
        return false;
    for (size_t i = 0; i < image->count; i++)
        symbols[i] = (struct elf_symbol){image->symbols[i].name, image->symbols[i].size,
                                         image->symbols[i].kind == SYMBOL_MANAGED};
    image->cubin = elf_image_build(symbols, image->count, &image->cubin_size);
    free(symbols);
    return image->cubin != NULL;
}

/* A fat binary holds ELF files or PTX: the first that is not compressed is taken. */
static const void *unwrap(const void *bytes)
{
    struct {
        uint32_t magic;
        uint16_t version, header;
        uint64_t size;
    } fat;
    memcpy(&fat, bytes, sizeof fat.magic);
    if (fat.magic == 0x466243b1) { /* the wrapper of a program's own fat binaries */
        memcpy(&bytes, (const char *)bytes + 8, sizeof bytes);
        return unwrap(bytes);
    }
    if (fat.magic != 0xba55ed50)
        return bytes;
    memcpy(&fat, bytes, sizeof fat);
    const char *from = bytes;
    const char *elf = memmem(from, fat.header + fat.size, ELFMAG, SELFMAG);
    return elf ? elf : memmem(from, fat.header + fat.size, ".version", strlen(".version"));
}

struct image *image_parse(const void *bytes)
{
    bytes = bytes ? unwrap(bytes) : NULL;
    struct image *image = bytes ? calloc(1, sizeof *image) : NULL;
    if (!image)
        return NULL;
    bool ok = false;
    if (memcmp(bytes, ELFMAG, SELFMAG) == 0)
        ok = parse_elf(image, bytes);
    else if (strncmp(bytes, text_magic, strlen(text_magic)) == 0)
        ok = parse_text(image, bytes) && assemble(image);
    else if (strstr(bytes, ".version"))
        ok = parse_ptx(image, bytes) && assemble(image);
    if (ok)
        return image;
    image_free(image);
    return NULL;
}
