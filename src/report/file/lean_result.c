#include "report/file/lean_result.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/base/wire_walk.h"
#include "report/file/report_wire.h"

static void add(struct message_list *list, const struct wire_field *field)
{
    mem_grow(&list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = (struct message_bytes){field->data, field->length};
}

bool lean_result(struct lean_result *lean, const struct entry *entry)
{
    const struct result_fields *fields = result_fields(entry->kind);
    struct wire_walk walk = {entry->data, entry->data + entry->length, false};
    struct wire_field field;
    struct strbuf rest = {0};
    *lean = (struct lean_result){0};
    for (const uint8_t *from = walk.at; wire_walk_next(&walk, &field); from = walk.at) {
        if (field.number == fields->metrics && field.type == WIRE_BYTES)
            add(&lean->metrics, &field);
        else if (field.number == fields->sections && field.type == WIRE_BYTES)
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
