#include "report/base/textproto_value.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/nearest.h"

typedef const ProtobufCFieldDescriptor *field_t;

/* How a type is read, and its size in the struct. */
struct type {
    bool (*take)(struct scanner *s, field_t field, const struct type *type,
                 union textproto_value *value);
    size_t size;
    bool is_signed;
};

static bool take_integer(struct scanner *s, field_t field, const struct type *type,
                         union textproto_value *value)
{
    (void)field;
    char word[64], *end;
    union textproto_value wide = {0};
    const char *place = scan_word(s, word, sizeof word, "a number");
    if (!place)
        return false;
    errno = 0;
    if (type->is_signed)
        wide.i64 = strtoll(word, &end, 0);
    else
        wide.u64 = strtoull(word, &end, 0);
    if (*end || (!type->is_signed && word[0] == '-'))
        return scan_fail(s, place, "\"%s\" is not %s integer", word,
                         type->is_signed ? "an" : "a positive");
    bool narrow = type->size == 4;
    bool fits =
        errno != ERANGE &&
        (!narrow || (type->is_signed ? wide.i64 == (int32_t)wide.i64 : wide.u64 <= UINT32_MAX));
    if (!fits)
        return scan_fail(s, place, "%s is too large for a %zu bit integer", word, type->size * 8);
    if (!narrow)
        *value = wide;
    else if (type->is_signed)
        value->i32 = (int32_t)wide.i64;
    else
        value->u32 = (uint32_t)wide.u64;
    return true;
}

static bool take_real(struct scanner *s, field_t field, const struct type *type,
                      union textproto_value *value)
{
    char word[64], *end;
    (void)type;
    const char *place = scan_word(s, word, sizeof word, "a number");
    if (!place)
        return false;
    double real = strtod(word, &end);
    if (*end == 'f' && !end[1] && end > word)
        end++;
    if (*end || end == word)
        return scan_fail(s, place, "\"%s\" is not a number", word);
    if (field->type == PROTOBUF_C_TYPE_FLOAT)
        value->f = (float)real;
    else
        value->d = real;
    return true;
}

static bool take_bool(struct scanner *s, field_t field, const struct type *type,
                      union textproto_value *value)
{
    static const char *const words[] = {"false", "true", "f", "t", "False", "True", "0", "1"};
    char word[16];
    (void)field, (void)type;
    const char *place = scan_word(s, word, sizeof word, "true or false");
    if (!place)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0) {
            value->b = i % 2;
            return true;
        }
    return scan_fail(s, place, "\"%s\" is neither true nor false", word);
}

/* "Required" for CollectionImportance_Required. */
static const ProtobufCEnumValue *short_name(const ProtobufCEnumDescriptor *all, const char *word)
{
    char whole[256];
    snprintf(whole, sizeof whole, "%s_%s", all->short_name, word);
    return protobuf_c_enum_descriptor_get_value_by_name(all, whole);
}

static bool take_enum(struct scanner *s, field_t field, const struct type *type,
                      union textproto_value *value)
{
    const ProtobufCEnumDescriptor *all = field->descriptor;
    char word[128], *end;
    (void)type;
    const char *place = scan_word(s, word, sizeof word, "a value");
    if (!place)
        return false;
    long number = strtol(word, &end, 0);
    const ProtobufCEnumValue *known = *end ? protobuf_c_enum_descriptor_get_value_by_name(all, word)
                                      : number == (int32_t)number
                                          ? protobuf_c_enum_descriptor_get_value(all, (int)number)
                                          : NULL;
    if (!known && *end)
        known = short_name(all, word);
    if (known) {
        value->i32 = known->value;
        return true;
    }
    struct nearest nearest = {.wanted = word};
    for (unsigned i = 0; i < all->n_value_names; i++)
        nearest_offer(&nearest, all->values_by_name[i].name);
    return scan_fail(s, place, "unknown %s \"%s\"%s%s%s", all->short_name, word,
                     nearest.best ? ", nearest is \"" : "", nearest.best ? nearest.best : "",
                     nearest.best ? "\"" : "");
}

static bool take_text(struct scanner *s, field_t field, const struct type *type,
                      union textproto_value *value)
{
    struct strbuf text = {0};
    (void)type;
    if (!scan_string(s, &text)) {
        strbuf_free(&text);
        return false;
    }
    size_t length = text.length;
    char *data = strbuf_detach(&text);
    if (field->type == PROTOBUF_C_TYPE_STRING)
        value->text = data;
    else
        value->bytes = (ProtobufCBinaryData){length, (uint8_t *)data};
    return true;
}

static const struct type types[] = {
    [PROTOBUF_C_TYPE_INT32] = {take_integer, 4, true},
    [PROTOBUF_C_TYPE_SINT32] = {take_integer, 4, true},
    [PROTOBUF_C_TYPE_SFIXED32] = {take_integer, 4, true},
    [PROTOBUF_C_TYPE_INT64] = {take_integer, 8, true},
    [PROTOBUF_C_TYPE_SINT64] = {take_integer, 8, true},
    [PROTOBUF_C_TYPE_SFIXED64] = {take_integer, 8, true},
    [PROTOBUF_C_TYPE_UINT32] = {take_integer, 4, false},
    [PROTOBUF_C_TYPE_FIXED32] = {take_integer, 4, false},
    [PROTOBUF_C_TYPE_UINT64] = {take_integer, 8, false},
    [PROTOBUF_C_TYPE_FIXED64] = {take_integer, 8, false},
    [PROTOBUF_C_TYPE_FLOAT] = {take_real, sizeof(float)},
    [PROTOBUF_C_TYPE_DOUBLE] = {take_real, sizeof(double)},
    [PROTOBUF_C_TYPE_BOOL] = {take_bool, sizeof(protobuf_c_boolean)},
    [PROTOBUF_C_TYPE_ENUM] = {take_enum, sizeof(int32_t)},
    [PROTOBUF_C_TYPE_STRING] = {take_text, sizeof(char *)},
    [PROTOBUF_C_TYPE_BYTES] = {take_text, sizeof(ProtobufCBinaryData)},
    [PROTOBUF_C_TYPE_MESSAGE] = {NULL, sizeof(ProtobufCMessage *)}};

size_t textproto_value_size(field_t field)
{
    return types[field->type].size;
}

bool textproto_value_take(struct scanner *s, field_t field, union textproto_value *value)
{
    const struct type *type = &types[field->type];
    return type->take(s, field, type, value);
}
