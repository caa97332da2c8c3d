#include "report/base/textproto.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.pb-c.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/textproto_value.h"

enum { DEEPEST = 64 };

typedef const ProtobufCMessageDescriptor *descriptor_t;
typedef const ProtobufCFieldDescriptor *field_t;

struct textproto_block {
    struct scanner *scanner;
    descriptor_t descriptor;
    const char *start;
    const char **places; /* of each field of the descriptor; NULL: not given */
};

static ProtobufCMessage *parse_block(struct scanner *s, descriptor_t descriptor, char close);

/* Reads a string in place of a message with a field "Text". */
static bool take_text_message(struct scanner *s, field_t field, union textproto_value *value)
{
    descriptor_t descriptor = field->descriptor;
    field_t text = protobuf_c_message_descriptor_get_field_by_name(descriptor, "Text");
    union textproto_value string = {0};
    if (!textproto_value_take(s, text, &string))
        return false;
    value->message = mem_alloc(descriptor->sizeof_message);
    protobuf_c_message_init(descriptor, value->message);
    memcpy((char *)value->message + text->offset, &string, textproto_value_size(text));
    return true;
}

static bool is_text_message(const struct scanner *s, field_t field)
{
    field_t text = protobuf_c_message_descriptor_get_field_by_name(field->descriptor, "Text");
    return s->at < s->end && (*s->at == '"' || *s->at == '\'') && text &&
           text->type == PROTOBUF_C_TYPE_STRING;
}

static bool take_message(struct scanner *s, field_t field, union textproto_value *value)
{
    scan_space(s);
    if (is_text_message(s, field))
        return take_text_message(s, field, value);
    char close = scan_accept(s, '{') ? '}' : scan_accept(s, '<') ? '>' : '\0';
    if (!close)
        return scan_fail(s, s->at, "expected '{' after \"%s\"", field->name);
    if (s->depth >= DEEPEST)
        return scan_fail(s, s->at, "blocks are nested more than %d deep", DEEPEST);
    s->depth++;
    value->message = parse_block(s, field->descriptor, close);
    s->depth--;
    return value->message != NULL;
}

static bool take_value(struct scanner *s, field_t field, union textproto_value *value)
{
    return field->type == PROTOBUF_C_TYPE_MESSAGE ? take_message(s, field, value)
                                                  : textproto_value_take(s, field, value);
}

static void append(ProtobufCMessage *message, field_t field, const union textproto_value *value)
{
    size_t size = textproto_value_size(field);
    size_t *count = (size_t *)((char *)message + field->quantifier_offset);
    char **array = (char **)((char *)message + field->offset);
    *array = mem_realloc(*array, (*count + 1) * size);
    memcpy(*array + *count * size, value, size);
    ++*count;
}

static bool store(struct scanner *s, ProtobufCMessage *message, field_t field, const char *place,
                  const char **given)
{
    union textproto_value value = {0};
    if (field->label == PROTOBUF_C_LABEL_REPEATED) {
        if (!take_value(s, field, &value))
            return false;
        append(message, field, &value);
        *given = place;
        return true;
    }
    if (*given)
        return scan_fail(s, place, "\"%s\" is given twice", field->name);
    if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF &&
        *(uint32_t *)((char *)message + field->quantifier_offset))
        return scan_fail(s, place, "\"%s\" excludes another field that is given", field->name);
    if (!take_value(s, field, &value))
        return false;
    *given = place;
    memcpy((char *)message + field->offset, &value, textproto_value_size(field));
    if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF)
        *(uint32_t *)((char *)message + field->quantifier_offset) = field->id;
    else if (field->quantifier_offset)
        *(protobuf_c_boolean *)((char *)message + field->quantifier_offset) = 1;
    return true;
}

/* Fields that have another name in the generated structs. */
static const struct {
    const char *in_text, *in_descriptor;
} renamed[] = {{"Base", "AxisBase"}};

static field_t find_field(struct scanner *s, descriptor_t descriptor, const char *name,
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
    scan_fail(s, place, "%s has no field \"%s\"%s%s%s", descriptor->short_name, name,
              nearest.best ? ", nearest is \"" : "", nearest.best ? nearest.best : "",
              nearest.best ? "\"" : "");
    return NULL;
}

