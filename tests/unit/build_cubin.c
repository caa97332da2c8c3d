#include "build_cubin.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "mem.h"

enum { MOST_SECTIONS = 12 };

struct image {
    struct strbuf *out, names;
    Elf64_Shdr headers[MOST_SECTIONS];
    unsigned count;
};

static unsigned add_section(struct image *image, const char *name, uint32_t type, const void *data,
                            size_t length, uint32_t link)
{
    Elf64_Shdr *header = &image->headers[image->count];
    *header = (Elf64_Shdr){.sh_name = (uint32_t)image->names.length,
                           .sh_type = type,
                           .sh_offset = image->out->length,
                           .sh_size = length,
                           .sh_link = link};
    strbuf_add(&image->names, name, strlen(name) + 1);
    strbuf_add(image->out, data, length);
    return image->count++;
}

void build_cubin(struct strbuf *out, const struct build_cubin *cubin)
{
    struct image image = {.out = out};
    Elf64_Ehdr header = {.e_machine = 190,
                         .e_shentsize = sizeof(Elf64_Shdr),
                         .e_ehsize = sizeof header,
                         .e_type = ET_EXEC};
    memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    strbuf_clear(out);
    strbuf_add(out, &header, sizeof header);
    add_section(&image, "", SHT_NULL, "", 0, 0);

    char text[128], strings[128] = "";
    snprintf(text, sizeof text, ".text.%s", cubin->name);
    size_t strings_length =
        (size_t)snprintf(strings + 1, sizeof strings - 1, "%s", cubin->name) + 2;
    struct strbuf code = {0};
    strbuf_adds(&code, "");
    if (cubin->code)
        strbuf_add(&code, cubin->code, cubin->instructions * 16);
    else
        strbuf_pad(&code, 'i', cubin->instructions * 16);
    unsigned code_section = add_section(&image, text, SHT_PROGBITS, code.data, code.length, 0);
    strbuf_free(&code);
    unsigned names = add_section(&image, ".strtab", SHT_STRTAB, strings, strings_length, 0);
    Elf64_Sym symbols[2] = {{0},
                            {.st_name = 1,
                             .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                             .st_shndx = (uint16_t)code_section,
                             .st_size = cubin->instructions * 16}};
    unsigned table = add_section(&image, ".symtab", SHT_SYMTAB, symbols, sizeof symbols, names);
    if (cubin->lines.length)
        add_section(&image, ".debug_line", SHT_PROGBITS, cubin->lines.data, cubin->lines.length, 0);
    Elf64_Rela places[4] = {{0}};
    for (size_t i = 0; i < cubin->place_count; i++)
        places[i] = (Elf64_Rela){.r_offset = cubin->places[i], .r_info = ELF64_R_INFO(1UL, 2)};
    if (cubin->place_count)
        add_section(&image, ".rela.debug_line", SHT_RELA, places,
                    cubin->place_count * sizeof *places, table);
    if (cubin->ptx)
        add_section(&image, ".nv_debug_ptx_txt", SHT_PROGBITS, cubin->ptx, cubin->ptx_length, 0);
    add_section(&image, ".shstrtab", SHT_STRTAB, "", 0, 0);
    image.headers[image.count - 1].sh_size = image.names.length;
    strbuf_add(out, image.names.data, image.names.length);

    header.e_shoff = out->length;
    header.e_shnum = (uint16_t)image.count;
    header.e_shstrndx = (uint16_t)(image.count - 1);
    strbuf_add(out, image.headers, image.count * sizeof *image.headers);
    memcpy(out->data, &header, sizeof header);
    strbuf_free(&image.names);
}

void build_lines(struct build_cubin *cubin)
{
    /* Prologue: instructions of 1 byte, is_stmt, lines from -5 in a range of 14, opcodes from 10.
     */
    static const char prologue[] = "\x01\x01\xfb\x0e\x0a\0\1\1\1\1\0\0\0\1"
                                   "/src/../app\0\0"
                                   "work.cu\0\1\0\x64"
                                   "/inc/h.h\0\0\0\0";
    static const char program[] = "\0\x09\x02\0\0\0\0\0\0\0\0"   /* address 0 */
                                  "\x03\x06\x01"                 /* line 7: row */
                                  "\x02\x10\x03\x01\x01"         /* 0x10, line 8: row */
                                  "\0\x03\x90\x01\x00"           /* NVIDIA's opcode */
                                  "\x04\x02\x03\x7b\x01"         /* file 2, line 3: row */
                                  "\x04\x01\x03\x05\x02\x10\x01" /* file 1, line 8, 0x20: row */
                                  "\x02\x20\0\x01\x01";          /* 0x40: end */
    struct strbuf *out = &cubin->lines;
    size_t header = sizeof prologue; /* with the empty name at its end */
    strbuf_clear(out);
    build_u32(out, (uint32_t)(2 + 4 + header + sizeof program - 1));
    strbuf_add(out, "\2\0", 2);
    build_u32(out, (uint32_t)header);
    strbuf_add(out, prologue, header);
    cubin->places[0] = out->length + 3;
    cubin->place_count = 1;
    strbuf_add(out, program, sizeof program - 1);
}

void build_source(struct strbuf *out, const struct build_cubin *cubin,
                  const struct build_source *source)
{
    struct strbuf code = {0};
    Rep__SourceFile file = REP__SOURCE_FILE__INIT, *files[] = {&file};
    Rep__SourceFiles stored = REP__SOURCE_FILES__INIT;
    Rep__RelocationSymbolEntry symbol = REP__RELOCATION_SYMBOL_ENTRY__INIT, *symbols[] = {&symbol};
    Rep__RelocationData places = REP__RELOCATION_DATA__INIT;
    Rep__SourceData data = REP__SOURCE_DATA__INIT;
    build_cubin(&code, cubin);
    file.filename = "/app/work.cu";
    file.content = (char *)source->work;
    stored.n_files = 1;
    stored.files = files;
    symbol.symbolname = (char *)cubin->name;
    symbol.has_address = 1;
    symbol.address = source->address;
    places.n_functions = 1;
    places.functions = symbols;
    data.has_reference = 1;
    data.reference = source->reference;
    data.has_binary = 1;
    data.binary = (ProtobufCBinaryData){code.length, (uint8_t *)code.data};
    data.has_cudasmversion = 1;
    data.cudasmversion = source->major << 16;
    data.sourcefiles = source->work ? &stored : NULL;
    data.relocationdata = &places;
    uint8_t *bytes = mem_alloc(rep__source_data__get_packed_size(&data));
    strbuf_clear(out);
    strbuf_add(out, bytes, rep__source_data__pack(&data, bytes));
    free(bytes);
    strbuf_free(&code);
}
