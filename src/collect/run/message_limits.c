/* The message is walked by its descriptor, so a field that is added to wire.proto is checked from
 * its first day: by the defaults, and by a row if it needs other limits. */
#include "collect/run/message_limits.h"

#include <cuda.h>
#include <inttypes.h>
#include <string.h>

#include "collect/result/proto_field.h"
#include "collect/run/run_state.h"

enum { MEBIBYTE = 1 << 20, MOST_ELEMENTS = 1 << 20 };

/* most: of a number its value, of a text or bytes the length, of a list the number of elements. */
static const struct limit {
    const char *message, *field;
    uint64_t most;
    bool needed; /* a message without it is refused */
} limits[] = {
    {"Hello", "executable", 64 << 10},
    {"Device", "ordinal", MOST_DEVICES - 1},
    {"Device", "name", 4096, true},
    {"Device", "chip", 256, true},
    {"Device", "availability", MEBIBYTE},
    {"Device", "attributes", 1024},
    {"Device", "visible", MOST_DEVICES},
    {"Seen", "device", MOST_DEVICES - 1},
    {"Pass", "pass", MOST_ELEMENTS},
    {"Pass", "passes", MOST_ELEMENTS},
    {"Pass", "launches", MOST_ELEMENTS},
    {"Window", "results", 1 << 16},
    {"Window", "groups", 4096},
    {"Window", "nanoseconds", 256},
    {"GroupData", "image", 1 << 30},
    {"GroupData", "shared", (uint64_t)1 << 36},
    {"GroupData", "ranges", MOST_ELEMENTS},
    {"GroupData", "passes", MOST_ELEMENTS},
    {"BeginRanges", "data", 0, true},
    {"BeginRanges", "ranges", MOST_ELEMENTS},
    {"Facts", "device", MOST_DEVICES - 1},
    {"Facts", "attributes", 1024},
    {"Facts", "active_clusters", 1024},
    {"Facts", "max_active_clusters", 1 << 16},
    {"Dimensions", "x", INT32_MAX},
    {"Dimensions", "y", INT32_MAX},
    {"Dimensions", "z", INT32_MAX},
    {"CallStack", "addresses", 1 << 16},
    {"CallStack", "places", 1 << 16},
    {"CallStack", "python", 1 << 16},
    {"CallStack", "files", 1 << 16},
    {"Module", "cubin", 1 << 30},
    {"Notice", "text", 64 << 10},
    {"Trace", "block", 64 << 20, true},
    {"Bye", "open", 1 << 12},
};

/* What loops run up to. */
static const struct {
    unsigned id;
    int64_t most;
} device_limits[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1 << 16},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 1 << 26},
    {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1 << 26},
};

static const struct limit *limit_of(const ProtobufCMessageDescriptor *message,
                                    const ProtobufCFieldDescriptor *field)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (strcmp(limits[i].field, field->name) == 0 &&
            strcmp(limits[i].message, message->short_name) == 0)
            return &limits[i];
    return NULL;
}

static bool refuse(struct error *error, const ProtobufCMessageDescriptor *message,
                   const ProtobufCFieldDescriptor *field, uint64_t is, uint64_t most)
{
    return error_set(error, "%s.%s: %" PRIu64 ", at most %" PRIu64, message->short_name,
                     field->name, is, most);
}

/* The number of a field that has one element; UINT64_MAX for one below 0. */
static uint64_t number_of(const ProtobufCFieldDescriptor *field, const void *at)
{
    uint32_t small;
    uint64_t large;
    switch (field->type) {
    case PROTOBUF_C_TYPE_UINT32:
    case PROTOBUF_C_TYPE_FIXED32:
        memcpy(&small, at, sizeof small);
        return small;
    case PROTOBUF_C_TYPE_UINT64:
    case PROTOBUF_C_TYPE_FIXED64:
        memcpy(&large, at, sizeof large);
        return large;
    default:
        return 0;
    }
}