static bool parse_field(struct scanner *s, ProtobufCMessage *message, const char **given)
{
    char name[128];
    const char *place = scan_word(s, name, sizeof name, "a field name");
    if (!place)
        return false;
    descriptor_t descriptor = message->descriptor;
    field_t field = find_field(s, descriptor, name, place);
    if (!field)
        return false;
    bool colon = scan_accept(s, ':');
    if (!colon && field->type != PROTOBUF_C_TYPE_MESSAGE)
        return scan_fail(s, s->at, "expected ':' after \"%s\"", name);
    const char **seen = &given[field - descriptor->fields];
    if (field->label == PROTOBUF_C_LABEL_REPEATED && colon && scan_accept(s, '[')) {
        while (!scan_accept(s, ']')) {
            if (!store(s, message, field, place, seen))
                return false;
            if (!scan_accept(s, ',')) {
                if (scan_accept(s, ']'))
                    break;
                return scan_fail(s, s->at, "expected ',' or ']' in the list of \"%s\"", name);
            }
        }
    } else if (!store(s, message, field, place, seen)) {
        return false;
    }
    if (!scan_accept(s, ','))
        scan_accept(s, ';');
    return true;
}

/* Required in the format, but left out by people: what holds then. */
static const struct {
    descriptor_t of;
    const char *field;
    uint32_t value;
} usual[] = {
    {&rep__profiler_section_table__descriptor, "Columns", 1},
};

static bool take_usual(ProtobufCMessage *message, field_t field)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i].of == message->descriptor && strcmp(usual[i].field, field->name) == 0) {
            memcpy((char *)message + field->offset, &usual[i].value, sizeof usual[i].value);
            return true;
        }
    return false;
}

static bool check_required(struct scanner *s, ProtobufCMessage *message, const char *const *given)
{
    descriptor_t descriptor = message->descriptor;
    for (unsigned i = 0; i < descriptor->n_fields; i++)
        if (descriptor->fields[i].label == PROTOBUF_C_LABEL_REQUIRED && !given[i] &&
            !take_usual(message, &descriptor->fields[i]))
            return scan_fail(s, s->at, "%s lacks its field \"%s\"", descriptor->short_name,
                             descriptor->fields[i].name);
    return true;
}

static ProtobufCMessage *parse_block(struct scanner *s, descriptor_t descriptor, char close)
{
    ProtobufCMessage *message = mem_alloc(descriptor->sizeof_message);
    protobuf_c_message_init(descriptor, message);
    struct textproto_block block = {s, descriptor, s->at,
                                    mem_alloc((descriptor->n_fields + 1) * sizeof(char *))};
    const char **given = block.places;
    bool good = true;
    for (;;) {
        scan_space(s);
        if (close && scan_accept(s, close))
            break;
        if (s->at >= s->end) {
            if (close)
                good = scan_fail(s, s->at, "the file ends before the '%c' of %s", close,
                                 descriptor->short_name);
            break;
        }
        if (!parse_field(s, message, given)) {
            good = false;
            break;
        }
    }
    good = good && check_required(s, message, given) &&
           (!s->check || s->check(s->context, message, &block));
    free(given);
    if (good)
        return message;
    protobuf_c_message_free_unpacked(message, NULL);
    return NULL;
}

bool textproto_refuse(const struct textproto_block *block, const char *field, struct error *error,
                      const char *format, ...)
{
    char text[512];
    struct scanner at = *block->scanner;
    field_t found = protobuf_c_message_descriptor_get_field_by_name(block->descriptor, field);
    const char *place = found ? block->places[found - block->descriptor->fields] : NULL;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (error)
        at.error = error;
    return scan_fail(&at, place ? place : block->start, "%s", text);
}

ProtobufCMessage *textproto_parse_checked(descriptor_t descriptor, const char *file,
                                          const char *text, size_t length, textproto_check *check,
                                          void *context, struct error *error)
{
    struct scanner scanner = {.file = file,
                              .text = text,
                              .end = text + length,
                              .at = text,
                              .error = error,
                              .check = check,
                              .context = context};
    return parse_block(&scanner, descriptor, '\0');
}

ProtobufCMessage *textproto_parse(descriptor_t descriptor, const char *file, const char *text,
                                  size_t length, struct error *error)
{
    return textproto_parse_checked(descriptor, file, text, length, NULL, NULL, error);
}
