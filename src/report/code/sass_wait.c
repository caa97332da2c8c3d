/* How it works: for each barrier in the instruction's mask, the code is searched backwards for an
 * instruction that closes it. Several may: the one whose operation fits the kind of wait (long or
 * short) wins, then the nearest. There is no control flow analysis. An instruction behind `at` is
 * taken only if none is in front, because then the wait is at the head of a loop. */
#include "report/code/sass_wait.h"

#include <string.h>

/* Instructions that are searched in each direction; number of barriers. */
enum { MOST_APART = 4096, BARRIERS = 6 };

static const struct access {
    unsigned bits; /* the low 9 bits of the 12 of an operation; the others say where operands come
                      from */
    bool is_long;
    const char *name;
} accesses[] = {
    {0x181, true, "global load"},
    {0x186, true, "global store"},
    {0x1a8, true, "global atomic"},
    {0x1a9, true, "global atomic"},
    {0x18e, true, "global reduction"},
    {0x1ae, true, "copy to shared memory"},
    {0x180, true, "generic load"},
    {0x185, true, "generic store"},
    {0x18a, true, "generic atomic"},
    {0x18b, true, "generic atomic"},
    {0x183, true, "local load"},
    {0x187, true, "local store"},
    {0x160, true, "texture fetch"},
    {0x161, true, "texture fetch"},
    {0x163, true, "texture fetch"},
    {0x164, true, "texture fetch"},
    {0x166, true, "texture fetch"},
    {0x167, true, "texture fetch"},
    {0x184, false, "shared load"},
    {0x188, false, "shared store"},
    {0x18c, false, "shared atomic"},
    {0x18d, false, "shared atomic"},
    {0x182, false, "constant load"},
    {0x108, false, "special function"},
    {0x119, false, "read of a special register"},
};

static const struct access *access_of(const uint8_t *instruction)
{
    unsigned bits = (instruction[0] | (unsigned)instruction[1] << 8) & 0x1ff;
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++)
        if (accesses[i].bits == bits)
            return &accesses[i];
    return NULL;
}

const char *sass_access(const uint8_t *instruction)
{
    const struct access *access = access_of(instruction);
    return access ? access->name : NULL;
}

bool sass_is_access(const char *name)
{
    bool any = false;
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++)
        any = any || strcmp(accesses[i].name, name) == 0;
    return any;
}

/* Returns bits 96 to 127. */
static uint32_t control(const uint8_t *code, size_t at)
{
    const uint8_t *byte = code + at * SASS_BYTES + 12;
    return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

static bool closes(const uint8_t *code, size_t at, unsigned barrier)
{
    uint32_t bits = control(code, at);
    return (bits >> 14 & 7) == barrier || (bits >> 17 & 7) == barrier;
}

static bool fits(const uint8_t *code, size_t at, enum sass_wait wait)
{
    const struct access *access = access_of(code + at * SASS_BYTES);
    return access ? access->is_long == (wait == SASS_WAIT_LONG) : wait == SASS_WAIT_SHORT;
}

static uint32_t awaited_barriers(const uint8_t *code, size_t at)
{
    return control(code, at) >> 20 & 0x3f;
}

/* Searches from `start` back to `stop` for an instruction that closes the barrier and fits. Once
 * one that does not fit was found, the search ends where another instruction waits for the barrier:
 * what closed it earlier has arrived. */
static ptrdiff_t closed_by(const uint8_t *code, size_t start, size_t stop, unsigned barrier,
                           enum sass_wait wait)
{
    ptrdiff_t nearest = SASS_NOT_FOUND;
    for (size_t i = start; i-- > stop;) {
        bool found = closes(code, i, barrier);
        if (found && fits(code, i, wait))
            return (ptrdiff_t)i;
        if (found && nearest == SASS_NOT_FOUND)
            nearest = (ptrdiff_t)i;
        if (nearest != SASS_NOT_FOUND && awaited_barriers(code, i) >> barrier & 1)
            break;
    }
    return nearest;
}

static ptrdiff_t find_closing(const uint8_t *code, size_t count, size_t at, unsigned barrier,
                              enum sass_wait wait)
{
    size_t first = at > MOST_APART ? at - MOST_APART : 0;
    size_t end = count - at > MOST_APART ? at + MOST_APART : count;
    ptrdiff_t found = closed_by(code, at, first, barrier, wait);
    return found == SASS_NOT_FOUND ? closed_by(code, end, at, barrier, wait) : found;
}

/* Returns whether `a` is nearer than `b`. Instructions behind `at` are further away than those in
 * front of it. */
static bool is_nearer(ptrdiff_t a, ptrdiff_t b, size_t at)
{
    bool a_in_front = a < (ptrdiff_t)at, b_in_front = b < (ptrdiff_t)at;
    return a_in_front == b_in_front ? a > b : a_in_front;
}

ptrdiff_t sass_awaited(const uint8_t *code, size_t count, size_t at, enum sass_wait wait)
{
    uint32_t mask = awaited_barriers(code, at);
    ptrdiff_t best = SASS_NOT_FOUND;
    bool best_fits = false;
    for (unsigned barrier = 0; barrier < BARRIERS; barrier++) {
        ptrdiff_t found =
            mask >> barrier & 1 ? find_closing(code, count, at, barrier, wait) : SASS_NOT_FOUND;
        if (found == SASS_NOT_FOUND)
            continue;
        bool found_fits = fits(code, (size_t)found, wait);
        if (best == SASS_NOT_FOUND ||
            (found_fits == best_fits ? is_nearer(found, best, at) : found_fits)) {
            best = found;
            best_fits = found_fits;
        }
    }
    return best;
}
