#include "textproto.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "nearest.h"
#include "strbuf.h"

enum { DEEPEST = 64 };

struct parser {
    const char *file, *at, *end, *line_start;
    unsigned line, depth;
    struct error *error;
};

typedef const ProtobufCMessageDescriptor *descriptor_t;
typedef const ProtobufCFieldDescriptor *field_t;

static bool fail_at(struct parser *p, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail_at(struct parser *p, const char *place, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(p->error, "%s:%u:%zu: %s", p->file, p->line,
                     (size_t)(place - p->line_start) + 1, text);
}

static void skip_space(struct parser *p)
{
    while (p->at < p->end) {
        if (*p->at == '#') {
            while (p->at < p->end && *p->at != '\n')
                p->at++;
        } else if (*p->at == '\n') {
            p->line++;
            p->line_start = ++p->at;
        } else if (strchr(" \t\r\f\v", *p->at) && *p->at) {
            p->at++;
        } else {
            return;
        }
    }
}

static bool accept(struct parser *p, char c)
{
    skip_space(p);
    if (p->at >= p->end || *p->at != c)
        return false;
    p->at++;
    return true;
}

static size_t word_length(const struct parser *p)
{
    size_t length = 0;
    while (p->at + length < p->end && (isalnum((unsigned char)p->at[length]) ||
                                       (p->at[length] && strchr("_.+-", p->at[length]))))
        length++;
    return length;
}

static bool take_word(struct parser *p, char *word, size_t size, const char *what)
{
    skip_space(p);
    size_t length = word_length(p);
    if (!length) {
        if (p->at >= p->end)
            return fail_at(p, p->at, "the file ends where %s is expected", what);
        unsigned char c = (unsigned char)*p->at;
        return fail_at(p, p->at,
                       isprint(c) ? "expected %s, found '%c'"
                                  : "expected %s, found byte "
                                    "0x%02x",
                       what, c);
    }
    if (length >= size)
        return fail_at(p, p->at, "a word of %zu characters is too long for %s", length, what);
    memcpy(word, p->at, length);
    word[length] = '\0';
    p->at += length;
    return true;
}

static int hex_digit(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

static bool take_escape(struct parser *p, struct strbuf *out)
{
    static const char letters[] = "abfnrtv\\'\"?", codes[] = "\a\b\f\n\r\t\v\\'\"?";
    const char *start = p->at - 1;
    if (p->at >= p->end)
        return fail_at(p, start, "the file ends inside an escape");
    char c = *p->at++;
    const char *letter = c ? strchr(letters, c) : NULL;
    if (letter) {
        strbuf_addc(out, codes[letter - letters]);
        return true;
    }
    unsigned value = 0, count = 0;
    if (c == 'x' || c == 'X') {
        for (; count < 2 && p->at < p->end && hex_digit(*p->at) >= 0; count++)
            value = value * 16 + (unsigned)hex_digit(*p->at++);
    } else if (c >= '0' && c <= '7') {
        value = (unsigned)(c - '0');
        for (count = 1; count < 3 && p->at < p->end && *p->at >= '0' && *p->at <= '7'; count++)
            value = value * 8 + (unsigned)(*p->at++ - '0');
    }
    if (!count || value > 255)
        return fail_at(p, start, "unknown escape in a string");
    strbuf_addc(out, (char)value);
    return true;
}

static bool take_string(struct parser *p, struct strbuf *out)
{
    skip_space(p);
    if (p->at >= p->end || (*p->at != '"' && *p->at != '\''))
        return fail_at(p, p->at, "expected a quoted string");
    do {
        const char *start = p->at;
        char quote = *p->at++;
        while (p->at < p->end && *p->at != quote) {
            if (*p->at == '\n')
                return fail_at(p, start, "the string has no closing %c on its line", quote);
            char c = *p->at++;
            if (c != '\\')
                strbuf_addc(out, c);
            else if (!take_escape(p, out))
                return false;
        }
        if (p->at >= p->end)
            return fail_at(p, start, "the string has no closing %c", quote);
        p->at++;
        skip_space(p);
    } while (p->at < p->end && (*p->at == '"' || *p->at == '\''));
    return true;
}

union scalar {
    uint64_t u64;
    int64_t i64;
    uint32_t u32;
    int32_t i32;
    float f;
    double d;
    protobuf_c_boolean b;
    char *text;
    ProtobufCBinaryData bytes;
    ProtobufCMessage *message;
};

static bool take_integer(struct parser *p, bool is_signed, unsigned bits, union scalar *value)
{
    char word[64];
    skip_space(p);
    const char *place = p->at;
    if (!take_word(p, word, sizeof word, "a number"))
        return false;
    char *end;
    errno = 0;
    if (is_signed)
        value->i64 = strtoll(word, &end, 0);
    else
        value->u64 = strtoull(word, &end, 0);
    if (*end || (!is_signed && word[0] == '-'))
        return fail_at(p, place, "\"%s\" is not %s integer", word, is_signed ? "an" : "a positive");
    bool fits = errno != ERANGE;
    if (bits == 32)
        fits = fits && (is_signed ? value->i64 == (int32_t)value->i64 : value->u64 <= UINT32_MAX);
    if (!fits)
        return fail_at(p, place, "%s is too large for a %u bit integer", word, bits);
    int64_t number = value->i64;
    uint64_t positive = value->u64;
    if (bits == 32 && is_signed)
        value->i32 = (int32_t)number;
    else if (bits == 32)
        value->u32 = (uint32_t)positive;
    return true;
}

static bool take_real(struct parser *p, double *value)
{
    char word[64];
    skip_space(p);
    const char *place = p->at;
    if (!take_word(p, word, sizeof word, "a number"))
        return false;
    char *end;
    *value = strtod(word, &end);
    if (*end == 'f' && !end[1] && end > word)
        end++;
    return *end || end == word ? fail_at(p, place, "\"%s\" is not a number", word) : true;
}

static bool take_bool(struct parser *p, protobuf_c_boolean *value)
{
    static const char *const words[2][4] = {{"false", "f", "False", "0"},
                                            {"true", "t", "True", "1"}};
    char word[16];
    skip_space(p);
    const char *place = p->at;
    if (!take_word(p, word, sizeof word, "true or false"))
        return false;
    for (int b = 0; b < 2; b++)
        for (int i = 0; i < 4; i++)
            if (strcmp(word, words[b][i]) == 0) {
                *value = b;
                return true;
            }
    return fail_at(p, place, "\"%s\" is neither true nor false", word);
}

static bool take_enum(struct parser *p, const ProtobufCEnumDescriptor *type, int32_t *value)
{
    char word[128];
    skip_space(p);
    const char *place = p->at;
    if (!take_word(p, word, sizeof word, "a value"))
        return false;
    char *end;
    long number = strtol(word, &end, 0);
    const ProtobufCEnumValue *known =
        *end                        ? protobuf_c_enum_descriptor_get_value_by_name(type, word)
        : number == (int32_t)number ? protobuf_c_enum_descriptor_get_value(type, (int)number)
                                    : NULL;
    if (known) {
        *value = known->value;
        return true;
    }
    struct nearest nearest = {.wanted = word};
    for (unsigned i = 0; i < type->n_value_names; i++)
        nearest_offer(&nearest, type->values_by_name[i].name);
    return fail_at(p, place, "unknown %s \"%s\"%s%s%s", type->short_name, word,
                   nearest.best ? ", nearest is \"" : "", nearest.best ? nearest.best : "",
                   nearest.best ? "\"" : "");
}

static ProtobufCMessage *parse_block(struct parser *p, descriptor_t descriptor, char close);

static bool take_message(struct parser *p, field_t field, union scalar *value)
{
    skip_space(p);
    char close = accept(p, '{') ? '}' : accept(p, '<') ? '>' : '\0';
    if (!close)
        return fail_at(p, p->at, "expected '{' after \"%s\"", field->name);
    if (p->depth >= DEEPEST)
        return fail_at(p, p->at, "blocks are nested more than %d deep", DEEPEST);
    p->depth++;
    value->message = parse_block(p, field->descriptor, close);
    p->depth--;
    return value->message != NULL;
}

static bool take_value(struct parser *p, field_t field, union scalar *value)
{
    struct strbuf text = {0};
    double real;
    switch (field->type) {
    case PROTOBUF_C_TYPE_INT32:
    case PROTOBUF_C_TYPE_SINT32:
    case PROTOBUF_C_TYPE_SFIXED32:
        return take_integer(p, true, 32, value);
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_SINT64:
    case PROTOBUF_C_TYPE_SFIXED64:
        return take_integer(p, true, 64, value);
    case PROTOBUF_C_TYPE_UINT32:
    case PROTOBUF_C_TYPE_FIXED32:
        return take_integer(p, false, 32, value);
    case PROTOBUF_C_TYPE_UINT64:
    case PROTOBUF_C_TYPE_FIXED64:
        return take_integer(p, false, 64, value);
    case PROTOBUF_C_TYPE_FLOAT:
        if (!take_real(p, &real))
            return false;
        value->f = (float)real;
        return true;
    case PROTOBUF_C_TYPE_DOUBLE:
        return take_real(p, &value->d);
    case PROTOBUF_C_TYPE_BOOL:
        return take_bool(p, &value->b);
    case PROTOBUF_C_TYPE_ENUM:
        return take_enum(p, field->descriptor, &value->i32);
    case PROTOBUF_C_TYPE_STRING:
    case PROTOBUF_C_TYPE_BYTES:
        if (!take_string(p, &text)) {
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
    case PROTOBUF_C_TYPE_MESSAGE:
        return take_message(p, field, value);
    }
    return false;
}

static size_t value_size(field_t field)
{
    switch (field->type) {
    case PROTOBUF_C_TYPE_BOOL:
        return sizeof(protobuf_c_boolean);
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_SINT64:
    case PROTOBUF_C_TYPE_SFIXED64:
    case PROTOBUF_C_TYPE_UINT64:
    case PROTOBUF_C_TYPE_FIXED64:
    case PROTOBUF_C_TYPE_DOUBLE:
        return 8;
    case PROTOBUF_C_TYPE_STRING:
    case PROTOBUF_C_TYPE_MESSAGE:
        return sizeof(void *);
    case PROTOBUF_C_TYPE_BYTES:
        return sizeof(ProtobufCBinaryData);
    default:
        return 4;
    }
}

static void append(ProtobufCMessage *message, field_t field, const union scalar *value)
{
    size_t size = value_size(field);
    size_t *count = (size_t *)((char *)message + field->quantifier_offset);
    char **array = (char **)((char *)message + field->offset);
    *array = mem_realloc(*array, (*count + 1) * size);
    memcpy(*array + *count * size, value, size);
    ++*count;
}

static bool store(struct parser *p, ProtobufCMessage *message, field_t field, const char *place,
                  bool *given)
{
    union scalar value = {0};
    if (field->label == PROTOBUF_C_LABEL_REPEATED) {
        if (!take_value(p, field, &value))
            return false;
        append(message, field, &value);
        return true;
    }
    if (*given)
        return fail_at(p, place, "\"%s\" is given twice", field->name);
    if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF &&
        *(uint32_t *)((char *)message + field->quantifier_offset))
        return fail_at(p, place, "\"%s\" stands beside another field of the same choice",
                       field->name);
    if (!take_value(p, field, &value))
        return false;
    *given = true;
    memcpy((char *)message + field->offset, &value, value_size(field));
    if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF)
        *(uint32_t *)((char *)message + field->quantifier_offset) = field->id;
    else if (field->quantifier_offset)
        *(protobuf_c_boolean *)((char *)message + field->quantifier_offset) = 1;
    return true;
}

/* Names that the generated structs could not keep. */
static const struct {
    const char *in_text, *in_descriptor;
} renamed[] = {{"Base", "AxisBase"}};

static field_t find_field(struct parser *p, descriptor_t descriptor, const char *name,
                          const char *place)
{
    const char *wanted = name;
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(name, renamed[i].in_text) == 0)
            wanted = renamed[i].in_descriptor;
    field_t field = protobuf_c_message_descriptor_get_field_by_name(descriptor, wanted);
    if (field)
        return field;
    struct nearest nearest = {.wanted = name};
    for (unsigned i = 0; i < descriptor->n_fields; i++)
        nearest_offer(&nearest, descriptor->fields[i].name);
    fail_at(p, place, "%s has no field \"%s\"%s%s%s", descriptor->short_name, name,
            nearest.best ? ", nearest is \"" : "", nearest.best ? nearest.best : "",
            nearest.best ? "\"" : "");
    return NULL;
}

