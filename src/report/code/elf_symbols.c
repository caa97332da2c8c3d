/* How it works: a linear search visits all symbols and keeps two candidates. One is the nearest
 * function whose size includes the address. The other is the nearest symbol without a size, as
 * hand-written assembly has; it counts only if no other symbol is nearer to the address and the
 * address is in a section of code. All line programs run once for all addresses together. */
#include "report/code/elf_symbols.h"

#include <elf.h>
#include <string.h>

#include "report/code/line_program.h"
#include "report/code/line_table.h"

/* Longer line programs, which take more than 0.5 s, are skipped: the profiled program waits
 * meanwhile. */
enum { MOST_LINE_BYTES = 64 << 20 };

const uint8_t *elf_build_id(const struct cubin *elf, size_t *length)
{
    struct cubin_section notes;
    Elf64_Nhdr note;
    *length = 0;
    if (!cubin_section_named(elf, ".note.gnu.build-id", &notes) || notes.length < sizeof note + 4)
        return NULL;
    memcpy(&note, notes.data, sizeof note);
    if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
        note.n_descsz > notes.length - sizeof note - 4)
        return NULL;
    *length = note.n_descsz;
    return notes.data + sizeof note + 4;
}

bool elf_has_symbol_table(const struct cubin *elf)
{
    struct cubin_section section;
    for (size_t i = 0; i < elf->section_count; i++)
        if (cubin_section(elf, i, &section) && section.type == SHT_SYMTAB && section.data)
            return true;
    return false;
}

/* The best candidates so far: the nearest function that includes the address, and the nearest
 * symbol that has no size (assembly written by hand). */
struct search {
    uint64_t address;
    Elf64_Sym inside, open;
    const char *inside_name, *open_name;
    uint64_t before; /* start of the nearest symbol of any kind */
};

static bool is_code(const Elf64_Sym *symbol)
{
    unsigned type = ELF64_ST_TYPE(symbol->st_info);
    return symbol->st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE);
}

/* Returns whether the symbol is a better candidate. Among names of the same function it is a global
 * one, or else the first. */
static bool is_better(const Elf64_Sym *symbol, const Elf64_Sym *than, const char *name)
{
    bool global = ELF64_ST_BIND(symbol->st_info) == STB_GLOBAL;
    return !name || symbol->st_value > than->st_value ||
           (symbol->st_value == than->st_value && global &&
            ELF64_ST_BIND(than->st_info) != STB_GLOBAL);
}

static void consider(struct search *s, const Elf64_Sym *symbol, const char *name)
{
    if (!*name || !is_code(symbol) || symbol->st_value > s->address)
        return;
    if (symbol->st_value > s->before)
        s->before = symbol->st_value;
    if (s->address - symbol->st_value < symbol->st_size) {
        if (is_better(symbol, &s->inside, s->inside_name)) {
            s->inside = *symbol;
            s->inside_name = name;
        }
    } else if (!symbol->st_size && is_better(symbol, &s->open, s->open_name)) {
        s->open = *symbol;
        s->open_name = name;
    }
}

static void search_table(const struct cubin *elf, const struct cubin_section *table,
                         struct search *search)
{
    struct cubin_section names;
    if (!cubin_section(elf, table->link, &names) || !names.data || !names.length ||
        names.data[names.length - 1])
        return;
    for (size_t at = 0; table->length - at >= sizeof(Elf64_Sym); at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        memcpy(&symbol, table->data + at, sizeof symbol);
        if (symbol.st_name < names.length)
            consider(search, &symbol, (const char *)names.data + symbol.st_name);
    }
}

/* Returns whether the address is in a code section at all. The last function of a section has no
 * neighbour to bound it. */
static bool is_in_code(const struct cubin *elf, uint64_t address)
{
    for (size_t i = 0; i < elf->section_count; i++) {
        Elf64_Shdr header;
        memcpy(&header, elf->bytes + elf->sections + i * elf->section_size, sizeof header);
        if ((header.sh_flags & SHF_EXECINSTR) && address >= header.sh_addr &&
            address - header.sh_addr < header.sh_size)
            return true;
    }
    return false;
}

const char *elf_function_at(const struct cubin *elf, uint64_t address)
{
    static const uint32_t kinds[] = {SHT_SYMTAB, SHT_DYNSYM};
    struct search search = {.address = address};
    struct cubin_section table;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < elf->section_count; i++)
            if (cubin_section(elf, i, &table) && table.type == kinds[k] && table.data)
                search_table(elf, &table, &search);
    if (search.inside_name)
        return search.inside_name;
    return search.open_name && search.open.st_value == search.before && is_in_code(elf, address)
               ? search.open_name
               : NULL;
}

struct wanted {
    struct elf_line *lines;
    size_t count;
};

/* Returns the last row that is not behind the address. A row's line extends to the next row. */
static const struct line_row *row_of(const struct line_row *rows, size_t count, uint64_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rows[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && low < count ? &rows[low - 1] : NULL;
}

static void take_lines(void *context, const struct line_unit *unit, uint64_t place,
                       const struct line_row *rows, size_t count)
{
    struct wanted *wanted = context;
    (void)place;
    /* The linker leaves code that it dropped at address 0. */
    if (count < 2 || !rows[0].address)
        return;
    for (size_t i = 0; i < wanted->count; i++) {
        struct elf_line *line = &wanted->lines[i];
        if (line->file || line->address < rows[0].address ||
            line->address >= rows[count - 1].address)
            continue;
        const struct line_row *row = row_of(rows, count, line->address);
        const struct line_unit_file *file = row ? line_unit_file(unit, row->file) : NULL;
        if (file && file->name && *file->name && row->line) {
            line->file = line_table_path(unit, file);
            line->line = row->line;
        }
    }
}

void elf_lines(const struct cubin *elf, struct elf_line *lines, size_t count)
{
    struct wanted wanted = {lines, count};
    struct cubin_section program;
    if (count && cubin_section_named(elf, ".debug_line", &program) &&
        program.length <= MOST_LINE_BYTES)
        line_program_run(elf, ".debug_line", take_lines, &wanted);
}
