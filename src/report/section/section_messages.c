#include "report/section/section_messages.h"

static bool visit_field(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field,
                        section_visit *visit, void *context)
{
    const char *base = (const char *)message;
    if (field->type != PROTOBUF_C_TYPE_MESSAGE)
        return false;
    if (field->label == PROTOBUF_C_LABEL_REPEATED) {
        size_t count = *(const size_t *)(base + field->quantifier_offset);
        const ProtobufCMessage *const *list =
            *(const ProtobufCMessage *const *const *)(base + field->offset);
        for (size_t i = 0; i < count; i++)
            if (section_messages_each(list[i], visit, context))
                return true;
        return false;
    }
    bool given = !(field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) ||
                 *(const uint32_t *)(base + field->quantifier_offset) == field->id;
    const ProtobufCMessage *one = *(const ProtobufCMessage *const *)(base + field->offset);
    return given && one && section_messages_each(one, visit, context);
}

bool section_messages_each(const ProtobufCMessage *message, section_visit *visit, void *context)
{
    if (visit(context, message))
        return true;
    for (unsigned i = 0; i < message->descriptor->n_fields; i++)
        if (visit_field(message, &message->descriptor->fields[i], visit, context))
            return true;
    return false;
}

const char *section_message_text(const ProtobufCMessage *message, const char *field)
{
    const ProtobufCFieldDescriptor *found =
        protobuf_c_message_descriptor_get_field_by_name(message->descriptor, field);
    if (!found || found->type != PROTOBUF_C_TYPE_STRING ||
        found->label == PROTOBUF_C_LABEL_REPEATED)
        return NULL;
    const char *text = *(const char *const *)((const char *)message + found->offset);
    return text && *text ? text : NULL;
}
