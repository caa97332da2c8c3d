#include "collect/inject/base/kernel_order.h"

#include <string.h>

#include "collect/inject/base/cubin_elf.h"

enum { INSTRUCTION = 16, OPCODE = 0x1ff, REGISTER_SHIFT = 8 };

static const uint16_t opcodes[] = {
    0x18a, 0x18b, /* ATOM, and with compare-and-swap */
    0x1a8, 0x1a9, /* ATOMG */
    0x18c, 0x18d, /* ATOMS */
    0x194, 0x196, /* SUATOM */
    0x0cb         /* reads the clock, 12.0 */
};

enum { CALL_ABSOLUTE = 0x143, CALL = 0x144, FORM = 0xfff, CALL_IMMEDIATE = 0x944 };

/* S2R, CS2R, S2UR: they read a special register. */
static bool reads_register(unsigned opcode)
{
    return opcode == 0x119 || opcode == 0x005 || opcode == 0x1c3;
}

/* Registers that are the same whenever the kernel runs: lane, thread, block, masks of lanes, the
 * base of shared memory, zero. */
static bool is_steady(unsigned number)
{
    return number == 0 || (number >= 0x20 && number <= 0x2f) ||
           (number >= 0x38 && number <= 0x3c) || number == 0x88 || number == 0xff;
}

/* Whether code of a function that is no kernel has a section of its own. */
static bool is_apart(void *context, size_t index, const Elf64_Sym *symbol, const char *name)
{
    enum { ENTRY = 0x10 };
    size_t size;
    (void)index;
    return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && !(symbol->st_other & ENTRY) &&
           symbol->st_shndx != SHN_UNDEF && elf_section(context, ".text.", name, &size);
}

static bool matters(const uint8_t *instruction, bool calls_matter)
{
    uint64_t words[2];
    memcpy(words, instruction, sizeof words);
    const unsigned opcode = (unsigned)words[0] & OPCODE;
    if (opcode == CALL_ABSOLUTE || opcode == CALL)
        return calls_matter || ((unsigned)words[0] & FORM) != CALL_IMMEDIATE;
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (opcodes[i] == opcode)
            return true;
    return reads_register(opcode) && !is_steady((unsigned)(words[1] >> REGISTER_SHIFT) & 0xff);
}

bool kernel_order_matters(const uint8_t *cubin, size_t size, const char *mangled)
{
    struct elf elf;
    size_t code_size;
    if (!elf_open(&elf, cubin, size))
        return true;
    const uint8_t *code = elf_section(&elf, ".text.", mangled, &code_size);
    if (!code || code_size < INSTRUCTION)
        return true;
    const bool calls_matter = elf_symbols(&elf, is_apart, &elf);
    for (size_t at = 0; at + INSTRUCTION <= code_size; at += INSTRUCTION)
        if (matters(code + at, calls_matter))
            return true;
    return false;
}
