/* How it works: DWARF describes lines as a program for a small machine, whose state is an address,
 * a file and a line. Opcodes change the state and emit rows. A unit's header lists its folders and
 * files, as plain tables up to version 4 and with described formats in version 5. The reader never
 * goes beyond its bytes: after an error every value is 0 and `bad` stays set, so that callers check
 * once at the end. */
#include "report/code/line_program.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* Opcodes, contents and forms of the DWARF specification, version 5, sections 6.2 and 7.22. */
enum {
    LNS_COPY = 1,
    LNS_ADVANCE_PC,
    LNS_ADVANCE_LINE,
    LNS_SET_FILE,
    LNS_SET_COLUMN,
    LNS_NEGATE_STMT,
    LNS_SET_BASIC_BLOCK,
    LNS_CONST_ADD_PC,
    LNS_FIXED_ADVANCE_PC
};
enum { LNE_END_SEQUENCE = 1, LNE_SET_ADDRESS, LNE_DEFINE_FILE };
enum { LNCT_PATH = 1, LNCT_DIRECTORY_INDEX, LNCT_TIMESTAMP, LNCT_SIZE };
enum {
    FORM_BLOCK2 = 0x03,
    FORM_BLOCK4 = 0x04,
    FORM_DATA2 = 0x05,
    FORM_DATA4 = 0x06,
    FORM_DATA8 = 0x07,
    FORM_STRING = 0x08,
    FORM_BLOCK = 0x09,
    FORM_BLOCK1 = 0x0a,
    FORM_DATA1 = 0x0b,
    FORM_STRP = 0x0e,
    FORM_UDATA = 0x0f,
    FORM_DATA16 = 0x1e,
    FORM_LINE_STRP = 0x1f
};

/* Reads bytes from front to back. Once it is bad, every value is 0. */
struct reader {
    const uint8_t *at, *end;
    bool bad, wide; /* wide: offsets have 8 bytes */
};

static const uint8_t *take(struct reader *r, uint64_t length)
{
    if (r->bad || length > (uint64_t)(r->end - r->at)) {
        r->bad = true;
        return NULL;
    }
    r->at += length;
    return r->at - length;
}

static uint64_t fixed(struct reader *r, unsigned size)
{
    const uint8_t *bytes = take(r, size);
    uint64_t value = 0;
    for (unsigned i = 0; bytes && i < size; i++)
        value |= (uint64_t)bytes[i] << 8 * i;
    return value;
}

static uint64_t offset(struct reader *r)
{
    return fixed(r, r->wide ? 8 : 4);
}

/* Reads a LEB128 number. If `sign` is set, it is signed. */
static uint64_t variable(struct reader *r, bool sign)
{
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const uint8_t *byte = take(r, 1);
        if (!byte)
            return 0;
        if (shift < 64)
            value |= (uint64_t)(*byte & 0x7f) << shift;
        if (*byte & 0x80)
            continue;
        if (sign && (*byte & 0x40) && shift + 7 < 64)
            value |= ~(uint64_t)0 << (shift + 7);
        return value;
    }
}

static const char *text(struct reader *r)
{
    const uint8_t *end = r->bad ? NULL : memchr(r->at, '\0', (size_t)(r->end - r->at));
    if (!end) {
        r->bad = true;
        return "";
    }
    const char *found = (const char *)r->at;
    r->at = end + 1;
    return found;
}

struct machine {
    struct cubin_section section, strings, line_strings;
    struct line_unit unit;
    struct line_row *rows;
    size_t row_count, row_capacity;
    unsigned minimum, line_range, opcode_base;
    int line_base;
    uint8_t lengths[256]; /* numbers of operands of the standard opcodes */
};

const struct line_unit_file *line_unit_file(const struct line_unit *unit, uint64_t index)
{
    if (unit->version < 5)
        index--;
    return index < unit->file_count ? &unit->files[index] : NULL;
}

const char *line_unit_folder(const struct line_unit *unit, uint64_t index)
{
    /* Before version 5, folder 0 is that of the compilation, which the table does not name. */
    if (unit->version < 5)
        index--;
    return index < unit->folder_count ? unit->folders[index] : NULL;
}

static void add_folder(struct line_unit *unit, const char *name)
{
    mem_grow(&unit->folders, unit->folder_count, &unit->folder_capacity, sizeof *unit->folders);
    unit->folders[unit->folder_count++] = name;
}

