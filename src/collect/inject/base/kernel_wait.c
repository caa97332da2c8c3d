#include "collect/inject/base/kernel_wait.h"

#include <string.h>

#include "collect/inject/base/cubin_elf.h"

enum { INSTRUCTION = 16, OPCODE = 0x1ff, BRANCH = 0x147 };

static const uint16_t reads[] = {
    0x180, 0x181, /* LD, LDG */
    0x18a, 0x18b, /* ATOM, and with compare-and-swap */
    0x1a8, 0x1a9, /* ATOMG */
    0,
};
static const uint16_t renewals[] = {
    0x11d, 0x15d,        /* BAR, NANOSLEEP */
    0x18f, 0x192,        /* CCTL, MEMBAR */
    0x1ae, 0x1b4, 0x1ba, /* LDGSTS, UTMALDG, UBLKCP */
    0,
};
static const uint16_t leaps[] = {
    0x143, 0x144,        /* CALL */
    0x149, 0x158,        /* BRX, and by a uniform register */
    0x14a, 0x14b, 0x14c, /* JMP, JMX */
    0,
};

static bool is_among(const uint16_t *opcodes, unsigned opcode)
{
    while (*opcodes && *opcodes != opcode)
        opcodes++;
    return *opcodes;
}

struct code {
    const uint8_t *bytes;
    size_t size;
    unsigned chip; /* ten times the compute capability */
};

/* Newer files have the chip in the second byte. */
static unsigned chip_of(const struct elf *elf)
{
    Elf64_Ehdr header;
    memcpy(&header, elf->bytes, sizeof header);
    return (header.e_ident[EI_ABIVERSION] < 8 ? header.e_flags : header.e_flags >> 8) & 0xff;
}

static void words_of(const struct code *code, size_t at, uint64_t words[2])
{
    memcpy(words, code->bytes + at, 2 * sizeof *words);
}

static unsigned opcode_at(const struct code *code, size_t at)
{
    uint64_t words[2];
    words_of(code, at, words);
    return (unsigned)words[0] & OPCODE;
}

static unsigned scope_at(const struct code *code, size_t at)
{
    enum { SCOPE_SHIFT = 77 - 64 };
    uint64_t words[2];
    words_of(code, at, words);
    return (unsigned)(words[1] >> SCOPE_SHIFT) & 0xf;
}

enum { OLD_SYSTEM = 3, OLD_STRONG = 2 << 2 };

static bool is_read_by_all(const struct code *code, size_t at)
{
    enum { STRONG_SYSTEM = 0xa, MMIO = 0xc };
    const unsigned scope = scope_at(code, at);
    if (!is_among(reads, opcode_at(code, at)))
        return false;
    if (code->chip < 80)
        return (scope & 3) == OLD_SYSTEM && scope >= OLD_STRONG;
    return scope == STRONG_SYSTEM || scope == MMIO;
}

/* Whether a loop with this instruction may see what others have written meanwhile. */
static bool renews(const struct code *code, size_t at)
{
    const unsigned opcode = opcode_at(code, at), scope = scope_at(code, at);
    return is_among(renewals, opcode) ||
           (is_among(reads, opcode) && (code->chip < 80 ? scope >= OLD_STRONG : scope != 0));
}

/* Stores where a branch at `at` goes back to. The distance counts words of four bytes from the next
 * instruction; from 9.0 on its lowest eight bits lie apart. */
static bool goes_back(const struct code *code, size_t at, size_t *to)
{
    uint64_t words[2];
    words_of(code, at, words);
    if (opcode_at(code, at) != BRANCH)
        return false;
    uint64_t distance = words[0] >> 34 | (words[1] & 0x3ffff) << 30;
    if (distance >> 47 & 1)
        distance |= ~UINT64_C(0) << 48;
    if (code->chip >= 90)
        distance = distance << 8 | (words[0] >> 16 & 0xff);
    const uint64_t back = 0 - 4 * distance;
    *to = at + INSTRUCTION - (size_t)back;
    return back > 0 && back <= at + INSTRUCTION && back % INSTRUCTION == 0;
}

static bool open_code(struct code *code, const uint8_t *cubin, size_t size, const char *mangled)
{
    struct elf elf;
    if (!elf_open(&elf, cubin, size))
        return false;
    code->chip = chip_of(&elf);
    code->bytes = elf_section(&elf, ".text.", mangled, &code->size);
    return code->bytes;
}

/* The last read that a branch behind it can go back to is as good as all before it. */
bool kernel_may_wait(const uint8_t *cubin, size_t size, const char *mangled)
{
    struct code code;
    if (!open_code(&code, cubin, size, mangled))
        return false;
    size_t read = SIZE_MAX, to;
    for (size_t at = 0; at + INSTRUCTION <= code.size; at += INSTRUCTION) {
        if (is_read_by_all(&code, at))
            read = at;
        if (read != SIZE_MAX && goes_back(&code, at, &to) && to <= read)
            return true;
    }
    return false;
}

bool kernel_never_waits(const uint8_t *cubin, size_t size, const char *mangled)
{
    enum { FIRST_CHIP = 75, LAST_CHIP = 121 }; /* whose loops are known */
    struct code code;
    if (!open_code(&code, cubin, size, mangled) || code.chip < FIRST_CHIP || code.chip > LAST_CHIP)
        return false;
    bool has_read = false, has_renewed = false;
    size_t read = 0, renewed = 0, to;
    for (size_t at = 0; at + INSTRUCTION <= code.size; at += INSTRUCTION) {
        const unsigned opcode = opcode_at(&code, at);
        if (is_among(leaps, opcode))
            return false;
        if (is_among(reads, opcode)) {
            has_read = true;
            read = at;
        }
        if (renews(&code, at)) {
            has_renewed = true;
            renewed = at;
        }
        if (has_read && has_renewed && goes_back(&code, at, &to) && to <= read && to <= renewed)
            return false;
    }
    return code.size >= INSTRUCTION;
}
