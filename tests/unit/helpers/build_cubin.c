#include "build_cubin.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

enum { MOST_SECTIONS = 14 };

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
    Elf64_Rela ptx_place = {.r_offset = cubin->ptx_place, .r_info = ELF64_R_INFO(1UL, 2)};
    if (cubin->ptx_lines.length) {
        add_section(&image, ".nv_debug_line_sass", SHT_PROGBITS, cubin->ptx_lines.data,
                    cubin->ptx_lines.length, 0);
        add_section(&image, ".rela.nv_debug_line_sass", SHT_RELA, &ptx_place, sizeof ptx_place,
                    table);
    }
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

/* Prologue: instructions of 1 byte, is_stmt, lines from -5 in a range of 14, opcodes from 10. */
#define PROLOGUE "\x01\x01\xfb\x0e\x0a\0\1\1\1\1\0\0\0\1"
#define FILES(size) "/src/../app\0\0work.cu\0\1\0" size "/inc/h.h\0\0\0\0"
/* With the empty name at the end. */
static const char prologue[] = PROLOGUE FILES("\x64");
static const char sizeless_prologue[] = PROLOGUE FILES("\0");
static const char bare_prologue[] = PROLOGUE "\0"; /* no folders, no files */

void build_lines(struct build_cubin *cubin)
{
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

static void add_number(struct strbuf *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        strbuf_addc(out, (char)(number | 0x80));
    strbuf_addc(out, (char)number);
}

static void add_signed(struct strbuf *out, int64_t number)
{
    bool more = true;
    while (more) {
        int byte = (int)(number & 0x7f);
        number >>= 7;
        more = !((number == 0 && !(byte & 0x40)) || (number == -1 && (byte & 0x40)));
        strbuf_addc(out, (char)(byte | (more ? 0x80 : 0)));
    }
}

uint64_t build_line_rows(struct strbuf *out, const struct build_line_row *rows, size_t count,
                         uint64_t end, bool has_files)
{
    const char *header = has_files ? sizeless_prologue : bare_prologue;
    size_t header_length = has_files ? sizeof sizeless_prologue : sizeof bare_prologue;
    struct strbuf program = {0};
    uint64_t address = 0;
    int64_t line = 1;
    strbuf_add(&program, "\0\x09\x02\0\0\0\0\0\0\0\0", 11);
    for (size_t i = 0; i < count; i++) {
        strbuf_addc(&program, 4);
        add_number(&program, rows[i].file);
        strbuf_addc(&program, 3);
        add_signed(&program, (int64_t)rows[i].line - line);
        strbuf_addc(&program, 2);
        add_number(&program, rows[i].address - address);
        strbuf_addc(&program, 1);
        line = rows[i].line;
        address = rows[i].address;
    }
    strbuf_addc(&program, 2);
    add_number(&program, end - address);
    strbuf_add(&program, "\0\1\1", 3);
    strbuf_clear(out);
    build_u32(out, (uint32_t)(2 + 4 + header_length + program.length));
    strbuf_add(out, "\2\0", 2);
    build_u32(out, (uint32_t)header_length);
    strbuf_add(out, header, header_length);
    uint64_t place = out->length + 3;
    strbuf_add(out, program.data, program.length);
    strbuf_free(&program);
    return place;
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
