#include "report/code/register_spills.h"

#include <stdlib.h>

#include "report/base/mem.h"

/* An attribute: its format, its number, and a value of two bytes, or its size and that many bytes.
 */
enum { SIZED = 4, ANNOTATIONS = 0x55, REGISTER_SPILL = 1, PAIR = 8 };

static uint32_t number_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void add_pairs(struct register_spills *spills, size_t *room, const uint8_t *bytes,
                      size_t length)
{
    for (size_t at = 0; length - at >= PAIR; at += PAIR) {
        if (number_at(bytes + at) != REGISTER_SPILL)
            continue;
        mem_grow(&spills->offsets, spills->count, room, sizeof *spills->offsets);
        spills->offsets[spills->count++] = number_at(bytes + at + 4);
    }
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void register_spills_read(struct register_spills *spills, const struct cubin *cubin,
                          const char *mangled)
{
    struct cubin_section info;
    size_t room = 0;
    char *name = mem_printf(".nv.info.%s", mangled);
    *spills = (struct register_spills){0};
    const bool found = cubin_section_named(cubin, name, &info) && info.data;
    free(name);
    for (size_t at = 0; found && info.length - at >= 4;) {
        const uint8_t *attribute = info.data + at;
        const size_t size = attribute[2] | (size_t)attribute[3] << 8;
        at += 4;
        if (attribute[0] != SIZED)
            continue;
        if (size > info.length - at)
            break;
        if (attribute[1] == ANNOTATIONS)
            add_pairs(spills, &room, attribute + 4, size);
        at += size;
    }
    if (spills->count)
        qsort(spills->offsets, spills->count, sizeof *spills->offsets, compare);
}

void register_spills_free(struct register_spills *spills)
{
    free(spills->offsets);
    *spills = (struct register_spills){0};
}

bool register_spills_has(const struct register_spills *spills, uint64_t offset)
{
    const uint32_t wanted = (uint32_t)offset;
    return spills->count && offset == wanted &&
           bsearch(&wanted, spills->offsets, spills->count, sizeof wanted, compare);
}
