#include "packed_sections.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "section_cut.h"
#include "wire_put.h"
#include "wire_walk.h"

static bool is_kept(const struct packed_sections *kept, const struct section_scope *scope,
                    uint32_t number)
{
    return kept->number == number && kept->scope.arch == scope->arch &&
           kept->scope.scope == scope->scope && kept->scope.driver == scope->driver &&
           kept->scope.is_virtual == scope->is_virtual;
}

static void keep(struct packed_sections *kept, const struct plan *plan,
                 const struct section_scope *scope, uint32_t number)
{
    packed_sections_forget(kept);
    kept->scope = *scope;
    kept->number = number;
    for (size_t i = 0; i < plan->section_count; i++) {
        Rep__ProfilerSection *section = section_cut(plan->sections[i], scope);
        const size_t length = rep__profiler_section__get_packed_size(section);
        uint8_t *bytes = mem_alloc(length);
        rep__profiler_section__pack(section, bytes);
        wire_put_bytes(&kept->bytes, number, bytes, length);
        free(bytes);
        section_cut_free(section);
    }
}

/* Fields stand in the order of their numbers: how many bytes are in front of this one. */
static size_t bytes_before(const uint8_t *bytes, size_t length, uint32_t number)
{
    struct wire_walk walk = {bytes, bytes + length, false};
    const uint8_t *at = bytes;
    for (struct wire_field field; wire_walk_next(&walk, &field) && field.number < number;) {
        if (field.type == 2)
            wire_walk_skip_same(&walk, &field);
        at = walk.at;
    }
    return (size_t)(at - bytes);
}

uint8_t *packed_sections_add(struct packed_sections *kept, const struct plan *plan,
                             const struct section_scope *scope, const ProtobufCMessage *result,
                             size_t *length)
{
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field_by_name(result->descriptor, "Sections");
    if (!is_kept(kept, scope, field->id))
        keep(kept, plan, scope, field->id);
    const size_t rest = protobuf_c_message_get_packed_size(result), added = kept->bytes.length;
    uint8_t *bytes = mem_alloc(rest + added);
    protobuf_c_message_pack(result, bytes);
    uint8_t *place = bytes + bytes_before(bytes, rest, field->id);
    memmove(place + added, place, rest - (size_t)(place - bytes));
    if (added)
        memcpy(place, kept->bytes.data, added);
    *length = rest + added;
    return bytes;
}

void packed_sections_forget(struct packed_sections *kept)
{
    strbuf_free(&kept->bytes);
    *kept = (struct packed_sections){0};
}
