#include "report/section/section_check.h"

#include <stdlib.h>
#include <string.h>

#include "report.pb-c.h"
#include "report/base/mem.h"
#include "report/base/regex.h"
#include "report/expr/expr.h"
#include "report/metric/metric_regex.h"

static bool check_section(void *context, const void *message, const struct textproto_block *block)
{
    const Rep__ProfilerSection *section = message;
    (void)context;
    if (!*section->identifier)
        return textproto_refuse(block, "Identifier", NULL, "the Identifier is empty");
    if (strpbrk(section->identifier, " \t\r\n,"))
        return textproto_refuse(block, "Identifier", NULL,
                                "the Identifier \"%s\" has a blank or comma, with which --section "
                                "and rules cannot name it",
                                section->identifier);
    return true;
}

/* Returns whether a field of the body item is an item. */
static bool is_item(const ProtobufCMessage *message, const ProtobufCFieldDescriptor *field)
{
    return strcmp(field->name, "Filter") != 0 &&
           *(const void *const *)((const char *)message + field->offset);
}

static bool check_item(void *context, const void *message, const struct textproto_block *block)
{
    const ProtobufCMessageDescriptor *all = ((const ProtobufCMessage *)message)->descriptor;
    const char *first = NULL;
    (void)context;
    for (unsigned i = 0; i < all->n_fields; i++) {
        const char *name = all->fields[i].name;
        if (!is_item(message, &all->fields[i]))
            continue;
        if (first)
            return textproto_refuse(block, name, NULL,
                                    "Items has %s and %s; give each an Items of its own", first,
                                    name);
        first = name;
    }
    return true;
}

/* Names a metric that cannot be read, beside those that were named before. The rest of the section
 * stays as it is. */
static void name_metric(struct error *named, const struct textproto_block *block, const char *field,
                        const char *said)
{
    struct error before = *named;
    textproto_refuse(block, field, named, "%s", said);
    if (*before.text) {
        const struct error last = *named;
        error_set(named, "%s; %s", before.text, last.text);
    }
}

/* Returns what is wrong with the name of a metric, or NULL. The caller frees it. */
static char *fault_of(const char *name)
{
    char fault[REGEX_FAULT];
    const char *pattern = metric_regex(name);
    struct regex *regex = pattern ? regex_new(pattern, fault) : NULL;
    const bool good = !pattern || regex;
    regex_free(regex);
    return good ? NULL : mem_printf("\"%s\" is not a regular expression: %s", pattern, fault);
}

static bool check_name(struct error *named, const char *name, const struct textproto_block *block)
{
    char *fault = fault_of(name);
    if (fault)
        name_metric(named, block, "Name", fault);
    free(fault);
    return true;
}

static bool check_metric(void *context, const void *message, const struct textproto_block *block)
{
    return check_name(context, ((const Rep__ProfilerSectionMetric *)message)->name, block);
}

static bool check_option(void *context, const void *message, const struct textproto_block *block)
{
    return check_name(context, ((const Rep__ProfilerSectionMetricOption *)message)->name, block);
}

static bool check_header(void *context, const void *message, const struct textproto_block *block)
{
    const Rep__ProfilerSectionHeader *header = message;
    for (size_t i = 0; i < header->n_metrics; i++)
        if (metric_regex(header->metrics[i]->name)) {
            char *said = mem_printf("a Header takes no \"%s\"; put it into a Table or BarChart",
                                    header->metrics[i]->name);
            name_metric(context, block, "Metrics", said);
            free(said);
        }
    return true;
}

/* Whether the message inside of another one is a metric that was named, or its option. */
static bool is_named(const ProtobufCMessage *inside, bool in_header)
{
    const char *name = inside->descriptor == &rep__profiler_section_metric__descriptor
                           ? ((const Rep__ProfilerSectionMetric *)inside)->name
                           : ((const Rep__ProfilerSectionMetricOption *)inside)->name;
    char *fault = fault_of(name);
    const bool is = fault || (in_header && metric_regex(name));
    free(fault);
    return is;
}

static void drop_named(ProtobufCMessage *message)
{
    const bool in_header = message->descriptor == &rep__profiler_section_header__descriptor;
    for (unsigned i = 0; i < message->descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->descriptor->fields[i];
        if (field->label != PROTOBUF_C_LABEL_REPEATED ||
            (field->descriptor != &rep__profiler_section_metric__descriptor &&
             field->descriptor != &rep__profiler_section_metric_option__descriptor))
            continue;
        size_t *count = (size_t *)((char *)message + field->quantifier_offset), kept = 0;
        ProtobufCMessage **list = *(ProtobufCMessage ***)((char *)message + field->offset);
        for (size_t j = 0; j < *count; j++)
            if (is_named(list[j], in_header))
                protobuf_c_message_free_unpacked(list[j], NULL);
            else
                list[kept++] = list[j];
        *count = kept;
    }
}

static void ignore(void *context, const char *name)
{
    (void)context, (void)name;
}

static bool check_definition(void *context, const void *message,
                             const struct textproto_block *block)
{
    const Rep__ProfilerSectionMetricDefinition *definition = message;
    struct error error = {0};
    if (!expr_metrics(definition->expression, ignore, NULL, &error)) {
        error_prefix(&error, "%s", definition->name);
        name_metric(context, block, "Expression", error.text);
    }
    return true;
}

static const struct {
    const ProtobufCMessageDescriptor *of;
    bool (*check)(void *context, const void *message, const struct textproto_block *block);
} checks[] = {
    {&rep__profiler_section__descriptor, check_section},
    {&rep__profiler_section_body_item__descriptor, check_item},
    {&rep__profiler_section_metric__descriptor, check_metric},
    {&rep__profiler_section_metric_option__descriptor, check_option},
    {&rep__profiler_section_header__descriptor, check_header},
    {&rep__profiler_section_metric_definition__descriptor, check_definition},
};

bool section_check(void *context, ProtobufCMessage *message, const struct textproto_block *block)
{
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (message->descriptor == checks[i].of && !checks[i].check(context, message, block))
            return false;
    drop_named(message);
    return true;
}
