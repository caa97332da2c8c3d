#include "report/section/section_description.h"

#include <stdbool.h>
#include <string.h>

static const char *in_message(const ProtobufCMessage *message, const char *metric);

static const char *in_field(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field,
                            const char *metric)
{
    const char *base = (const char *)message, *found = NULL;
    if (field->type != PROTOBUF_C_TYPE_MESSAGE)
        return NULL;
    if (field->label == PROTOBUF_C_LABEL_REPEATED) {
        size_t count = *(const size_t *)(base + field->quantifier_offset);
        const ProtobufCMessage *const *list =
            *(const ProtobufCMessage *const *const *)(base + field->offset);
        for (size_t i = 0; i < count && !found; i++)
            found = in_message(list[i], metric);
        return found;
    }
    bool given = !(field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) ||
                 *(const uint32_t *)(base + field->quantifier_offset) == field->id;
    const ProtobufCMessage *one = *(const ProtobufCMessage *const *)(base + field->offset);
    return given && one ? in_message(one, metric) : NULL;
}

/* Metrics stand in many kinds of items, so the walk goes by the descriptors. */
static const char *in_message(const ProtobufCMessage *message, const char *metric)
{
    if (message->descriptor == &rep__profiler_section_metric__descriptor) {
        const Rep__ProfilerSectionMetric *found = (const Rep__ProfilerSectionMetric *)message;
        bool described = found->description && found->description->text;
        return described && strcmp(found->name, metric) == 0 ? found->description->text : NULL;
    }
    const char *text = NULL;
    for (unsigned i = 0; i < message->descriptor->n_fields && !text; i++)
        text = in_field(message, &message->descriptor->fields[i], metric);
    return text;
}

const char *section_description(const Rep__ProfilerSection *section, const char *metric)
{
    return in_message(&section->base, metric);
}
