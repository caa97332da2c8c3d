#include "report/code/sass_opcode.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/code/sass_text.h"
#include "report/code/sass_wait.h"

static const struct {
    unsigned bits, mask, from, to;
    uint64_t high_mask, high_bits;
    const char *name, *kind;
} table[] = {
#include "sass_opcodes.inc"
};

enum { ROWS = sizeof table / sizeof *table, OLDEST = 75 };

const char *sass_opcode(unsigned arch, const uint64_t bits[2])
{
    if (arch < OLDEST)
        arch = OLDEST;
    for (size_t i = 0; i < ROWS; i++)
        if ((bits[0] & table[i].mask) == table[i].bits && arch >= table[i].from &&
            arch <= table[i].to && (bits[1] & table[i].high_mask) == table[i].high_bits)
            return table[i].name;
    return NULL;
}

const char *sass_opcode_kind(const char *opcode)
{
    for (size_t i = 0; opcode && i < ROWS; i++)
        if (table[i].name && strcmp(table[i].name, opcode) == 0)
            return table[i].kind;
    return "Miscellaneous";
}

const char *sass_opcode_in(const char *text, size_t *length)
{
    text += strspn(text, " {");
    if (*text == '@') {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    *length = strcspn(text, " ;,");
    return text;
}

/* Takes the texts of a listing: they replace what the bits say, which may be nothing. */
static void read_listing(struct sass_opcodes *opcodes, const char *mangled, const char *listing,
                         size_t length)
{
    struct sass_text sass;
    struct strbuf texts = {0};
    size_t *full = mem_alloc((opcodes->count + 1) * sizeof *full);
    size_t *name = mem_alloc((opcodes->count + 1) * sizeof *name);
    sass_text_read(&sass, listing, length, mangled, 0);
    strbuf_addc(&texts, '\0');
    for (size_t i = 0; i < opcodes->count; i++) {
        const char *line = sass_text_at(&sass, i * SASS_BYTES);
        size_t bytes = 0;
        const char *opcode = line ? sass_opcode_in(line, &bytes) : "";
        full[i] = texts.length;
        strbuf_add(&texts, opcode, bytes);
        strbuf_addc(&texts, '\0');
        name[i] = texts.length;
        strbuf_add(&texts, opcode, bytes ? strcspn(opcode, ". ;") : 0);
        strbuf_addc(&texts, '\0');
    }
    opcodes->texts = strbuf_detach(&texts);
    for (size_t i = 0; i < opcodes->count; i++) {
        if (!opcodes->texts[full[i]])
            continue;
        opcodes->items[i].full = opcodes->texts + full[i];
        if (!*opcodes->items[i].name)
            opcodes->items[i].name = opcodes->texts + name[i];
    }
    free(full);
    free(name);
    sass_text_free(&sass);
}

void sass_opcodes_read(struct sass_opcodes *opcodes, const struct cubin_function *function,
                       const char *mangled, unsigned arch, const char *listing, size_t length)
{
    size_t count = function->text.data ? function->text.length / SASS_BYTES : 0;
    *opcodes = (struct sass_opcodes){
        .items = mem_alloc((count + 1) * sizeof(struct sass_operation)), .count = count};
    for (size_t i = 0; i < count; i++) {
        uint64_t bits[2];
        memcpy(bits, function->text.data + i * SASS_BYTES, sizeof bits);
        const char *name = sass_opcode(arch, bits);
        opcodes->items[i].name = opcodes->items[i].full = name ? name : "";
    }
    if (listing)
        read_listing(opcodes, mangled, listing, length);
    for (size_t i = 0; i < count; i++)
        opcodes->items[i].kind = sass_opcode_kind(opcodes->items[i].name);
}

void sass_opcodes_free(struct sass_opcodes *opcodes)
{
    free(opcodes->items);
    free(opcodes->texts);
    *opcodes = (struct sass_opcodes){0};
}