static void add_file(struct line_unit *unit, const struct line_unit_file *file)
{
    mem_grow(&unit->files, unit->file_count, &unit->file_capacity, sizeof *unit->files);
    unit->files[unit->file_count++] = *file;
}

static struct line_unit_file read_file(struct reader *r, const char *name)
{
    struct line_unit_file file = {.name = name};
    file.folder = variable(r, false);
    variable(r, false); /* time of modification */
    file.size = variable(r, false);
    return file;
}

static void read_tables(struct reader *r, struct line_unit *unit)
{
    const char *name;
    while (*(name = text(r)))
        add_folder(unit, name);
    while (*(name = text(r))) {
        struct line_unit_file file = read_file(r, name);
        add_file(unit, &file);
    }
}

static const char *string_at(const struct cubin_section *section, uint64_t at)
{
    if (!section->data || at >= section->length ||
        !memchr(section->data + at, '\0', section->length - at))
        return "";
    return (const char *)section->data + at;
}

struct value {
    const char *text;
    uint64_t number;
};

static struct value read_form(struct reader *r, const struct machine *m, uint64_t form)
{
    struct value value = {"", 0};
    switch (form) {
    case FORM_STRING:
        value.text = text(r);
        break;
    case FORM_STRP:
        value.text = string_at(&m->strings, offset(r));
        break;
    case FORM_LINE_STRP:
        value.text = string_at(&m->line_strings, offset(r));
        break;
    case FORM_DATA1:
        value.number = fixed(r, 1);
        break;
    case FORM_DATA2:
        value.number = fixed(r, 2);
        break;
    case FORM_DATA4:
        value.number = fixed(r, 4);
        break;
    case FORM_DATA8:
        value.number = fixed(r, 8);
        break;
    case FORM_UDATA:
        value.number = variable(r, false);
        break;
    case FORM_DATA16:
        take(r, 16);
        break;
    case FORM_BLOCK1:
        take(r, fixed(r, 1));
        break;
    case FORM_BLOCK2:
        take(r, fixed(r, 2));
        break;
    case FORM_BLOCK4:
        take(r, fixed(r, 4));
        break;
    case FORM_BLOCK:
        take(r, variable(r, false));
        break;
    default:
        r->bad = true;
    }
    return value;
}

/* Reads one table of version 5. A description of the entries precedes them. */
static void read_entries(struct reader *r, struct machine *m, bool files)
{
    struct {
        uint64_t content, form;
    } formats[255];
    size_t format_count = fixed(r, 1);
    for (size_t i = 0; i < format_count; i++) {
        formats[i].content = variable(r, false);
        formats[i].form = variable(r, false);
    }
    uint64_t count = variable(r, false);
    /* Entries without bytes could be endless. */
    for (uint64_t i = 0; i < count && format_count && !r->bad; i++) {
        struct line_unit_file file = {.name = ""};
        for (size_t j = 0; j < format_count; j++) {
            struct value value = read_form(r, m, formats[j].form);
            if (formats[j].content == LNCT_PATH)
                file.name = value.text;
            else if (formats[j].content == LNCT_DIRECTORY_INDEX)
                file.folder = value.number;
            else if (formats[j].content == LNCT_SIZE)
                file.size = value.number;
        }
        if (r->bad)
            return;
        if (files)
            add_file(&m->unit, &file);
        else
            add_folder(&m->unit, file.name);
    }
}

struct state {
    uint64_t address, file, place;
    uint32_t line;
    bool placed;
};

static const struct state fresh_state = {.file = 1, .line = 1};

static void add_row(struct machine *m, const struct state *state)
{
    mem_grow(&m->rows, m->row_count, &m->row_capacity, sizeof *m->rows);
    m->rows[m->row_count++] = (struct line_row){state->address, state->file, state->line};
}

static void advance(const struct machine *m, struct state *state, unsigned opcode, bool line)
{
    unsigned adjusted = opcode - m->opcode_base;
    state->address += (uint64_t)(adjusted / m->line_range) * m->minimum;
    if (line)
        state->line += (uint32_t)(m->line_base + (int)(adjusted % m->line_range));
}

