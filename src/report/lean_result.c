#include "lean_result.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "strbuf.h"
#include "wire_walk.h"

/* Field numbers, as in report.proto; kinds but kernels have the same. */
enum { KERNEL_METRICS = 13, KERNEL_SECTIONS = 17, OTHER_METRICS = 4, OTHER_SECTIONS = 7 };

static void add(struct message_list *list, const struct wire_field *field)
{
    mem_grow(&list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (struct message_bytes){field->data, field->length};
}

bool lean_result(struct lean_result *lean, const struct entry *entry)
{
    const bool kernel = entry->kind == ENTRY_KERNEL;
    const uint32_t metrics = kernel ? KERNEL_METRICS : OTHER_METRICS;
    const uint32_t sections = kernel ? KERNEL_SECTIONS : OTHER_SECTIONS;
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    struct strbuf rest = {0};
    *lean = (struct lean_result){0};
    for (const uint8_t *from = walk.at; wire_walk_next(&walk, &field); from = walk.at) {
        if (field.number == metrics && field.type == 2)
            add(&lean->metrics, &field);
        else if (field.number == sections && field.type == 2)
            add(&lean->sections, &field);
        else
            strbuf_add(&rest, from, (size_t)(walk.at - from));
    }
    lean->length = rest.length;
    lean->data = (uint8_t *)strbuf_detach(&rest);
    if (walk.bad)
        lean_result_free(lean);
    return !walk.bad;
}

void lean_result_free(struct lean_result *lean)
{
    free(lean->data);
    free(lean->metrics.items);
    free(lean->sections.items);
    *lean = (struct lean_result){0};
}
