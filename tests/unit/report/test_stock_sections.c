/* The built-in sections against tests/data/sections.txt, so that no edit goes unnoticed. For each
 * section that file has a line
 *
 *   IDENTIFIER order N sets A,B header N hidden N source N items N definitions N structure HASH
 *
 * and below it, indented, each metric name that stands anywhere in the section, with a number if it
 * stands there more than once. HASH is of all that is given but the descriptions. GENERATE=1 writes
 * the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/name_index.h"
#include "report/section/section.h"

#define EXPECTED "tests/data/sections.txt"

struct summary {
    struct name_index names;
    size_t counts[4096], items;
    uint64_t hash;
};

static void add_hash(struct summary *s, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        s->hash = (s->hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
}

static void add_name(struct summary *s, const char *name)
{
    size_t number = name_index_add(&s->names, name);
    assert_true(number < COUNT(s->counts));
    s->counts[number]++;
}

static void visit(struct summary *s, const ProtobufCMessage *message);

static void visit_value(struct summary *s, const ProtobufCFieldDescriptor *field, const void *at)
{
    switch (field->type) {
    case PROTOBUF_C_TYPE_MESSAGE:
        visit(s, *(ProtobufCMessage *const *)at);
        break;
    case PROTOBUF_C_TYPE_STRING:
        add_hash(s, *(char *const *)at, strlen(*(char *const *)at) + 1);
        break;
    case PROTOBUF_C_TYPE_DOUBLE:
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_UINT64:
        add_hash(s, at, 8);
        break;
    default:
        add_hash(s, at, 4);
    }
}

static bool is_given(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field)
{
    const char *base = (const char *)message;
    if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF)
        return *(const uint32_t *)(base + field->quantifier_offset) == field->id;
    if (field->label == PROTOBUF_C_LABEL_REQUIRED)
        return true;
    if (field->type == PROTOBUF_C_TYPE_MESSAGE || field->type == PROTOBUF_C_TYPE_STRING)
        return *(void *const *)(base + field->offset) != NULL;
    return *(const protobuf_c_boolean *)(base + field->quantifier_offset);
}

static void visit(struct summary *s, const ProtobufCMessage *message)
{
    const char *base = (const char *)message, *kind = message->descriptor->short_name;
    s->items += strcmp(kind, "ProfilerSectionBodyItem") == 0;
    bool metric = strcmp(kind, "ProfilerSectionMetric") == 0 ||
                  strcmp(kind, "ProfilerSectionMetricOption") == 0 ||
                  strcmp(kind, "ProfilerSectionMetricDefinition") == 0;
    for (unsigned i = 0; i < message->descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->descriptor->fields[i];
        if (strcmp(field->name, "Description") == 0)
            continue;
        size_t count = 1, size = field->type == PROTOBUF_C_TYPE_ENUM ? 4 : 8;
        const char *at = base + field->offset;
        if (field->label == PROTOBUF_C_LABEL_REPEATED) {
            count = *(const size_t *)(base + field->quantifier_offset);
            at = *(const char *const *)at;
        } else if (!is_given(message, field)) {
            continue;
        }
        if (metric && strcmp(field->name, "Name") == 0)
            add_name(s, *(char *const *)at);
        for (size_t j = 0; j < count; j++) {
            add_hash(s, &field->id, sizeof field->id);
            visit_value(s, field, at + j * size);
        }
    }
    add_hash(s, "}", 1);
}

static void describe(struct strbuf *out, const Rep__ProfilerSection *section)
{
    struct summary s = {.hash = 0xcbf29ce484222325u};
    visit(&s, &section->base);
    strbuf_addf(out, "%s order %u sets ", section->identifier, section->order);
    for (size_t i = 0; i < section->n_sets; i++)
        strbuf_addf(out, "%s%s", i ? "," : "", section->sets[i]->identifier);
    strbuf_addf(out,
                "%s header %zu hidden %zu source %zu items %zu definitions %zu structure %08x\n",
                section->n_sets ? "" : "-", section->header ? section->header->n_metrics : 0,
                section->metrics ? section->metrics->n_metrics : 0,
                section->sourcemetrics ? section->sourcemetrics->n_metrics : 0, s.items,
                section->metricdefinitions ? section->metricdefinitions->n_metricdefinitions : 0,
                (unsigned)(s.hash ^ s.hash >> 32));
    for (size_t i = 0; i < s.names.count; i++)
        if (s.counts[i] > 1)
            strbuf_addf(out, "    %s %zu\n", s.names.names[i], s.counts[i]);
        else
            strbuf_addf(out, "    %s\n", s.names.names[i]);
    name_index_free(&s.names);
}

/* The first line that differs, with those of both sides. */
static void compare(const char *found, const char *expected)
{
    for (size_t line = 1; *found || *expected; line++) {
        size_t ours = strcspn(found, "\n"), theirs = strcspn(expected, "\n");
        if (ours != theirs || memcmp(found, expected, ours) != 0)
            fail_msg("%s:%zu: \"%.*s\" instead of \"%.*s\" (GENERATE=1 writes the file)", EXPECTED,
                     line, (int)ours, found, (int)theirs, expected);
        found += ours + (found[ours] == '\n');
        expected += theirs + (expected[theirs] == '\n');
    }
}

static void sections_are_what_they_were(void **state)
{
    (void)state;
    struct section_library library;
    struct strbuf found = {0};
    section_library_init(&library);
    for (size_t i = 0; i < library.count; i++) {
        if (!library.sections[i].message)
            fail_msg("%s", library.sections[i].error.text);
        describe(&found, library.sections[i].message);
    }
    section_library_free(&library);
    if (getenv("GENERATE")) {
        FILE *file = fopen(EXPECTED, "w");
        assert_non_null(file);
        fputs(found.data, file);
        fclose(file);
    }
    struct error error = {""};
    size_t length;
    char *expected = file_bytes(EXPECTED, &length, &error);
    if (!expected)
        fail_msg("%s", error.text);
    compare(found.data, expected);
    free(expected);
    strbuf_free(&found);
}

static void a_section_extends_one_that_exists(void **state)
{
    (void)state;
    struct section_library library;
    section_library_init(&library);
    for (size_t i = 0; i < library.count; i++) {
        const Rep__ProfilerSection *section = library.sections[i].message;
        assert_non_null(section->description);
        if (section->extends && !section_find(&library, section->extends))
            fail_msg("%s extends %s", section->identifier, section->extends);
    }
    section_library_free(&library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_are_what_they_were),
        cmocka_unit_test(a_section_extends_one_that_exists),
    };
    return cmocka_run_group_tests_name("stock sections", tests, NULL, NULL);
}