static bool parse_field(struct parser *p, ProtobufCMessage *message, bool *given)
{
    char name[128];
    skip_space(p);
    const char *place = p->at;
    if (!take_word(p, name, sizeof name, "a field name"))
        return false;
    descriptor_t descriptor = message->descriptor;
    field_t field = find_field(p, descriptor, name, place);
    if (!field)
        return false;
    bool colon = accept(p, ':');
    if (!colon && field->type != PROTOBUF_C_TYPE_MESSAGE)
        return fail_at(p, p->at, "expected ':' after \"%s\"", name);
    bool *seen = &given[field - descriptor->fields];
    if (field->label == PROTOBUF_C_LABEL_REPEATED && colon && accept(p, '[')) {
        while (!accept(p, ']')) {
            if (!store(p, message, field, place, seen))
                return false;
            if (!accept(p, ',')) {
                if (accept(p, ']'))
                    break;
                return fail_at(p, p->at, "expected ',' or ']' in the list of \"%s\"", name);
            }
        }
    } else if (!store(p, message, field, place, seen)) {
        return false;
    }
    if (!accept(p, ','))
        accept(p, ';');
    return true;
}

static bool check_required(struct parser *p, descriptor_t descriptor, const bool *given)
{
    for (unsigned i = 0; i < descriptor->n_fields; i++)
        if (descriptor->fields[i].label == PROTOBUF_C_LABEL_REQUIRED && !given[i])
            return fail_at(p, p->at, "%s lacks its field \"%s\"", descriptor->short_name,
                           descriptor->fields[i].name);
    return true;
}

static ProtobufCMessage *parse_block(struct parser *p, descriptor_t descriptor, char close)
{
    ProtobufCMessage *message = mem_alloc(descriptor->sizeof_message);
    protobuf_c_message_init(descriptor, message);
    bool *given = mem_alloc(descriptor->n_fields + 1);
    bool good = true;
    for (;;) {
        skip_space(p);
        if (close && accept(p, close))
            break;
        if (p->at >= p->end) {
            if (close)
                good = fail_at(p, p->at, "the file ends before the '%c' of %s", close,
                               descriptor->short_name);
            break;
        }
        if (!parse_field(p, message, given)) {
            good = false;
            break;
        }
    }
    good = good && check_required(p, descriptor, given);
    free(given);
    if (good)
        return message;
    protobuf_c_message_free_unpacked(message, NULL);
    return NULL;
}

ProtobufCMessage *textproto_parse(descriptor_t descriptor, const char *file, const char *text,
                                  size_t length, struct error *error)
{
    struct parser parser = {.file = file,
                            .at = text,
                            .end = text + length,
                            .line_start = text,
                            .line = 1,
                            .error = error};
    return parse_block(&parser, descriptor, '\0');
}