/* Runs an extended opcode. Returns whether it ended the sequence. */
static bool extended(struct reader *r, struct machine *m, struct state *state)
{
    uint64_t length = variable(r, false);
    const uint8_t *bytes = take(r, length);
    if (!bytes || !length)
        return false;
    struct reader operands = {bytes + 1, bytes + length, false, false};
    switch (*bytes) {
    case LNE_END_SEQUENCE:
        add_row(m, state);
        return true;
    case LNE_SET_ADDRESS:
        state->place = (uint64_t)(operands.at - m->section.data);
        state->placed = true;
        state->address = fixed(&operands, length - 1 > 8 ? 8 : (unsigned)length - 1);
        break;
    case LNE_DEFINE_FILE: {
        const char *name = text(&operands);
        struct line_unit_file file = read_file(&operands, name);
        if (!operands.bad && m->unit.version < 5)
            add_file(&m->unit, &file);
        break;
    }
    default:
        break;
    }
    return false;
}

static void standard(struct reader *r, struct machine *m, struct state *state, unsigned opcode)
{
    switch (opcode) {
    case LNS_COPY:
        add_row(m, state);
        return;
    case LNS_ADVANCE_PC:
        state->address += variable(r, false) * m->minimum;
        return;
    case LNS_ADVANCE_LINE:
        state->line += (uint32_t)variable(r, true);
        return;
    case LNS_SET_FILE:
        state->file = variable(r, false);
        return;
    case LNS_CONST_ADD_PC:
        advance(m, state, 255, false);
        return;
    case LNS_FIXED_ADVANCE_PC:
        state->address += fixed(r, 2);
        return;
    default:
        for (unsigned i = 0; i < m->lengths[opcode]; i++)
            variable(r, false);
    }
}

static void run_program(struct reader *r, struct machine *m, line_program_visit *visit,
                        void *context)
{
    struct state state = fresh_state;
    m->row_count = 0;
    while (r->at < r->end && !r->bad) {
        unsigned opcode = (unsigned)fixed(r, 1);
        if (opcode >= m->opcode_base) {
            advance(m, &state, opcode, true);
            add_row(m, &state);
        } else if (opcode) {
            standard(r, m, &state, opcode);
        } else if (extended(r, m, &state)) {
            if (state.placed)
                visit(context, &m->unit, state.place, m->rows, m->row_count);
            state = fresh_state;
            m->row_count = 0;
        }
    }
}

/* Reads the header of a unit and leaves the reader at its program. Returns false if it is damaged
 * or of an unknown version. */
static bool read_header(struct reader *r, struct machine *m)
{
    struct line_unit *unit = &m->unit;
    unit->folder_count = unit->file_count = 0;
    unit->number++;
    unit->version = (unsigned)fixed(r, 2);
    if (unit->version < 2 || unit->version > 5)
        return false;
    if (unit->version >= 5)
        fixed(r, 2); /* sizes of addresses and segments */
    uint64_t length = offset(r);
    const uint8_t *header = r->at;
    if (r->bad || length > (uint64_t)(r->end - header))
        return false;
    m->minimum = (unsigned)fixed(r, 1);
    if (unit->version >= 4)
        fixed(r, 1);                                   /* operations in a long instruction word */
    fixed(r, 1);                                       /* default of is_stmt */
    m->line_base = (int)((fixed(r, 1) ^ 0x80) - 0x80); /* a signed byte */
    m->line_range = (unsigned)fixed(r, 1);
    m->opcode_base = (unsigned)fixed(r, 1);
    if (!m->line_range || !m->opcode_base)
        return false;
    for (unsigned i = 1; i < m->opcode_base; i++)
        m->lengths[i] = (uint8_t)fixed(r, 1);
    if (unit->version >= 5) {
        read_entries(r, m, false);
        read_entries(r, m, true);
    } else {
        read_tables(r, unit);
    }
    r->at = header + length;
    return !r->bad;
}

void line_program_run(const struct cubin *cubin, const char *section, line_program_visit *visit,
                      void *context)
{
    struct machine m = {0};
    if (!cubin_section_named(cubin, section, &m.section))
        return;
    cubin_section_named(cubin, ".debug_str", &m.strings);
    cubin_section_named(cubin, ".debug_line_str", &m.line_strings);
    struct reader all = {m.section.data, m.section.data + m.section.length, false, false};
    while (all.at < all.end) {
        uint64_t length = fixed(&all, 4);
        bool wide = length == 0xffffffff;
        if (wide)
            length = fixed(&all, 8);
        const uint8_t *unit = take(&all, length);
        if (!unit)
            break;
        struct reader r = {unit, unit + length, false, wide};
        if (!read_header(&r, &m))
            break;
        run_program(&r, &m, visit, context);
    }
    free(m.unit.folders);
    free(m.unit.files);
    free(m.rows);
}