static const void *pointer_at(const void *at)
{
    const void *pointer;
    memcpy(&pointer, at, sizeof pointer);
    return pointer;
}

static bool keeps_element(const ProtobufCMessageDescriptor *message,
                          const ProtobufCFieldDescriptor *field, const struct limit *limit,
                          const void *at, struct error *error)
{
    uint64_t most = limit && field->label != PROTOBUF_C_LABEL_REPEATED ? limit->most : MEBIBYTE;
    size_t length = 0;
    ProtobufCBinaryData bytes;
    if (field->type == PROTOBUF_C_TYPE_MESSAGE) {
        const ProtobufCMessage *below = pointer_at(at);
        return !below || message_limits_keep(below, error);
    }
    if (field->type == PROTOBUF_C_TYPE_STRING) {
        const char *text = pointer_at(at);
        length = text ? strlen(text) : 0;
    } else if (field->type == PROTOBUF_C_TYPE_BYTES) {
        memcpy(&bytes, at, sizeof bytes);
        length = bytes.len;
    } else {
        const uint64_t number = number_of(field, at);
        return !limit || field->label == PROTOBUF_C_LABEL_REPEATED || number <= limit->most ||
               refuse(error, message, field, number, limit->most);
    }
    return length <= most || refuse(error, message, field, length, most);
}

static bool keeps_list(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field,
                       const struct limit *limit, struct error *error)
{
    const char *at = (const char *)message + field->offset, *elements = pointer_at(at);
    size_t count;
    memcpy(&count, (const char *)message + field->quantifier_offset, sizeof count);
    const uint64_t most = limit ? limit->most : MOST_ELEMENTS;
    if (count > most)
        return refuse(error, message->descriptor, field, count, most);
    for (size_t i = 0; i < count; i++)
        if (!keeps_element(message->descriptor, field, limit,
                           elements + i * proto_field_size(field->type), error))
            return false;
    return true;
}

static bool is_there(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field)
{
    protobuf_c_boolean there;
    if (field->type == PROTOBUF_C_TYPE_MESSAGE || field->type == PROTOBUF_C_TYPE_STRING)
        return pointer_at((const char *)message + field->offset) != NULL;
    memcpy(&there, (const char *)message + field->quantifier_offset, sizeof there);
    return there;
}

static bool keeps_field(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field,
                        struct error *error)
{
    const struct limit *limit = limit_of(message->descriptor, field);
    if (field->label == PROTOBUF_C_LABEL_REPEATED)
        return keeps_list(message, field, limit, error);
    if (is_there(message, field))
        return keeps_element(message->descriptor, field, limit,
                             (const char *)message + field->offset, error);
    return !limit || !limit->needed ||
           error_set(error, "%s.%s is missing", message->descriptor->short_name, field->name);
}

static bool device_keeps(const Wire__Device *device, struct error *error)
{
    for (size_t i = 0; i < device->n_attributes; i++)
        for (size_t j = 0; j < sizeof device_limits / sizeof *device_limits; j++) {
            const Wire__Number *number = device->attributes[i];
            if (number->id == device_limits[j].id &&
                (number->value < 0 || number->value > device_limits[j].most))
                return error_set(
                    error, "attribute %" PRIu32 " of the device: %" PRId64 ", at most %" PRId64,
                    number->id, number->value, device_limits[j].most);
        }
    return true;
}

bool message_limits_keep(const ProtobufCMessage *message, struct error *error)
{
    const ProtobufCMessageDescriptor *descriptor = message->descriptor;
    for (unsigned i = 0; i < descriptor->n_fields; i++)
        if (!keeps_field(message, &descriptor->fields[i], error))
            return false;
    return descriptor != &wire__device__descriptor ||
           device_keeps((const Wire__Device *)message, error);
}

const char *message_limits_row(size_t row, const char **field)
{
    if (row >= sizeof limits / sizeof *limits)
        return NULL;
    *field = limits[row].field;
    return limits[row].message;
}
