/* sections OURS THEIRS REPORT...: writes each section that is stored in the reports to the folder
 * THEIRS, under its identifier, and ours of that name to OURS, a line for each field that is given,
 * so that diff can compare them. Descriptions are left out, they are our own, and so are the
 * scheduling hints of PM sampling, which we do not have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/section/section.h"

typedef const ProtobufCFieldDescriptor *field_t;

static void write_message(FILE *file, const ProtobufCMessage *message, const char *path);

static void write_value(FILE *file, field_t field, const void *at, const char *path)
{
    switch (field->type) {
    case PROTOBUF_C_TYPE_MESSAGE:
        fprintf(file, "%s\n", path);
        write_message(file, *(ProtobufCMessage *const *)at, path);
        break;
    case PROTOBUF_C_TYPE_STRING:
        fprintf(file, "%s %s\n", path, *(char *const *)at);
        break;
    case PROTOBUF_C_TYPE_DOUBLE:
        fprintf(file, "%s %g\n", path, *(const double *)at);
        break;
    case PROTOBUF_C_TYPE_FLOAT:
        fprintf(file, "%s %g\n", path, (double)*(const float *)at);
        break;
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_UINT64:
        fprintf(file, "%s %lld\n", path, *(const long long *)at);
        break;
    default: /* integers of 32 bits, enums, bool */
        fprintf(file, "%s %d\n", path, *(const int *)at);
    }
}

static size_t size_of(field_t field)
{
    switch (field->type) {
    case PROTOBUF_C_TYPE_MESSAGE:
    case PROTOBUF_C_TYPE_STRING:
        return sizeof(void *);
    case PROTOBUF_C_TYPE_DOUBLE:
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_UINT64:
        return 8;
    default:
        return 4;
    }
}

static bool given(const ProtobufCMessage *message, field_t field)
{
    const char *base = (const char *)message;
    if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF)
        return *(const uint32_t *)(base + field->quantifier_offset) == field->id;
    if (field->label == PROTOBUF_C_LABEL_REQUIRED)
        return true;
    if (field->type == PROTOBUF_C_TYPE_MESSAGE || field->type == PROTOBUF_C_TYPE_STRING) {
        const void *value = *(void *const *)(base + field->offset);
        return value && value != field->default_value;
    }
    return *(const protobuf_c_boolean *)(base + field->quantifier_offset);
}

static void write_message(FILE *file, const ProtobufCMessage *message, const char *path)
{
    const char *base = (const char *)message;
    for (unsigned i = 0; i < message->descriptor->n_fields; i++) {
        field_t field = &message->descriptor->fields[i];
        if (strcmp(field->name, "Description") == 0 || strcmp(field->name, "SchedulingHints") == 0)
            continue;
        if (field->label == PROTOBUF_C_LABEL_REPEATED) {
            size_t count = *(const size_t *)(base + field->quantifier_offset);
            const char *array = *(const char *const *)(base + field->offset);
            for (size_t j = 0; j < count; j++) {
                char *inner = mem_printf("%s/%s%zu", path, field->name, j);
                write_value(file, field, array + j * size_of(field), inner);
                free(inner);
            }
        } else if (given(message, field)) {
            char *inner = mem_printf("%s/%s", path, field->name);
            write_value(file, field, base + field->offset, inner);
            free(inner);
        }
    }
}

static void write_section(const char *folder, const char *identifier,
                          const Rep__ProfilerSection *section)
{
    char *path = mem_printf("%s/%s", folder, identifier);
    FILE *file = fopen(path, "w");
    if (file && section)
        write_message(file, &section->base, "");
    if (file)
        fclose(file);
    free(path);
}

int main(int argc, char **argv)
{
    struct section_library library;
    size_t written = 0;
    section_library_init(&library);
    for (int i = 3; i < argc; i++) {
        struct error error = {""};
        struct report *report = report_open(argv[i], &error);
        const struct result *result =
            report && report_count(report) ? report_result(report, 0, &error) : NULL;
        if (!result) {
            printf("%s: %s\n", argv[i], error.text);
            return 1;
        }
        for (size_t j = 0; j < result->section_count; j++) {
            const char *identifier = result->sections[j]->identifier;
            write_section(argv[2], identifier, result->sections[j]);
            write_section(argv[1], identifier, section_find(&library, identifier));
            written++;
        }
        report_close(report);
    }
    section_library_free(&library);
    return written == 0;
}
