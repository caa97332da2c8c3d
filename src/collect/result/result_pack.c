#include "collect/result/result_pack.h"

#include <stdlib.h>
#include <string.h>

#include "collect/metrics/metric_pack.h"
#include "report/base/mem.h"
#include "report/base/wire_put.h"
#include "report/base/wire_walk.h"
#include "report/section/section_cut.h"

static bool is_kept(const struct packed_sections *kept, const struct section_scope *scope,
                    uint32_t number)
{
    return kept->number == number && kept->scope.arch == scope->arch &&
           kept->scope.scope == scope->scope && kept->scope.driver == scope->driver &&
           kept->scope.is_virtual == scope->is_virtual;
}

void packed_sections_forget(struct packed_sections *kept)
{
    strbuf_free(&kept->bytes);
    *kept = (struct packed_sections){0};
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

/* How many bytes are in front of a field. Fields stand in the order of their numbers. */
static size_t bytes_before(const uint8_t *bytes, size_t length, uint32_t number)
{
    struct wire_walk walk = {bytes, bytes + length, false};
    const uint8_t *at = bytes;
    for (struct wire_field field; wire_walk_next(&walk, &field) && field.number < number;)
        at = walk.at;
    return (size_t)(at - bytes);
}

static uint32_t number_of(const ProtobufCMessage *result, const char *field)
{
    return protobuf_c_message_descriptor_get_field_by_name(result->descriptor, field)->id;
}

uint8_t *result_pack(const ProtobufCMessage *result, const struct metric_list *list,
                     struct packed_sections *kept, const struct plan *plan,
                     const struct section_scope *scope, size_t *length)
{
    const uint32_t metrics = number_of(result, "MetricResults");
    const uint32_t sections = number_of(result, "Sections");
    if (!is_kept(kept, scope, sections))
        keep(kept, plan, scope, sections);
    const size_t rest = protobuf_c_message_get_packed_size(result);
    const size_t metric_bytes = metric_pack_size(list, metrics), section_bytes = kept->bytes.length;
    *length = rest + metric_bytes + section_bytes;
    uint8_t *bytes = mem_alloc(*length), *packed = mem_alloc(rest);
    protobuf_c_message_pack(result, packed);
    const size_t first = bytes_before(packed, rest, metrics);
    const size_t second = bytes_before(packed, rest, sections);
    uint8_t *at = mempcpy(bytes, packed, first);
    metric_pack(list, metrics, at);
    at = mempcpy(at + metric_bytes, packed + first, second - first);
    if (section_bytes)
        at = mempcpy(at, kept->bytes.data, section_bytes);
    memcpy(at, packed + second, rest - second);
    free(packed);
    return bytes;
}
