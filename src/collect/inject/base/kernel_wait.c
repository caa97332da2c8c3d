#include "collect/inject/base/kernel_wait.h"

#include <string.h>

#include "collect/inject/base/cubin_elf.h"

enum { INSTRUCTION = 16, OPCODE = 0x1ff, BRANCH = 0x147 };

static const uint16_t reads[] = {
    0x180, 0x181, /* LD, LDG */
    0x18a, 0x18b, /* ATOM, and with compare-and-swap */
    0x1a8, 0x1a9, /* ATOMG */
};

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

static bool is_read_by_all(const struct code *code, size_t at)
{
    enum { SCOPE_SHIFT = 77 - 64, STRONG_SYSTEM = 0xa, MMIO = 0xc };
    enum { OLD_SYSTEM = 3, OLD_STRONG = 2 << 2 };
    uint64_t words[2];
    words_of(code, at, words);
    const unsigned opcode = (unsigned)words[0] & OPCODE;
    const unsigned scope = (unsigned)(words[1] >> SCOPE_SHIFT) & 0xf;
    bool read = false;
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++)
        read = read || opcode == reads[i];
    if (code->chip < 80)
        return read && (scope & 3) == OLD_SYSTEM && scope >= OLD_STRONG;
    return read && (scope == STRONG_SYSTEM || scope == MMIO);
}

/* Stores where a branch at `at` goes back to. The distance counts words of four bytes from the next
 * instruction; from 9.0 on its lowest eight bits lie apart. */
static bool goes_back(const struct code *code, size_t at, size_t *to)
{
    uint64_t words[2];
    words_of(code, at, words);
    if (((unsigned)words[0] & OPCODE) != BRANCH)
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

bool kernel_may_wait(const uint8_t *cubin, size_t size, const char *mangled)
{
    struct elf elf;
    if (!elf_open(&elf, cubin, size))
        return false;
    struct code code = {.chip = chip_of(&elf)};
    code.bytes = elf_section(&elf, ".text.", mangled, &code.size);
    if (!code.bytes)
        return false;
    /* The last read that a branch behind it can go back to is as good as all before it. */
    size_t read = SIZE_MAX, to;
    for (size_t at = 0; at + INSTRUCTION <= code.size; at += INSTRUCTION) {
        if (is_read_by_all(&code, at))
            read = at;
        if (read != SIZE_MAX && goes_back(&code, at, &to) && to <= read)
            return true;
    }
    return false;
}
