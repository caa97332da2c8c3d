#include "report/base/name_index.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/text_hash.h"

static uint32_t *find_slot(const struct name_index *index, const char *name)
{
    size_t slot = text_hash(name) & (index->slot_count - 1);
    while (index->slots[slot] && strcmp(index->names[index->slots[slot] - 1], name) != 0)
        slot = (slot + 1) & (index->slot_count - 1);
    return &index->slots[slot];
}

static void grow(struct name_index *index)
{
    index->slot_count = index->slot_count ? index->slot_count * 2 : 64;
    free(index->slots);
    index->slots = mem_alloc(index->slot_count * sizeof *index->slots);
    for (size_t i = 0; i < index->count; i++)
        *find_slot(index, index->names[i]) = (uint32_t)i + 1;
}

size_t name_index_add(struct name_index *index, const char *name)
{
    if (index->count * 2 >= index->slot_count)
        grow(index);
    uint32_t *slot = find_slot(index, name);
    if (!*slot) {
        mem_grow(&index->names, index->count, &index->capacity, sizeof *index->names);
        index->names[index->count++] = name;
        *slot = (uint32_t)index->count;
    }
    return *slot - 1;
}

void name_index_free(struct name_index *index)
{
    free(index->names);
    free(index->slots);
    *index = (struct name_index){0};
}
